import { readFile } from 'node:fs/promises';

/** The README's first example: the first block of code that begins with an import from this package. */
export async function readmeExample(): Promise<string> {
  const readme = await readFile('README.md', 'utf8');
  const blocks = [...readme.matchAll(/^```(?:js|ts)\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
  const example = blocks.find(code => /^import .* from 'hookplate';$/.test(code.split('\n')[0] ?? ''));
  if (example === undefined)
    throw new Error("The README has no example that begins with an import from 'hookplate'.");
  return example;
}
