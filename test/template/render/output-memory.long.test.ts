import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const program = `
  const { compileTemplate, listOf } = await import('${new URL('../../../src/index.ts', import.meta.url).href}');
  const { render } = compileTemplate('$for(w in words)$$w$$endfor$', { variables: { words: listOf('string') } });
  const words = Array.from({ length: 8 * 2 ** 20 }, (_, index) => String.fromCharCode(97 + (index % 26)));
  const output = render({ words });
  process.stdout.write(String(Buffer.byteLength(output)));
`;

it('an output of 8 MiB that is made of single characters fits into little memory', async () => {
  // The list itself takes 64 MiB, and the output 8; a piece for each character took 450 MB.
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...['--max-old-space-size=160', '--max-semi-space-size=4', '--input-type=module'],
    ...['--eval', program],
  ]);
  expect(stdout).toBe(String(8 * 2 ** 20));
});
