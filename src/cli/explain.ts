import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { didYouMean } from '../spelling/did-you-mean.ts';
import { CommandError } from './command-error.ts';
import type { Terminal } from './terminal.ts';

/**
 * Prints the entry of the language reference for the code of a diagnostic: an example, the solution, and the corrected
 * example.
 *
 * @throws {CommandError} for an unknown code.
 */
export async function explain(code: string, { stdout }: Terminal): Promise<void> {
  // The page is a file of the package, next to its `package.json`.
  const root = import.meta.resolve('hookplate/package.json');
  const page = await readFile(
    fileURLToPath(new URL('grammar/reference/language-reference.md', root)),
    'utf8',
  );
  const sections = new Map(
    page
      .split(/^### (?=[a-z0-9-]+$)/m)
      .slice(1)
      .map(section => [firstLine(section), section.split(/^## /m)[0] ?? '']),
  );
  const section = sections.get(code);
  if (section === undefined) {
    const meant = didYouMean(code, [...sections.keys()]);
    const hint = meant === undefined ? 'Each finding names its own.' : `Did you mean ${meant}?`;
    throw new CommandError('usage', `There is no code ${code}. ${hint}`);
  }
  stdout.write(`# ${section.trimEnd()}\n`);
}

function firstLine(text: string): string {
  return text.slice(0, text.indexOf('\n'));
}
