import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  CancellationTokenSource,
  CodeActionRequest,
  CompletionRequest,
  DidChangeWatchedFilesNotification,
  DidChangeWorkspaceFoldersNotification,
  DidCloseTextDocumentNotification,
  FileChangeType,
  HoverRequest,
  LSPErrorCodes,
  SemanticTokensRefreshRequest,
} from 'vscode-languageserver/node';
import { directoryWith } from '../run-hookplate.ts';
import { type Editor, startEditor, startEditorOfProcess } from './editor.ts';

const library = JSON.stringify(new URL('../../../dist/index.js', import.meta.url).href);

/** A configuration whose events have one variable. */
function configWith(variable: string): string {
  return `import { defineEvents } from ${library};
    export default { catalogue: defineEvents({ events: { A: { title: 'A', variables: { ${variable}: 'string' } } } }) };`;
}

function uriOf(directory: string, name: string): string {
  return `${pathToFileURL(directory).href}/${name}`;
}

/** What was published last of each file, by its name. */
function latest({ published }: Editor): Readonly<Record<string, readonly unknown[]>> {
  return Object.fromEntries(
    published.map(({ uri, diagnostics }) => [uri.replace(/^.*\//, ''), diagnostics.map(({ code }) => code)]),
  );
}

describe('files that are not open', () => {
  const broken = '{"a": 1,}';

  it('are checked, and again when they change; those that git ignores are not', async () => {
    const directory = directoryWith({
      'a.json.hookplate': broken,
      'b.json.hookplate': '{}',
      'package.json': '{"name": "x"}',
      'ignored.json.hookplate': broken,
      '.gitignore': 'ignored.*',
    });
    const editor = await startEditor({ directory, folders: [directory] });
    await expect.poll(() => latest(editor)).toEqual({ 'a.json.hookplate': ['json-extra-comma'] });
    writeFileSync(join(directory, 'b.json.hookplate'), broken);
    rmSync(join(directory, 'a.json.hookplate'));
    const changes = ['a', 'b', 'ignored'].map(name => ({
      uri: uriOf(directory, `${name}.json.hookplate`),
      type: FileChangeType.Changed as FileChangeType,
    }));
    await editor.connection.sendNotification(DidChangeWatchedFilesNotification.type, { changes });
    await expect
      .poll(() => latest(editor))
      .toEqual({ 'a.json.hookplate': [], 'b.json.hookplate': ['json-extra-comma'] });
  });

  it('are as they are on the disk once they are closed', async () => {
    const directory = directoryWith({ 'a.json.hookplate': broken });
    const editor = await startEditor({ directory, folders: [directory] });
    await expect.poll(() => latest(editor)).toEqual({ 'a.json.hookplate': ['json-extra-comma'] });
    const file = await editor.open('a.json.hookplate', '{}');
    expect(await file.diagnostics()).toEqual([]);
    await editor.connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: file });
    await expect.poll(() => latest(editor)).toEqual({ 'a.json.hookplate': ['json-extra-comma'] });
  });

  it('are those that a configuration says are templates, of which the editor is asked to tell', async () => {
    const files = (output: string, pattern = './texts/*.txt') =>
      JSON.stringify({ files: { [pattern]: { output } } });
    const root = directoryWith({
      'project/texts/a.txt': broken,
      'project/hookplate.config.json': files('json'),
    });
    const directory = join(root, 'project');
    const editor = await startEditor({
      directory,
      folders: [directory],
      capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } },
    });
    await expect.poll(() => latest(editor)).toEqual({ 'a.txt': ['json-extra-comma'] });
    const all = '**/*{.json,.jsonc,.yaml,.yml,.properties,.hookplate}';
    await expect.poll(() => editor.watched()).toEqual([all, '**/texts/*.txt']);
    writeFileSync(join(directory, 'texts/b.txt'), broken);
    const changes = [
      { uri: uriOf(directory, 'texts/b.txt'), type: FileChangeType.Created as FileChangeType },
    ];
    await editor.connection.sendNotification(DidChangeWatchedFilesNotification.type, { changes });
    await expect.poll(() => latest(editor)).toMatchObject({ 'b.txt': ['json-extra-comma'] });
    writeFileSync(join(directory, 'hookplate.config.json'), files('text', '../*/texts/*.txt'));
    await expect.poll(() => editor.watched()).toEqual([all, '**/*/texts/*.txt']);
    await expect.poll(() => latest(editor)).toEqual({ 'a.txt': [], 'b.txt': [] });
  });

  it('are checked for what their configuration says when its folder was removed and has come back', async () => {
    const directory = directoryWith({ 'a/hookplate.config.json': '{}', 'a/b.hookplate': '$profil$' });
    const editor = await startEditor({ directory, folders: [directory] });
    await expect.poll(() => latest(editor)).toEqual({ 'b.hookplate': ['unknown-variable'] });
    const put = (config: string): void => {
      rmSync(join(directory, 'a'), { recursive: true });
      mkdirSync(join(directory, 'a'));
      writeFileSync(join(directory, 'a/b.hookplate'), '$profil$');
      writeFileSync(join(directory, 'a/hookplate.config.json'), config);
    };
    put('{');
    await expect
      .poll(() => latest(editor))
      .toEqual({
        'b.hookplate': [],
        'hookplate.config.json': ['config-unusable'],
      });
    writeFileSync(join(directory, 'a/hookplate.config.json'), '{}');
    await expect
      .poll(() => latest(editor))
      .toEqual({
        'b.hookplate': ['unknown-variable'],
        'hookplate.config.json': [],
      });
  });

  it('are left alone where only open ones are to be checked', async () => {
    const directory = directoryWith({ 'a.json.hookplate': broken });
    const editor = await startEditor({
      directory,
      folders: [directory],
      initializationOptions: { check: 'open' },
    });
    const file = await editor.open('b.json.hookplate', broken);
    expect(await file.diagnostics()).toHaveLength(1);
    expect(latest(editor)).toEqual({ 'b.json.hookplate': ['json-extra-comma'] });
  });
});

it('registers what an editor wants to hear of, and tells the extension of new settings', async () => {
  const directory = directoryWith({ 'hookplate.config.mjs': configWith('a') });
  const editor = await startEditor({
    directory,
    folders: [directory],
    capabilities: {
      textDocument: { formatting: { dynamicRegistration: true } },
      workspace: { didChangeWatchedFiles: { dynamicRegistration: true } },
      experimental: { hookplate: true },
    },
  });
  expect(editor.initialized.capabilities.documentFormattingProvider).toBe(false);
  const wanted = ['workspace/didChangeWatchedFiles', 'textDocument/formatting'];
  await expect.poll(() => editor.registered).toEqual(expect.arrayContaining(wanted));
  let changes = 0;
  editor.connection.onNotification('hookplate/settingsChanged', () => {
    changes++;
  });
  const file = await editor.open('a.hookplate', '$a$');
  expect(await file.diagnostics()).toEqual([]);
  writeFileSync(join(directory, 'hookplate.config.mjs'), configWith('b'));
  await expect.poll(() => changes).toBeGreaterThan(0);
  await expect
    .poll(() => editor.connection.sendRequest('hookplate/status', { uri: file.uri }))
    .toEqual({ config: join(directory, 'hookplate.config.mjs'), events: ['A'] });
});

describe('two folders', () => {
  it('have a configuration each, which may come, change and go', async () => {
    const directory = directoryWith({});
    const folders = ['one', 'two'].map(name => join(directory, name));
    for (const folder of folders) mkdirSync(folder);
    writeFileSync(join(directory, 'one/hookplate.config.mjs'), configWith('first'));
    const editor = await startEditorOfProcess({ directory, folders });
    const one = await editor.open('one/a.hookplate', '$first$ $second$');
    const two = await editor.open('two/a.hookplate', '$profile$ $second$');
    const wrong = (file: typeof one) => () => {
      const found = editor.published.findLast(({ uri }) => uri === file.uri)?.diagnostics;
      return found?.map(({ range }) => file.slice(range));
    };
    await expect.poll(wrong(one)).toEqual(['second']);
    await expect.poll(wrong(two)).toEqual(['second']);
    writeFileSync(join(directory, 'two/hookplate.config.mjs'), configWith('second'));
    await expect.poll(wrong(two)).toEqual(['profile']);
    writeFileSync(join(directory, 'one/hookplate.config.mjs'), configWith('second'));
    await expect.poll(wrong(one)).toEqual(['first']);
    rmSync(join(directory, 'two/hookplate.config.mjs'));
    await expect.poll(wrong(two)).toEqual(['second']);
    expect(editor.shown).toEqual([]);
  });

  it('have settings of the editor each', async () => {
    const directory = directoryWith({});
    const folders = ['one', 'two'].map(name => join(directory, name));
    for (const folder of folders) mkdirSync(folder);
    const editor = await startEditorOfProcess({
      directory,
      folders,
      configuration: scope => (scope?.endsWith('/one') ? { output: 'json' } : {}),
    });
    const one = await editor.open('one/a.hookplate', '{"a": 1,}');
    await expect.poll(() => latest(editor)).toEqual({ 'a.hookplate': ['json-extra-comma'] });
    const two = await editor.open('two/b.hookplate', '{"a": 1,}');
    expect(await two.diagnostics()).toEqual([]);
    const event = { added: [], removed: [{ uri: uriOf(directory, 'one'), name: 'one' }] };
    await editor.connection.sendNotification(DidChangeWorkspaceFoldersNotification.type, { event });
    await expect.poll(() => editor.published.findLast(({ uri }) => uri === one.uri)?.diagnostics).toEqual([]);
  });
});

/** What the extension says that it can. */
const extension = {
  experimental: { hookplate: true },
  workspace: { semanticTokens: { refreshSupport: true } },
};

/** How often an editor was told to ask again. */
function countedQuestions({ connection }: Editor) {
  const asked = { settings: 0, tokens: 0 };
  connection.onNotification('hookplate/settingsChanged', () => void asked.settings++);
  connection.onRequest(SemanticTokensRefreshRequest.type, () => void asked.tokens++);
  return asked;
}

describe('a configuration that takes a while', () => {
  const slow = `await new Promise(resolve => setTimeout(resolve, 500));\n${configWith('first')}`;

  it('is waited for by requests that it has the answer to', async () => {
    const directory = directoryWith({ 'hookplate.config.mjs': slow });
    const editor = await startEditorOfProcess({ directory, folders: [directory] });
    const { uri } = await editor.open('a.hookplate', '$frist$ $first$');
    const position = { line: 0, character: 3 };
    const at = { textDocument: { uri }, position };
    const range = { start: position, end: position };
    const inName = { ...at, position: { line: 0, character: 10 } };
    const [actions, completed, hover] = await Promise.all([
      editor.connection.sendRequest(CodeActionRequest.type, { ...at, range, context: { diagnostics: [] } }),
      editor.connection.sendRequest(CompletionRequest.type, at),
      editor.connection.sendRequest(HoverRequest.type, inName),
    ]);
    expect(actions?.map(({ title }) => title)).toContain('Did you mean first?');
    const items = Array.isArray(completed) ? completed : (completed?.items ?? []);
    expect(items.map(({ label }) => label)).toContain('first');
    expect(JSON.stringify(hover)).toContain('first');
  });

  it('is not waited for by requests that an editor cancels', async () => {
    const directory = directoryWith({ 'hookplate.config.mjs': 'for (;;);' });
    const editor = await startEditorOfProcess({ directory, folders: [directory] });
    const { uri } = await editor.open('a.hookplate', '$frist$');
    const position = { line: 0, character: 3 };
    const params = {
      textDocument: { uri },
      range: { start: position, end: position },
      context: { diagnostics: [] },
    };
    const source = new CancellationTokenSource();
    const asked = editor.connection.sendRequest(CodeActionRequest.type, params, source.token);
    source.cancel();
    await expect(asked).rejects.toMatchObject({ code: LSPErrorCodes.RequestCancelled });
    expect(await editor.connection.sendRequest(CodeActionRequest.type, params)).toEqual([]);
  });
});

describe('a configuration that never ends', () => {
  it('keeps no request waiting for long, and no other folder, and is given up where it is mended', async () => {
    const directory = directoryWith({
      'one/hookplate.config.mjs': "import './loop.mjs'; export default {};",
      'one/loop.mjs': 'for (;;);',
      'two/a.hookplate': '$profil$',
    });
    const folders = ['one', 'two'].map(name => join(directory, name));
    const editor = await startEditorOfProcess({ directory, folders, capabilities: extension });
    const asked = countedQuestions(editor);
    const file = await editor.open('one/b.hookplate', '$profil$');
    const webhook = await editor.open('one/c.json', '{"method": "GET", "url": "https://example.com/"}');
    await expect.poll(() => latest(editor)).toMatchObject({ 'a.hookplate': ['unknown-variable'] });
    const params = { textDocument: { uri: file.uri }, position: { line: 0, character: 1 } };
    expect(await editor.connection.sendRequest(CompletionRequest.type, params)).not.toBeNull();
    const trouble = 'The configuration is still being loaded.';
    const { connection } = editor;
    expect(await connection.sendRequest('hookplate/status', { uri: file.uri })).toMatchObject({ trouble });
    const inWebhook = { textDocument: { uri: webhook.uri }, position: { line: 0, character: 1 } };
    expect(await connection.sendRequest('hookplate/preview', inWebhook)).toMatchObject({ trouble });
    expect(latest(editor)).not.toHaveProperty('b.hookplate');
    expect(asked).toEqual({ settings: 0, tokens: 0 });
    writeFileSync(join(directory, 'one/loop.mjs'), '');
    await expect.poll(() => latest(editor)).toMatchObject({ 'b.hookplate': ['unknown-variable'] });
    await expect.poll(() => asked.settings * asked.tokens).toBeGreaterThan(0);
    expect(await connection.sendRequest('hookplate/status', { uri: file.uri })).toMatchObject({
      config: join(directory, 'one/hookplate.config.mjs'),
    });
    expect(await connection.sendRequest('hookplate/preview', inWebhook)).not.toHaveProperty('trouble');
    expect(editor.shown).toEqual([]);
  });

  it('leaves requests the events that it had before', async () => {
    const directory = directoryWith({ 'hookplate.config.mjs': configWith('first') });
    const editor = await startEditorOfProcess({ directory, folders: [directory], capabilities: extension });
    const asked = countedQuestions(editor);
    const file = await editor.open('a.hookplate', '$');
    const params = { textDocument: { uri: file.uri }, position: { line: 0, character: 1 } };
    const offered = async () => {
      const answer = await editor.connection.sendRequest(CompletionRequest.type, params);
      return (Array.isArray(answer) ? answer : (answer?.items ?? [])).map(({ label }) => label);
    };
    await file.diagnostics();
    expect(await offered()).toContain('first');
    const before = asked.settings;
    writeFileSync(join(directory, 'hookplate.config.mjs'), `${configWith('second')} for (;;);`);
    await expect.poll(() => asked.settings).toBeGreaterThan(before);
    expect(await offered()).toContain('first');
    writeFileSync(join(directory, 'hookplate.config.mjs'), configWith('second'));
    await expect.poll(offered).toContain('second');
    expect(editor.shown).toEqual([]);
  });
});

describe('a configuration that cannot be used', () => {
  it.each([
    ['throws', 'throw new Error("no orders");', 'no orders'],
    ['exits', 'process.exit(3);', 'it ended the program'],
    ['has a misspelt part', 'export default { catalgoue: 1 };', 'did you mean `catalogue`?'],
  ])('and %s is one mistake, at the configuration, and none in its files', async (_, module, message) => {
    const directory = directoryWith({ 'hookplate.config.mjs': module });
    const editor = await startEditorOfProcess({ directory, folders: [directory] });
    const files = [await editor.open('a.hookplate', '$a$'), await editor.open('b.hookplate', '$b$')];
    for (const file of files) expect(await file.diagnostics()).toEqual([]);
    const marked = editor.published.filter(({ uri }) => uri.endsWith('hookplate.config.mjs'));
    expect(marked.map(({ diagnostics }) => diagnostics.map(each => each.message))).toEqual([
      [expect.stringContaining(message)],
    ]);
    expect(marked.flatMap(({ diagnostics }) => diagnostics)).toEqual([
      expect.objectContaining({
        code: 'config-unusable',
        source: 'hookplate',
        codeDescription: { href: expect.stringContaining('#config-unusable') },
      }),
    ]);
    expect(editor.shown).toEqual([expect.stringContaining(message)]);
    writeFileSync(join(directory, 'hookplate.config.mjs'), configWith('a'));
    await expect
      .poll(() => latest(editor))
      .toMatchObject({
        'hookplate.config.mjs': [],
        'b.hookplate': ['unknown-variable'],
      });
  });

  it('is marked once by all folders that it is for, with each of its mistakes', async () => {
    const directory = directoryWith({
      'hookplate.config.json': JSON.stringify({
        files: { 'a/*': { catalogue: 'none.json' }, 'b/*': { catalogue: 'no.json' } },
      }),
      'a/one.hookplate': '$a$',
      'b/one.hookplate': '$a$',
    });
    const folders = ['.', 'a', 'b'].map(name => join(directory, name));
    const editor = await startEditor({ directory, folders });
    const marks = () =>
      editor.published
        .filter(({ uri }) => uri.endsWith('hookplate.config.json'))
        .map(({ diagnostics }) =>
          diagnostics.map(each => /[a-z]+\.json/.exec(JSON.stringify(each.message))?.[0]).toSorted(),
        );
    await expect.poll(() => marks().at(-1)).toEqual(['no.json', 'none.json']);
    for (const name of ['a', 'b']) {
      const file = await editor.open(`${name}/one.hookplate`, '$a$');
      expect(await file.diagnostics()).toEqual([]);
    }
    expect(marks().length).toBe(2);
    writeFileSync(join(directory, 'hookplate.config.json'), '{}');
    await expect.poll(() => marks().at(-1)).toEqual([]);
  });

  it('is not run in a folder that is not trusted, where nothing is checked', async () => {
    const directory = directoryWith({
      'hookplate.config.mjs':
        "import { writeFileSync } from 'node:fs'; writeFileSync(new URL('ran', import.meta.url), '');",
      'b.hookplate': '$b$',
      'other/c.hookplate': '$c$',
      'other/.git/HEAD': '',
    });
    const editor = await startEditorOfProcess({
      directory,
      folders: [directory],
      initializationOptions: { trusted: false },
    });
    const file = await editor.open('a.hookplate', '$a$');
    expect(await file.diagnostics()).toEqual([]);
    await expect.poll(() => latest(editor)).toMatchObject({ 'c.hookplate': ['unknown-variable'] });
    expect(existsSync(join(directory, 'ran'))).toBe(false);
    expect(editor.shown).toEqual([]);
    const params = { textDocument: { uri: file.uri }, position: { line: 0, character: 1 } };
    expect(await editor.connection.sendRequest(CompletionRequest.type, params)).not.toBeNull();
  });

  it('is missed by nobody in a folder without one, trusted or not', async () => {
    const directory = directoryWith({ 'a.hookplate': '$profil$' });
    const editor = await startEditorOfProcess({
      directory,
      folders: [directory],
      initializationOptions: { trusted: false },
    });
    await expect.poll(() => latest(editor)).toEqual({ 'a.hookplate': ['unknown-variable'] });
  });
});
