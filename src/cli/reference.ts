import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import packageJson from '../../package.json' with { type: 'json' };

/** What the language reference says of each code, as Markdown, without a heading: a file of the package, next to its `package.json`. */
export async function readReference(): Promise<ReadonlyMap<string, string>> {
  const root = import.meta.resolve('hookplate/package.json');
  const page = await readFile(fileURLToPath(new URL(referencePath, root)), 'utf8');
  const sections = page.split(/^### (?=[a-z0-9-]+$)/m).slice(1);
  return new Map(
    sections.map(section => {
      const [code = '', text = ''] = splitOnce(section.split(/^## /m)[0] ?? '', '\n');
      return [code, text.trim()];
    }),
  );
}

/** Where the web has the entry of a code, in the reference of this very version. */
export function helpUriOf(code: string): string {
  return `https://unpkg.com/${packageJson.name}@${packageJson.version}/${referencePath}#${code}`;
}

/** Where the language reference is in the package. */
const referencePath = 'grammar/reference/language-reference.md';

function splitOnce(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}
