import * as engine from 'hookplate';
import * as gallery from 'hookplate/receivers';
import { sources } from 'hookplate/sources';
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

it('bundles receivers without the engine and without any package, unless a template is made of an example', async () => {
  const names = Object.keys(gallery).filter(name => name !== 'templateFromExample');
  const { imports, written, warnings } = await browserBundle(
    'hookplate/receivers',
    `{ ${names.join(', ')} }`,
  );
  expect([...imports, ...warnings]).toEqual([]);
  expect(written.filter(path => path.includes('node_modules'))).toEqual([]);
  const engine = await browserBundle('hookplate/receivers', '{ templateFromExample }');
  expect([...engine.imports, ...engine.warnings]).toEqual([]);
  expect(engine.written.some(path => path.includes('node_modules/chevrotain'))).toBe(true);
});

const { receivers } = gallery;

it.each(receivers)('bundles no other receiver with $id', async ({ id }) => {
  const name = id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const { code } = await browserBundle('hookplate/receivers', `{ ${name} }`);
  const found = receivers.filter(other => code.includes(`"${other.id}"`)).map(other => other.id);
  expect(found).toEqual([id]);
});

it('bundles sources without any package', async () => {
  const { imports, written, warnings } = await browserBundle('hookplate/sources');
  expect([...imports, ...warnings]).toEqual([]);
  expect(written.filter(path => path.includes('node_modules'))).toEqual([]);
});

it.each(sources)('bundles no other source with $id', async ({ id }) => {
  const name = id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const { code } = await browserBundle('hookplate/sources', `{ ${name} }`);
  const found = sources
    .filter(({ documentation: [page = ''] }) => code.includes(page))
    .map(other => other.id);
  expect(found).toEqual([id]);
});
