import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadCatalogueModule } from '../../src/cli/events/load-catalogue-module.ts';
import { spawnHookplate } from './hookplate-process.ts';
import { directoryWith } from './run-hookplate.ts';

const library = new URL('../../dist/index.js', import.meta.url).href;
const definition = `{
  variables: { order: { id: 'number' } },
  events: {
    'order.paid': { title: 'Paid', constants: { isPaid: true }, variables: { isPaid: 'boolean', at: optional('date') },
      sample: date => ({ order: { id: 7 }, at: date }) },
    'order.lost': { title: 'Lost', variables: { items: listOf({ name: 'string' }) } },
  },
}`;
const imports = `import { defineEvents, listOf, optional } from '${library}';\n`;
const named = `${imports}export const orders = defineEvents(${definition});\n`;

function load(text: string, name = 'orders.mjs', timeoutMs?: number) {
  const directory = directoryWith({ [name]: text });
  return loadCatalogueModule(join(directory, name), name, timeoutMs === undefined ? {} : { timeoutMs });
}

it('what a compiler has made CommonJS exports by default what its source did', async () => {
  const compiled = `Object.defineProperty(exports, '__esModule', { value: true });
const { defineEvents, listOf, optional } = require(${JSON.stringify(fileURLToPath(library))});
exports.default = defineEvents(${definition});`;
  expect((await load(compiled, 'orders.cjs')).names).toEqual(['order.paid', 'order.lost']);
});

describe('a module of a catalogue', () => {
  it.each([
    ['by default', `${imports}export default defineEvents(${definition});`],
    ['by a name', named],
    ['by a name and by default', `${named}export default orders; export const other = 5;`],
    ['beside another one, by default', `${named}export default defineEvents(${definition});`],
  ])('exports it %s', async (_, text) => {
    const { names, events, sample, create } = await load(text);
    expect(names).toEqual(['order.paid', 'order.lost']);
    expect(events['order.paid']).toMatchObject({
      title: 'Paid',
      constants: { isPaid: true },
      variables: { order: { id: 'number' }, isPaid: 'boolean' },
    });
    expect(sample('order.paid', { now: () => 0 })).toMatchObject({
      order: { id: 7 },
      isPaid: true,
      at: expect.any(Date),
      date: new Date(0),
    });
    expect(create('order.lost', { order: { id: 1 }, items: [{ name: 'a' }] })).toMatchObject({
      event: 'order.lost',
    });
    expect(() => create('order.lost', { order: { id: 'x' }, items: [] })).toThrow('facts.order.id');
  });

  it.each([
    ['several', `${named}export const more = defineEvents(${definition});`, 'exports several catalogues'],
    ['none', 'export const orders = {};', 'exports no catalogue'],
    ['an error', 'throw new Error("broken");', 'broken'],
    ['an exit', 'process.exit(7);', 'it ended the program, with status 7.'],
    ['a promise that is never kept', 'await new Promise(() => {});', 'or waits for what never happens.'],
    [
      'an error of a timer',
      'setTimeout(() => { throw new Error("later"); }); await new Promise(() => {});',
      'later',
    ],
    ['no syntax', 'export defualt 5;', 'SyntaxError'],
  ])('is refused with %s', async (_, text, message) => {
    await expect(load(text)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining(message),
    });
  });

  it.each(['while (true);', 'setInterval(() => {}, 1000); await new Promise(() => {});'])(
    'is refused where it takes too long: %s',
    async text => {
      await expect(load(text, 'orders.mjs', 500)).rejects.toThrow(
        'orders.mjs cannot be loaded: it took longer than 0.5 seconds.',
      );
    },
  );

  it('may leave timers behind, print and fail later', async () => {
    const directory = directoryWith({
      'orders.mjs': `console.log('printed'); setInterval(() => {}, 1000); setTimeout(() => { throw new Error('late'); });\n${named}`,
      'a.hookplate': '$order.id$',
    });
    const { ended, stdout, stderr } = spawnHookplate(
      ['check', 'a.hookplate', '--catalogue', 'orders.mjs', '--format', 'json'],
      { directory },
    );
    expect(await ended).toBe(0);
    expect(JSON.parse(stdout()).summary).toMatchObject({ files: 1, errors: 0 });
    expect(stderr()).toBe('printed\nFound no mistakes in 1 file.\n');
  });
});

it.each(
  [undefined, 'module', 'commonjs'].flatMap(type => [
    [type, 'ts'],
    [type, 'js'],
  ]),
)('a module is read in a package of type %s as %s, without a warning', async (type, extension) => {
  const directory = directoryWith({
    'package.json': JSON.stringify({ type }),
    [`orders.${extension}`]: `import { id } from './id.${extension}';\n${named.replace("{ id: 'number' }", "{ [id]: 'number' }")}`,
    'id.ts': "type Name = string;\nexport const id: Name = 'id';\n",
    'id.js': "export const id = 'id';\n",
    'a.hookplate': '$order.id$',
  });
  const { ended, stderr } = spawnHookplate(['check', 'a.hookplate', '--catalogue', `orders.${extension}`], {
    directory,
  });
  expect({ status: await ended, stderr: stderr() }).toEqual({
    status: 0,
    stderr: 'Found no mistakes in 1 file.\n',
  });
});

it.each(['commonjs', undefined])('a module of CommonJS stays one in a package of type %s', async type => {
  const { names } = await loadCatalogueModule(
    join(
      directoryWith({
        'package.json': JSON.stringify({ type }),
        'orders.js': `const { defineEvents } = require('${fileURLToPath(library)}');
const text = \`
export default 5;
\`;
module.exports = defineEvents({ events: { paid: { title: text } } });\n`,
      }),
      'orders.js',
    ),
    'orders.js',
  );
  expect(names).toEqual(['paid']);
});

it.each([
  [
    'throw new Error("broken");',
    /^orders\.mjs cannot be loaded: Error: broken\n {4}at file:[^\n]*orders\.mjs:1:7$/,
  ],
  [
    'export const a = ;',
    /^orders\.mjs cannot be loaded: SyntaxError: Unexpected token ';'\n.*orders\.mjs:1\nexport const a = ;\n/,
  ],
])('a module says where it fails, and nothing of the program that runs it: %s', async (text, message) => {
  await expect(load(text)).rejects.toThrow(message);
});

it('a module that is missing is named alone', async () => {
  const path = join(directoryWith({}), 'none.mjs');
  await expect(loadCatalogueModule(path, 'none.mjs')).rejects.toThrow(
    new RegExp(`^none\\.mjs cannot be loaded: Cannot find module '${path}'$`),
  );
});

it('the files of a module are known even where one of them never ends', async () => {
  const directory = directoryWith({ 'orders.mjs': "import './loop.mjs';", 'loop.mjs': 'for (;;);' });
  const files: string[] = [];
  const options = { timeoutMs: 1000, onFiles: (found: readonly string[]) => files.push(...found) };
  await expect(loadCatalogueModule(join(directory, 'orders.mjs'), 'orders.mjs', options)).rejects.toThrow(
    'took longer',
  );
  expect(files).toContain(join(directory, 'loop.mjs'));
});
