import { renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ConfigFiles, type GivenSettings } from '../../../src/cli/config/config-files.ts';
import { directoryWith } from '../run-hookplate.ts';

const library = fileURLToPath(import.meta.resolve('../../../src/index.ts'));
const orders = `import { defineEvents } from '${library}';
export const orders = defineEvents({ events: { 'order.paid': { title: 'Paid' }, 'order.lost': { title: 'Lost' } } });
export default orders;
`;

function configsIn(
  files: Readonly<Record<string, string>>,
  { given = {}, onChange }: { readonly given?: GivenSettings; readonly onChange?: () => void } = {},
) {
  const directory = directoryWith({ '.git/HEAD': '', ...files });
  const configs = new ConfigFiles({ directory, given, onChange });
  onTestFinished(() => configs.close());
  return { directory, configs, settingsFor: (name: string) => configs.settingsFor(join(directory, name)) };
}

describe('the settings of a file', () => {
  it('are those of processes and the gallery where there is no configuration', async () => {
    const { settingsFor } = configsIn({});
    const { catalogue, receivers, ...others } = await settingsFor('a/b.json');
    expect(catalogue.names).toEqual(['Started', 'Completed', 'Errored']);
    expect(receivers.map(({ id }) => id)).toContain('slack');
    expect(others).toEqual({ events: [], allow: [], output: undefined, config: undefined });
  });

  it.each([
    ['hookplate.config.ts', "export default { catalogue: './orders.ts' as string };"],
    ['hookplate.config.mts', "import { orders } from './orders.ts'; export default { catalogue: orders };"],
    ['hookplate.config.js', "export default { catalogue: './orders.ts', projects: { a: { tasks: {} } } };"],
    ['hookplate.config.mjs', "export default { catalogue: './orders.ts' };"],
    ['hookplate.config.cts', "module.exports = { catalogue: './orders.ts' as string };"],
    ['hookplate.config.cjs', "module.exports = { catalogue: './orders.ts' };"],
    [
      'hookplate.config.cjs',
      "Object.defineProperty(exports, '__esModule', { value: true }); exports.default = { catalogue: './orders.ts' };",
    ],
    ['hookplate.config.ts', "import { orders } from './orders.js'; export default { catalogue: orders };"],
    ['hookplate.config.json', '{"$schema": "x", "catalogue": "orders.ts"}'],
  ])('are found upwards in %s', async (name, text) => {
    const { directory, settingsFor } = configsIn({
      'package.json': '{"type": "module"}',
      'orders.ts': orders,
      [name]: text,
    });
    const { catalogue, config } = await settingsFor('a/b/c.json');
    expect(catalogue.names).toEqual(['order.paid', 'order.lost']);
    expect(config).toBe(join(directory, name));
  });

  it.each([
    [
      'imports',
      'hookplate.config.ts',
      `import { defineConfig } from 'hookplate/cli';
       import { slack } from 'hookplate/receivers';
       export default defineConfig({ allow: ['10.0.0.0/8'], receivers: [{ ...slack, id: 'own' }] });`,
    ],
    [
      'requires',
      'hookplate.config.js',
      `const { defineConfig } = require('hookplate/cli');
       const { slack } = require('hookplate/receivers');
       module.exports = defineConfig({ allow: ['10.0.0.0/8'], receivers: [{ ...slack, id: 'own' }] });`,
    ],
  ])('need no package beside the configuration that %s this one', async (_, name, text) => {
    const { settingsFor } = configsIn({ [name]: text });
    const { allow, receivers } = await settingsFor('a.json');
    expect(allow).toEqual(['10.0.0.0/8']);
    expect(receivers.map(({ id }) => id)).toContain('own');
  });

  it('are not those of a folder, or of a link that leads nowhere, with the name of a configuration', async () => {
    const { directory, settingsFor } = configsIn({ 'a/hookplate.config.json/x.json': '{}' });
    symlinkSync('none.ts', join(directory, 'hookplate.config.ts'));
    await expect(settingsFor('a/b.json')).rejects.toThrow(
      /hookplate\.config\.json: it cannot be read \(EISDIR\)/,
    );
    await expect(settingsFor('b.json')).rejects.toThrow(/hookplate\.config\.ts: it cannot be loaded: /);
  });

  it('are those of the nearest configuration, and of none above the working tree', async () => {
    const { settingsFor } = configsIn({
      'hookplate.config.json': '{"allow": ["10.0.0.0/8"]}',
      'a/hookplate.config.json': '{"allow": ["10.1.0.0/16"]}',
      'b/.git/HEAD': '',
    });
    expect(await settingsFor('a/deep/x.json')).toMatchObject({ allow: ['10.1.0.0/16'] });
    expect(await settingsFor('c/x.json')).toMatchObject({ allow: ['10.0.0.0/8'] });
    expect(await settingsFor('b/x.json')).toMatchObject({ allow: [], config: undefined });
  });

  it('follow the patterns that match, the later ones first', async () => {
    const { settingsFor } = configsIn({
      'orders.ts': orders,
      'hookplate.config.json': JSON.stringify({
        files: {
          '**/*.hookplate': { output: 'json', events: ['Errored'] },
          './chat/{a,b}.hookplate': { catalogue: 'orders.ts', events: ['order.lost'] },
        },
      }),
    });
    expect(await settingsFor('x.hookplate')).toMatchObject({ output: 'json', events: ['Errored'] });
    const { catalogue, ...chat } = await settingsFor('chat/b.hookplate');
    expect(catalogue.names).toEqual(['order.paid', 'order.lost']);
    expect(chat).toMatchObject({ output: 'json', events: ['order.lost'] });
    expect(await settingsFor('chat/c.json')).toMatchObject({ output: undefined, events: [] });
  });

  it('are first those that were given', async () => {
    const { settingsFor } = configsIn(
      {
        'orders.ts': orders,
        'own.json': '[{"id": "own", "name": "Own", "hosts": []}]',
        'hookplate.config.json': JSON.stringify({
          catalogue: 'missing.ts',
          allow: ['10.0.0.0/8'],
          receivers: 'missing.json',
          files: { '**': { events: ['Errored'] } },
        }),
      },
      { given: { catalogue: 'orders.ts', receivers: 'own.json', allow: ['127.0.0.0/8'] } },
    );
    const { catalogue, receivers, allow, events } = await settingsFor('x.json');
    expect(catalogue.names).toEqual(['order.paid', 'order.lost']);
    expect(receivers.slice(0, 1)).toEqual([{ id: 'own', name: 'Own', hosts: [] }]);
    expect({ allow, events }).toEqual({ allow: ['127.0.0.0/8', '10.0.0.0/8'], events: [] });
  });

  it('have receivers of a list, or of a file beside the configuration', async () => {
    const list = "[{ id: 'own', name: 'Own', hosts: [], payload: () => '{}' }]";
    const { settingsFor } = configsIn({
      'a/hookplate.config.ts': `export default { receivers: ${list} };`,
      'b/hookplate.config.json': '{"receivers": "own.ts"}',
      'b/own.ts': `export default ${list};`,
    });
    for (const name of ['a/x.json', 'b/x.json']) {
      const { receivers } = await settingsFor(name);
      expect(receivers.slice(0, 2)).toEqual([
        { id: 'own', name: 'Own', hosts: [] },
        expect.objectContaining({ id: expect.any(String) }),
      ]);
    }
  });
});

describe('a configuration that cannot be used', () => {
  it.each([
    ['{"catlogue": "a.ts"}', 1, 2, '`config.catlogue`: there is no such option; did you mean `catalogue`?'],
    ['{\n "files": {"*.json": {"ouput": "json"}}\n}', 2, 23, 'did you mean `output`?'],
    ['{"files": {"*.json": {"output": "jsn"}}}', 1, 23, 'did you mean "json"?'],
    ['{"files": {"**": {"events": ["Erored"]}}}', 1, 19, 'Did you mean Errored?'],
    [
      '{"files": ["*.json"]}',
      1,
      2,
      '`config.files`: expected an object with a pattern for files as each key',
    ],
    ['{"allow": ["10.0.0.0"]}', 1, 12, 'config.allow'],
    ['{"catalogue": {"events": {}}}', 1, 2, '`config.catalogue`: catalogue.events: expected'],
    ['{"catalogue": "none.json"}', undefined, undefined, 'none.json cannot be read (ENOENT).'],
    ['{"a": }', 1, 7, 'This is not JSON'],
    ['[]', undefined, undefined, 'expected one object'],
  ])('is one mistake: %s', async (text, line, column, reason) => {
    const { directory, settingsFor } = configsIn({ 'hookplate.config.json': text });
    await expect(settingsFor('a.json')).rejects.toMatchObject({
      name: 'CommandError',
      file: join(directory, 'hookplate.config.json'),
      at: line === undefined ? undefined : { line, column },
      reason: expect.stringContaining(reason),
    });
    await expect(settingsFor('b/b.json')).rejects.toMatchObject({ reason: expect.stringContaining(reason) });
  });

  it.each([
    ['export const a = 5;', 'it exports no configuration: write `export default defineConfig({ … })`.'],
    ["throw new Error('broken');", 'it cannot be loaded: Error: broken'],
    ['export default { a: , };', 'it cannot be loaded: SyntaxError: Expression expected'],
    ["import './broken.ts';", 'it cannot be loaded: Error: broken (broken.ts:2)'],
    ['process.exit(3);', 'it cannot be loaded: it ended the program, with status 3.'],
    [
      'export default { catalog: 5 };',
      '`config.catalog`: there is no such option; did you mean `catalogue`?',
    ],
    ['export default { catalogue: 5 };', '`config.catalogue`: catalogue: expected an object'],
  ])('is one mistake of a module: %s', async (text, reason) => {
    const { settingsFor } = configsIn({
      'hookplate.config.ts': text,
      'broken.ts': "\nthrow new Error('broken');",
    });
    await expect(settingsFor('a.hookplate')).rejects.toMatchObject({ reason });
  });

  it('is told where it failed', async () => {
    const { settingsFor } = configsIn({ 'hookplate.config.ts': "\n  throw new Error('broken');" });
    await expect(settingsFor('a.json')).rejects.toMatchObject({ at: { line: 2, column: 9 } });
  });

  it('does not take longer than it may', async () => {
    const directory = directoryWith({ 'hookplate.config.js': 'while (true);' });
    const configs = new ConfigFiles({ directory, timeoutMs: 300 });
    await expect(configs.settingsFor(join(directory, 'a.json'))).rejects.toMatchObject({
      reason: 'it cannot be loaded: it took longer than 0.3 seconds.',
    });
  });
});

describe('a configuration is loaded again', () => {
  it.each([
    ['itself', 'hookplate.config.ts', "export default { allow: ['10.0.0.0/8'] };"],
    ['what it imports', 'ranges.ts', "export const ranges = ['10.0.0.0/8'];"],
    ['a nearer one', 'a/hookplate.config.json', '{"allow": ["10.0.0.0/8"]}'],
  ])('when there is a change of %s', async (_, changed, text) => {
    const onChange = vi.fn();
    const { directory, settingsFor } = configsIn(
      {
        'hookplate.config.ts': "import { ranges } from './ranges.ts';\nexport default { allow: ranges };",
        'ranges.ts': 'export const ranges: string[] = [];',
        'a/x.json': '',
      },
      { onChange },
    );
    expect(await settingsFor('a/x.json')).toMatchObject({ allow: [] });
    writeFileSync(join(directory, 'new'), text);
    renameSync(join(directory, 'new'), join(directory, changed));
    await vi.waitFor(() => expect(onChange).toHaveBeenCalled(), { timeout: 60_000 });
    expect(await settingsFor('a/x.json')).toMatchObject({ allow: ['10.0.0.0/8'] });
  });

  it('when what it names has changed, and after it was mended', async () => {
    const onChange = vi.fn();
    const { directory, settingsFor } = configsIn(
      { 'hookplate.config.json': '{"catalogue": "orders.json"}', 'orders.json': '{' },
      { onChange },
    );
    await expect(settingsFor('a.json')).rejects.toThrow('config.catalogue: orders.json:1:2');
    writeFileSync(join(directory, 'orders.json'), '{"events": {"paid": {"title": "Paid"}}}');
    await vi.waitFor(() => expect(onChange).toHaveBeenCalled(), { timeout: 60_000 });
    const { catalogue } = await settingsFor('a.json');
    expect(catalogue.names).toEqual(['paid']);
  });
});
