import type { Fix } from '../../diagnostics/diagnostic.ts';
import type { Source } from '../sources/source.ts';
import { textsIn } from '../sources/source-node.ts';
import { looksSecret } from './looks-secret.ts';
import { replaceRanges } from './replace-ranges.ts';
import { type Suspect, secretRanges } from './secret-ranges.ts';

/** A file as a text of the same length and lines, with asterisks for what is secret. */
export function hideSecrets(
  file: string,
  { source: { entries }, suspects }: { readonly source: Source; readonly suspects: readonly Suspect[] },
): string {
  if (entries.length === 0) return hideUnread(file);
  const texts = entries.flatMap(({ node }) => textsIn(node).map(({ range }) => range));
  const rest = replaceRanges(file, texts, ({ length }) =>
    `"${' '.repeat(Math.max(0, length - 2))}"`.slice(0, length),
  );
  const secrets = [...secretRanges(entries, suspects), ...looksSecret(rest, 'besideTexts')];
  return replaceRanges(file, secrets, mask);
}

/** What is a secret in a file that cannot be read is guessed. */
export function hideUnread(file: string): string {
  return replaceRanges(file, looksSecret(file, 'inUnread'), mask);
}

/** Quotes stay with the backslashes before them, so that what is text in JSON is so with asterisks in it. */
function mask(secret: string): string {
  if (/^(?:true|false|null|~)$/.test(secret)) return secret;
  return secret.replace(/(\\")|\\\\|[^\s"']/g, (piece, quote) => quote ?? '*'.repeat(piece.length));
}

/** Whether a fix of a file would write what nobody should see: it changes what is hidden, or looks like a secret. */
export function showsSecret(
  { edits }: Fix,
  { file, shown }: { readonly file: string; readonly shown: string },
): boolean {
  return edits.some(({ range: { start, end }, text }) => {
    if (text === '') return false;
    const isHidden = file.slice(start, end) !== shown.slice(start, end);
    return (
      isHidden ||
      looksSecret(text, 'inText').some(secret => mask(text.slice(secret.start, secret.end)).includes('*'))
    );
  });
}
