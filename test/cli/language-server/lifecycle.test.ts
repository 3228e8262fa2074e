import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  CompletionRequest,
  ExitNotification,
  LogMessageNotification,
  ShutdownRequest,
} from 'vscode-languageserver/node';
import packageJson from '../../../package.json' with { type: 'json' };
import { directoryWith, runHookplate } from '../run-hookplate.ts';
import { type Editor, type OpenFile, startEditor, startEditorOfProcess } from './editor.ts';

const orders = {
  variables: { order: { id: 'number' } },
  events: {
    'order.paid': { title: 'Paid' },
    'order.lost': { title: 'Lost', variables: { reason: 'string' } },
  },
};

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
      codeActionProvider: { codeActionKinds: ['quickfix', 'source.fixAll.hookplate'] },
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

describe('the settings of an editor', () => {
  it('name a catalogue, in the folder that is open, and the events that bare templates are for', async () => {
    const directory = directoryWith({ 'orders.json': JSON.stringify(orders) });
    const initializationOptions = { catalogue: 'orders.json', events: ['order.paid'] };
    const editor = await startEditor({ directory, initializationOptions });
    const file = await editor.open('a.hookplate', '$order.id$ $reason$');
    expect(await namesAt(editor, file)).toEqual(['event', 'date', 'order.id']);
    expect((await file.diagnostics()).map(({ range }) => file.slice(range))).toEqual(['reason']);
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

  it('may name a module that fails where nothing catches it, which is logged and ends nothing', async () => {
    const module = `setTimeout(() => { Promise.reject(new Error('late')); throw new Error('at once'); });
      export default ${JSON.stringify({ ...orders, names: ['x'] })};`;
    const directory = directoryWith({ 'orders.mjs': module });
    const editor = await startEditorOfProcess({
      directory,
      initializationOptions: { catalogue: 'orders.mjs' },
    });
    const logged: string[] = [];
    editor.connection.onNotification(LogMessageNotification.type, ({ message }) => void logged.push(message));
    const file = await editor.open('a.hookplate', '$event$');
    expect(await file.diagnostics()).toEqual([]);
    await expect.poll(() => logged.join('\n')).toMatch(/at once.*late/s);
    expect(await editor.quit()).toBe(0);
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
    expect(await namesAt(editor, file)).toEqual(['event', 'date', 'id']);
    expect(editor.shown).toEqual([]);
  });
});
