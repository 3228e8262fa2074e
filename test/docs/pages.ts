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

/**
 * Every block of a language on a page, of JavaScript unless it says otherwise. Its output is in the block of text after it, or in
 * comments that begin with an arrow.
 */
export function examplesOf(page: string, language = 'js'): readonly Example[] {
  const text = readFileSync(page, 'utf8');
  const block = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`\\n(?:\\n\`\`\`text\\n(.*?)^\`\`\`\\n)?`, 'gms');
  return [...text.matchAll(block)].map(match => {
    const [, code = '', printed] = match;
    const arrows = [...code.matchAll(/\/\/ → (.*)$/gm)].map(([, line]) => line).join('\n');
    const output = [arrows, printed?.trimEnd()].filter(Boolean).join('\n');
    return { at: `${page}:${text.slice(0, match.index).split('\n').length + 1}`, code, output };
  });
}
