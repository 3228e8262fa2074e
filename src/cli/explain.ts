import { didYouMean } from '../spelling/did-you-mean.ts';
import { CommandError } from './command-error.ts';
import { readExplanations } from './reference.ts';
import type { Terminal } from './terminal.ts';

/**
 * Prints what a code means: for a diagnostic an example, the way out and the mended example; for an error or an HTTP
 * answer, when it comes.
 *
 * @throws {CommandError} for an unknown code.
 */
export async function explain(code: string, { stdout }: Terminal): Promise<void> {
  const explanations = await readExplanations();
  const texts = explanations.get(code);
  if (texts === undefined) {
    const meant = didYouMean(code, [...explanations.keys()]);
    const hint =
      meant === undefined ? 'Each finding and each error names its own.' : `Did you mean ${meant}?`;
    throw new CommandError('usage', `There is no code ${code}. ${hint}`);
  }
  stdout.write(`${code}\n\n${texts.map(plainText).join('\n\n')}\n`);
}

/** Markdown as a terminal shows it: code is indented, and marks of quotes, emphasis and links are left out. */
function plainText(markdown: string): string {
  let isCode = false;
  const lines = markdown.split('\n').flatMap(line => {
    if (line.startsWith('```')) {
      isCode = !isCode;
      return [];
    }
    if (isCode) return [line === '' ? '' : `    ${line}`];
    return [
      line
        .replace(/^> /, '')
        .replace(/\*\*(.+?)\*\*/g, '$1')
        .replace(/\[([^\]]+)\]\([^)\s]+\)/g, '$1'),
    ];
  });
  return lines.join('\n');
}
