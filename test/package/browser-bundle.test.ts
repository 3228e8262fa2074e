import * as engine from 'hookplate';
import { expect, it } from 'vitest';
import { browserBundle } from './browser-bundle.ts';

it('bundles the whole engine for a browser without anything of Node', async () => {
  const { exports, imports, warnings } = await browserBundle();
  expect(exports.toSorted()).toEqual(Object.keys(engine).toSorted());
  expect([...imports, ...warnings]).toEqual([]);
});

it('bundles the client with none of the server, whose answers it knows by their types alone', async () => {
  const { imports, modules, warnings } = await browserBundle('hookplate/client');
  expect([...imports, ...warnings]).toEqual([]);
  expect(modules.filter(path => path.includes('node_modules'))).toEqual([
    expect.stringMatching(/node_modules\/valibot\/dist\/index\.m?js$/),
  ]);
});
