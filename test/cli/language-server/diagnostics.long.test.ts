import { describe, expect, it } from 'vitest';
import {
  type CodeAction,
  type CodeActionContext,
  CodeActionRequest,
  CodeActionResolveRequest,
  CodeActionTriggerKind,
} from 'vscode-languageserver/node';
import { type Editor, type OpenFile, startEditor } from './editor.ts';
import { templateFiles } from './template-files.ts';

const mistaken =
  '{\n  "🌙 text": "$profil$: \\"$recordsProcesed$\\"",\n  "ok": $if(isErrr)$1$else$2$endif$\n}';
const names = ['profil', 'recordsProcesed', 'isErrr'];

/** Applies what an action does to its document, as the protocol says. */
async function apply({ edit }: CodeAction, file: OpenFile): Promise<void> {
  const [change] = edit?.documentChanges ?? [];
  const versioned = change && 'edits' in change ? change : undefined;
  if (versioned) expect(versioned.textDocument).toEqual({ uri: file.uri, version: file.document.version });
  const edits = versioned?.edits ?? edit?.changes?.[file.uri] ?? [];
  const changes = edits.flatMap(each => ('newText' in each ? [each] : []));
  expect(changes.length).toBeGreaterThan(0);
  const { document } = file;
  const last = changes.toSorted(
    (a, b) => document.offsetAt(b.range.start) - document.offsetAt(a.range.start),
  );
  for (const { range, newText } of last)
    await file.type(document.offsetAt(range.start), document.offsetAt(range.end), newText);
}

async function actionsFor(
  { connection }: Editor,
  { uri, document }: OpenFile,
  asked: Partial<CodeActionContext> = {},
): Promise<readonly CodeAction[]> {
  const range = { start: document.positionAt(0), end: document.positionAt(document.getText().length) };
  const context = { diagnostics: [], ...asked };
  const params = { textDocument: { uri }, range, context };
  // The server has no commands.
  return ((await connection.sendRequest(CodeActionRequest.type, params)) ?? []) as readonly CodeAction[];
}

describe.each(Object.entries(templateFiles(mistaken)))('%s', (name, text) => {
  it('is marked where its templates are wrong, through whatever the file writes them with', async () => {
    const editor = await startEditor();
    const file = await editor.open(name, text);
    const found = await file.diagnostics();
    expect(found.map(({ range }) => file.slice(range))).toEqual(names);
    expect(found).toMatchObject(
      names.map(() => ({ severity: 1, code: 'unknown-variable', source: 'hookplate' })),
    );
    expect(found[0]?.message).toContain('There is no variable `profil`');
  });

  it('is clean once its fixes are applied', async () => {
    const documentChanges = name.endsWith('.json');
    const capabilities = { workspace: { workspaceEdit: { documentChanges } } };
    const editor = await startEditor({ capabilities });
    const file = await editor.open(name, text);
    // Somebody who asks before the configuration is known gets nothing.
    await file.diagnostics();
    for (const _ of names) {
      const [first] = await actionsFor(editor, file, { only: ['quickfix'] });
      expect(first).toMatchObject({ kind: 'quickfix', diagnostics: [{ code: 'unknown-variable' }] });
      if (first) await apply(first, file);
    }
    expect(await file.diagnostics()).toEqual([]);
    const wanted = names.reduce((mended, wrong, index) => {
      return mended.replace(
        new RegExp(`${wrong}(?=[$)])`),
        ['profile', 'recordsProcessed', 'isError'][index] ?? '',
      );
    }, text);
    expect(file.document.getText()).toBe(wanted);
  });
});

describe('what is offered to mend a document', () => {
  const slips = '{"a": "$profile; format=“trim”$", "b": "$profil; format=“one-line”$"}';
  const resolveSupport = { properties: ['edit'] };

  it.each([
    ['at once', {}],
    ['when it is chosen', { textDocument: { codeAction: { dataSupport: true, resolveSupport } } }],
  ])('has an action that applies all safe fixes, with its edit %s', async (_, capabilities) => {
    const editor = await startEditor({ capabilities });
    const file = await editor.open('chat.json.hookplate', slips);
    const before = await file.diagnostics();
    expect(before.length).toBeGreaterThan(1);
    const [offered, ...others] = await actionsFor(editor, file, { only: ['source.fixAll'] });
    expect(others).toEqual([]);
    expect(offered).toMatchObject({ title: 'Fix all that is safe to fix', kind: 'source.fixAll.hookplate' });
    if (!offered) return;
    const isLater = 'textDocument' in capabilities;
    expect(offered.edit === undefined).toBe(isLater);
    await apply(
      isLater ? await editor.connection.sendRequest(CodeActionResolveRequest.type, offered) : offered,
      file,
    );
    expect((await file.diagnostics()).length).toBeLessThan(before.length);
    expect(await actionsFor(editor, file, { only: ['source.fixAll'] })).toEqual([]);
  });

  it('waits for the check that comes after a pause, if an editor asks at each key', async () => {
    const editor = await startEditor();
    const file = await editor.open('a.hookplate', '$profil$');
    const ask = () => actionsFor(editor, file, { triggerKind: CodeActionTriggerKind.Automatic });
    await file.diagnostics();
    expect((await ask()).map(({ title }) => title)).toEqual(['Did you mean profile?']);
    await file.type(0, 0, '$isError$ ');
    expect(await ask()).toEqual([]);
    await file.diagnostics();
    expect(await ask()).toHaveLength(1);
  });

  it('is what stands at the cursor alone', async () => {
    const editor = await startEditor();
    const text = '{"a": "$profil$", "b": "$evnt$"}';
    const file = await editor.open('chat.json.hookplate', text);
    const at = file.document.positionAt(text.indexOf('evnt'));
    const params = { textDocument: file, range: { start: at, end: at }, context: { diagnostics: [] } };
    const found = await editor.connection.sendRequest(CodeActionRequest.type, params);
    expect(found?.map(({ title }) => title)).toEqual(['Did you mean event?']);
  });
});

describe('documents', () => {
  it('that are no webhooks stay silent, whatever they are', async () => {
    const editor = await startEditor();
    const others = [
      await editor.open('package.json', '{"name": "a", "url": "$b$", "version": "1"'),
      await editor.open('other.yaml', 'a: $profil$\n'),
      await editor.open('app.properties', 'url=$profil$\n'),
      await editor.open('notes.md', '$profil$', 'markdown'),
    ];
    const file = await editor.open('last.hookplate', '$profil$');
    expect(await file.diagnostics()).toHaveLength(1);
    expect(editor.published.map(({ uri }) => uri)).toEqual([file.uri]);
    for (const other of others) expect(await actionsFor(editor, other)).toEqual([]);
  });

  it('that are nearly a webhook are a warning', async () => {
    const editor = await startEditor();
    const file = await editor.open('a.json', '{"profil": "a", "metod": "GET", "ulr": "x"}');
    expect(
      (await file.diagnostics()).map(({ code, severity, range }) => [code, severity, file.slice(range)]),
    ).toEqual([['nearly-webhook', 2, '"profil"']]);
  });

  it('without a name are known by their language', async () => {
    const editor = await startEditor();
    const files = templateFiles(mistaken);
    const json = await editor.open('untitled:Untitled-1', files['chat.json'] ?? '', 'json');
    const yaml = await editor.open('untitled:Untitled-2', files['chat.yaml'] ?? '', 'yaml');
    const bare = await editor.open('untitled:Untitled-3', '$profil$', 'hookplate');
    expect(await json.diagnostics()).toHaveLength(3);
    expect(await yaml.diagnostics()).toHaveLength(3);
    expect(await bare.diagnostics()).toHaveLength(1);
  });

  it('are marked where the file itself is broken, and point to what explains that', async () => {
    const editor = await startEditor();
    const broken = await editor.open('a.json', '{"method": "GET", "url": "https://e.example", }');
    expect(await broken.diagnostics()).toMatchObject([{ code: 'file-syntax' }]);
    const twice = await editor.open('b.json', '{"method": "GET", "url": "a", "url": "b"}');
    const repeated = (await twice.diagnostics()).find(({ code }) => code === 'repeated-key');
    const [related] = repeated?.relatedInformation ?? [];
    expect(related?.location.uri).toBe(twice.uri);
    expect(related && twice.slice(related.location.range)).toBe('"url"');
  });

  it('are clean when they are closed, or no webhook any more', async () => {
    const editor = await startEditor();
    const file = await editor.open('a.json', '{"method": "GET", "url": "https://e.example"}');
    expect(await file.diagnostics()).not.toEqual([]);
    await file.type(0, file.document.getText().length, '{}');
    expect(await file.diagnostics()).toEqual([]);
    await file.type(0, 2, '{"method": "GET", "url": "https://e.example"}');
    expect(await file.diagnostics()).not.toEqual([]);
    await editor.connection.sendNotification('textDocument/didClose', { textDocument: { uri: file.uri } });
    await expect.poll(() => editor.published.at(-1)).toEqual({ uri: file.uri, diagnostics: [] });
  });
});
