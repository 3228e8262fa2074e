import { expect, it } from 'vitest';
import { browserBundle } from './browser-bundle.ts';

it('bundles the engine for a browser without anything of Node', async () => {
  const { gzippedBytes, imports } = await browserBundle();
  expect(gzippedBytes).toBeGreaterThan(0);
  expect(imports).toEqual([]);
});
