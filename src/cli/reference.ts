import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import packageJson from '../../package.json' with { type: 'json' };

/** The entry of the language reference for each code of a diagnostic, as Markdown without its heading. */
export async function readReference(): Promise<ReadonlyMap<string, string>> {
  const page = await readPage(referencePath);
  const sections = page.split(/^### (?=[a-z0-9-]+$)/m).slice(1);
  return new Map(
    sections.map(section => {
      const [code = '', text = ''] = splitOnce(section.split(/^## /m)[0] ?? '', '\n');
      return [code, text.trim()];
    }),
  );
}

/**
 * All that the documents of the package say of each code, as Markdown: a code of a diagnostic has an entry in the
 * language reference, one of an error or an HTTP answer a row in a table, and some codes have several.
 */
export async function readExplanations(): Promise<ReadonlyMap<string, readonly string[]>> {
  const explanations = new Map<string, string[]>();
  const add = (code: string, text: string): void => {
    explanations.set(code, [...(explanations.get(code) ?? []), text]);
  };
  const [reference, errors] = await Promise.all([readReference(), readPage(errorsPath)]);
  for (const [code, entry] of reference) add(code, entry);
  for (const [, code = '', owner = '', meaning = ''] of errors.matchAll(
    /^\| `([a-z0-9-]+)` \| (?:(.*?) \| )?(.*) \|$/gm,
  ))
    add(code, `${ownerOf(owner)}: ${meaning}`);
  return explanations;
}

/** Who has a code of a table, by the column before its meaning: a class, an HTTP status, or nothing for a field. */
function ownerOf(column: string): string {
  if (column === '') return 'In `diagnostics` or `issues` of an HTTP answer';
  return /^\d+$/.test(column) ? `HTTP answer ${column}` : column;
}

/** Where the web has the entry of a code, in the reference of this very version. */
export function helpUriOf(code: string): string {
  return `https://unpkg.com/${packageJson.name}@${packageJson.version}/${referencePath}#${code}`;
}

/** Where the documents are in the package. */
const referencePath = 'grammar/reference/language-reference.md';
const errorsPath = 'docs/errors.md';

async function readPage(path: string): Promise<string> {
  const root = import.meta.resolve('hookplate/package.json');
  return readFile(fileURLToPath(new URL(path, root)), 'utf8');
}

function splitOnce(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}
