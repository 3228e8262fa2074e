import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';
import { importOnOldNode } from '../delivery/old-node.ts';

function expectToNameTheNode(said: string): void {
  expect(said).toContain('hookplate needs Node.js');
  expect(said).not.toContain('undici');
}

it.each(['delivery', 'outbox'])(
  'what is installed of %s tells an old Node which one it needs, too',
  entry => {
    expectToNameTheNode(importOnOldNode(new URL(`../../dist/${entry}.js`, import.meta.url)));
  },
);

it('a bundle of an application keeps the line, although nothing is imported from its file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hookplate-bundle-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const outfile = join(folder, 'application.cjs');
  const contents = "import { createDispatcher } from 'hookplate/delivery'; createDispatcher();";
  await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    outfile,
  });
  expectToNameTheNode(importOnOldNode(pathToFileURL(outfile)));
});
