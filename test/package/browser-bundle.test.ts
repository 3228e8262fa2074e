import * as engine from 'hookplate';
import { expect, it } from 'vitest';
import { browserBundle } from './browser-bundle.ts';

it('bundles the whole engine for a browser without anything of Node', async () => {
  const { exports, imports } = await browserBundle();
  expect(exports.toSorted()).toEqual(Object.keys(engine).toSorted());
  expect(imports).toEqual([]);
});
