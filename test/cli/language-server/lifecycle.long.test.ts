import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  CompletionRequest,
  createMessageConnection,
  ErrorCodes,
  ExitNotification,
  ShutdownRequest,
} from 'vscode-languageserver/node';
import packageJson from '../../../package.json' with { type: 'json' };
import { directoryWith, runHookplate, startHookplate } from '../run-hookplate.ts';
import { type Editor, type OpenFile, startEditor, startEditorOfProcess } from './editor.ts';

const orders = {
  variables: { order: { id: 'number' } },
  events: {
    'order.paid': { title: 'Paid' },
    'order.lost': { title: 'Lost', variables: { reason: 'string' } },
  },
};

/** A module that exports a catalogue by a name. */
const definingOrders = `import { defineEvents } from ${JSON.stringify(new URL('../../../dist/index.js', import.meta.url).href)};
  export const orders = defineEvents({
    variables: { order: { id: 'number' } },
    events: { 'order.paid': { title: 'Paid' } },
  });`;

async function namesAt({ connection }: Editor, { uri }: OpenFile): Promise<readonly string[]> {
  const params = { textDocument: { uri }, position: { line: 0, character: 1 } };
  const answer = await connection.sendRequest(CompletionRequest.type, params);
  const items = Array.isArray(answer) ? answer : (answer?.items ?? []);
  return items.filter(({ kind }) => kind === 6).map(({ label }) => label);
}

describe('the server', () => {
  it('says what it is and what it can', async () => {
    const { initialized, quit } = await startEditor();
    expect(initialized.serverInfo).toEqual({ name: 'hookplate', version: packageJson.version });
    expect(initialized.capabilities).toMatchObject({
      positionEncoding: 'utf-16',
      textDocumentSync: { openClose: true, change: 2 },
      hoverProvider: true,
      codeActionProvider: {
        codeActionKinds: ['quickfix', 'source.fixAll.hookplate', 'refactor.rewrite.hookplate'],
      },
      semanticTokensProvider: { full: { delta: true }, range: true },
    });
    expect(await quit()).toBe(0);
  });

  it('ends with 1 where the editor did not say that it would end it', async () => {
    const { connection, ended } = await startEditor();
    await connection.sendNotification(ExitNotification.type);
    expect(await ended).toBe(1);
  });

  it('ends when its stdin does, with 0 after a shutdown', async () => {
    const first = await startEditor();
    first.hangUp();
    expect(await first.ended).toBe(1);
    const second = await startEditor();
    await second.connection.sendRequest(ShutdownRequest.type);
    second.hangUp();
    expect(await second.ended).toBe(0);
  });

  it('ends when its editor has died, though somebody holds its stdin open', async () => {
    const parent = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    onTestFinished(() => void parent.kill('SIGKILL'));
    const { ended } = await startEditor({ processId: parent.pid ?? 0 });
    parent.kill('SIGKILL');
    await once(parent, 'close');
    expect(await ended).toBe(1);
  });

  it('takes the option by which the protocol names the editor', async () => {
    const { status, stderr } = await runHookplate(['lsp', '--stdio', `--clientProcessId=${process.pid}`]);
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
  });
});

describe('the order of the protocol', () => {
  /** The codes of the answers to these requests, in order; `id` is added to those that have a method alone. */
  async function codesOf(messages: readonly object[]): Promise<readonly unknown[]> {
    const stdout = new PassThrough();
    const { stdin } = startHookplate(['lsp', '--stdio'], { stdin: { isOpen: true }, output: stdout });
    const connection = createMessageConnection(stdout, stdin);
    connection.listen();
    onTestFinished(() => connection.dispose());
    const answers: unknown[] = [];
    for (const { method, params } of messages as readonly { method: string; params?: object }[]) {
      const answer =
        params === undefined ? connection.sendRequest(method) : connection.sendRequest(method, params);
      answers.push(
        await answer.then(
          () => 'answered',
          error => error.code,
        ),
      );
    }
    return answers;
  }

  const hello = { method: 'initialize', params: { processId: null, rootUri: null, capabilities: {} } };
  const hover = { textDocument: { uri: 'file:///a.hookplate' }, position: { line: 0, character: 0 } };

  it('begins with initialize, which comes once', async () => {
    const asked = { method: 'textDocument/hover', params: hover };
    expect(await codesOf([asked, { method: 'shutdown' }, hello, hello, asked])).toEqual([
      ErrorCodes.ServerNotInitialized,
      ErrorCodes.ServerNotInitialized,
      'answered',
      ErrorCodes.InvalidRequest,
      'answered',
    ]);
  });

  it('ends with shutdown', async () => {
    expect(
      await codesOf([hello, { method: 'shutdown' }, { method: 'textDocument/hover', params: hover }]),
    ).toEqual(['answered', 'answered', ErrorCodes.InvalidRequest]);
  });

  it.each([
    ['textDocument/hover', undefined],
    ['textDocument/hover', {}],
    ['textDocument/hover', { ...hover, position: { line: '0' } }],
    ['textDocument/completion', { textDocument: { uri: 5 } }],
    ['textDocument/codeAction', { ...hover }],
    ['textDocument/semanticTokens/full', undefined],
    ['textDocument/semanticTokens/range', hover],
    ['textDocument/rename', hover],
    ['textDocument/references', hover],
    ['textDocument/definition', { textDocument: hover.textDocument }],
    ['textDocument/selectionRange', { ...hover, positions: [1] }],
    ['textDocument/formatting', hover],
    ['textDocument/prepareRename', { textDocument: hover.textDocument }],
    ['textDocument/semanticTokens/full/delta', {}],
    ['hookplate/status', undefined],
    ['hookplate/preview', { textDocument: hover.textDocument }],
  ])('wants the parameters of %s, not %j', async (method, params) => {
    expect(await codesOf([hello, { method, params }])).toEqual(['answered', ErrorCodes.InvalidParams]);
  });

  it('knows no other methods, and no initialize without parameters', async () => {
    expect(
      await codesOf([
        { method: 'initialize' },
        hello,
        { method: 'hookplate/none' },
        { method: 'textDocument/codeLens' },
      ]),
    ).toEqual([ErrorCodes.InvalidParams, 'answered', ErrorCodes.MethodNotFound, ErrorCodes.MethodNotFound]);
  });
});

describe('the settings of an editor', () => {
  it('name a catalogue, in the folder that is open, and the events that bare templates are for', async () => {
    const directory = directoryWith({ 'orders.json': JSON.stringify(orders) });
    const initializationOptions = { catalogue: 'orders.json', events: ['order.paid'] };
    const editor = await startEditor({ directory, initializationOptions });
    const file = await editor.open('a.hookplate', '$order.id$ $reason$');
    expect((await file.diagnostics()).map(({ range }) => file.slice(range))).toEqual(['reason']);
    expect(await namesAt(editor, file)).toEqual(['event', 'date', 'order.id']);
  });

  it('are asked for, and hold from then on for what is open', async () => {
    const directory = directoryWith({ 'orders.json': JSON.stringify(orders) });
    const configuration = { catalogue: 'orders.json', output: null, trace: { server: 'off' } };
    const editor = await startEditor({ directory, configuration });
    const file = await editor.open('a.hookplate', '$order.id$');
    expect(await file.diagnostics()).toEqual([]);
    expect(editor.shown).toEqual([]);
  });

  it('are told by an editor that cannot be asked, and documents are checked again', async () => {
    const editor = await startEditor();
    const file = await editor.open('a.hookplate', '{"a": 1,}');
    expect(await file.diagnostics()).toEqual([]);
    const settings = { hookplate: { output: 'json' } };
    await editor.connection.sendNotification('workspace/didChangeConfiguration', { settings });
    await expect
      .poll(() => editor.published.at(-1)?.diagnostics)
      .toMatchObject([{ code: 'json-extra-comma' }]);
  });

  it('say what a bare template writes, unless its name does', async () => {
    const editor = await startEditor({ initializationOptions: { output: 'json' } });
    expect(await (await editor.open('a.hookplate', '{"a": 1,}')).diagnostics()).toHaveLength(1);
    expect(await (await editor.open('a.text.hookplate', '{"a": 1,}')).diagnostics()).toEqual([]);
  });

  it('say which addresses are called although they are not public', async () => {
    const webhook = { profile: 'p', events: { Started: true }, method: 'GET', url: 'http://10.1.2.3/' };
    const codesIn = async (initializationOptions?: object) => {
      const editor = await startEditor({ initializationOptions });
      const file = await editor.open('a.json', JSON.stringify(webhook));
      return (await file.diagnostics()).map(({ code }) => code);
    };
    expect(await codesIn()).toEqual(['refused-address']);
    expect(await codesIn({ allow: ['10.0.0.0/8'] })).toEqual([]);
  });

  it.each([
    [{ allow: ['10.0.0.1'] }, 'hookplate: settings.allow[0]: expected a CIDR range'],
    [{ outptu: 'json' }, 'hookplate: settings.outptu: there is no such option; did you mean `output`?'],
    [{ output: 'jsn' }, 'did you mean "json"?'],
    [{ catalogue: 'none.json' }, 'none.json cannot be read'],
    [{ events: ['Startd'] }, 'there is no event Startd. Did you mean Started?'],
  ])('that cannot be used are told to people: %j', async (initializationOptions, message) => {
    const editor = await startEditor({ initializationOptions });
    const file = await editor.open('a.hookplate', '$event$');
    expect(await file.diagnostics()).toEqual([]);
    expect(editor.shown).toEqual([expect.stringContaining(message)]);
  });

  it('may name a module that prints, which does not disturb the protocol', async () => {
    const module = `console.log('loaded'); process.stdout.write('written\\n'); export default ${JSON.stringify({ ...orders, names: ['x'] })};`;
    const directory = directoryWith({ 'orders.mjs': module });
    const editor = await startEditorOfProcess({
      directory,
      initializationOptions: { catalogue: 'orders.mjs' },
    });
    const file = await editor.open('a.hookplate', '$event$');
    expect(await file.diagnostics()).toEqual([]);
    expect(editor.stderr()).toBe('loaded\nwritten\n');
    expect(editor.shown).toEqual([expect.stringContaining('exports no catalogue')]);
    expect(await editor.quit()).toBe(0);
  });

  it('may name a module that fails where nothing catches it, which harms nothing', async () => {
    const module = `setTimeout(() => { Promise.reject(new Error('late')); throw new Error('at once'); });
      ${definingOrders}`;
    const directory = directoryWith({ 'orders.mjs': module });
    const editor = await startEditorOfProcess({
      directory,
      initializationOptions: { catalogue: 'orders.mjs' },
    });
    const file = await editor.open('a.hookplate', '$order.id$');
    expect(await file.diagnostics()).toEqual([]);
    expect(editor.shown).toEqual([]);
    expect(await editor.quit()).toBe(0);
  });

  it.each([
    ['exits', 'process.exit(1);', 'orders.mjs cannot be loaded: it ended the program, with status 1.'],
    ['throws', 'throw new Error("no orders");', 'no orders'],
    ['is not there', undefined, 'orders.mjs cannot be loaded'],
  ])(
    'may name a module that %s: people are told once, and nothing else is wrong until it changes',
    async (_, module, message) => {
      const directory = directoryWith(module === undefined ? {} : { 'orders.mjs': module });
      const editor = await startEditorOfProcess({
        directory,
        initializationOptions: { catalogue: 'orders.mjs' },
      });
      const file = await editor.open('a.hookplate', '$order.id$ $order.nmae$');
      expect(await file.diagnostics()).toEqual([]);
      expect(editor.shown).toEqual([expect.stringContaining(message)]);
      writeFileSync(join(directory, 'orders.mjs'), definingOrders);
      await expect
        .poll(() => editor.published.at(-1)?.diagnostics.map(({ range }) => file.slice(range)))
        .toEqual(['order.nmae']);
      expect(editor.shown).toHaveLength(1);
    },
  );

  it('load a module again when what it imports has changed', async () => {
    const directory = directoryWith({
      'orders.mjs': `import { name } from './name.mjs';\n${definingOrders.replace("{ id: 'number' }", "{ [name]: 'number' }")}`,
      'name.mjs': "export const name = 'id';",
    });
    const editor = await startEditorOfProcess({
      directory,
      initializationOptions: { catalogue: 'orders.mjs' },
    });
    const file = await editor.open('a.hookplate', '$order.id$');
    expect(await file.diagnostics()).toEqual([]);
    writeFileSync(join(directory, 'name.mjs'), "export const name = 'number';");
    await expect
      .poll(() => editor.published.at(-1)?.diagnostics)
      .toMatchObject([{ code: 'unknown-variable' }]);
  });

  it('may name a module whose samples fail: names are known without them', async () => {
    const library = fileURLToPath(new URL('../../../dist/index.js', import.meta.url));
    const module = `import { defineEvents } from ${JSON.stringify(library)};
      let asked = 0;
      const sample = () => { if (asked++ > 0) throw new Error('sample'); return { id: 1 }; };
      export default defineEvents({ events: { a: { title: 'A', variables: { id: 'number' }, sample } } });`;
    const directory = directoryWith({ 'orders.mjs': module });
    const editor = await startEditorOfProcess({
      directory,
      initializationOptions: { catalogue: 'orders.mjs' },
    });
    const file = await editor.open('a.hookplate', '$');
    await file.diagnostics();
    expect(await namesAt(editor, file)).toEqual(['event', 'date', 'id']);
    expect(editor.shown).toEqual([]);
  });
});
