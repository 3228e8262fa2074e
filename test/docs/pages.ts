import { readdirSync, readFileSync } from 'node:fs';

/** The README and every page of `docs`, by their paths in the package. */
export const pages: readonly string[] = [
  'README.md',
  ...readdirSync('docs')
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`),
];

/** A program that a page prints, and what it says that the program prints. */
export interface Example {
  /** Where it begins: `docs/deliver.md:10`. */
  readonly at: string;
  readonly code: string;
  readonly output: string;
}

/** Every block of JavaScript on a page. Its output is in the block of text after it, or in comments that begin with an arrow. */
export function examplesOf(page: string): readonly Example[] {
  const text = readFileSync(page, 'utf8');
  return [...text.matchAll(/^```js\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?/gms)].map(match => {
    const [, code = '', block] = match;
    const arrows = [...code.matchAll(/\/\/ → (.*)$/gm)].map(([, line]) => line).join('\n');
    const output = [arrows, block?.trimEnd()].filter(Boolean).join('\n');
    return { at: `${page}:${text.slice(0, match.index).split('\n').length + 1}`, code, output };
  });
}
