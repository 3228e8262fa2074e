import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  CancellationTokenSource,
  CodeActionRequest,
  CompletionRequest,
  HoverRequest,
  LSPErrorCodes,
  ResponseError,
  SemanticTokensDeltaRequest,
  SemanticTokensRequest,
} from 'vscode-languageserver/node';
import { type Editor, type OpenFile, startEditor } from './editor.ts';
import { templateFiles } from './template-files.ts';

const item = '  {"profile": "$profile$", "on": "$date; format="yyyy-MM-dd"$", "n": $sequence$},\n';
const large = `[\n${item.repeat(Math.ceil((64 * 1024) / item.length))}  {}\n]`;

/** All that an editor asks where somebody types. */
function askAll(
  { connection }: Editor,
  { uri, document }: OpenFile,
  offset: number,
): readonly Promise<unknown>[] {
  const textDocument = { uri };
  const position = document.positionAt(offset);
  const range = { start: position, end: position };
  return [
    connection.sendRequest(CompletionRequest.type, { textDocument, position }),
    connection.sendRequest(HoverRequest.type, { textDocument, position }),
    connection.sendRequest(SemanticTokensDeltaRequest.type, { textDocument, previousResultId: '' }),
    connection.sendRequest(CodeActionRequest.type, { textDocument, range, context: { diagnostics: [] } }),
  ];
}

it.each(Object.keys(templateFiles(large)).filter(name => name !== 'windows.json'))(
  'answers while 64 KiB are typed into, and says what is wrong with what was typed last: %s',
  async name => {
    const editor = await startEditor();
    const text = templateFiles(large)[name] ?? '';
    const file = await editor.open(name, text);
    expect(await file.diagnostics()).toEqual([]);
    const start = text.lastIndexOf('$sequence$');
    let offset = start;
    await file.type(offset, offset + '$sequence$'.length, '');
    for (const key of '$sequenc') {
      const { version } = file.document;
      await file.type(offset, offset, key);
      offset++;
      const params = { textDocument: { uri: file.uri }, position: file.document.positionAt(offset) };
      const answer = await editor.connection.sendRequest(CompletionRequest.type, params);
      const items = Array.isArray(answer) ? answer : (answer?.items ?? []);
      expect(items.map(({ label }) => label)).toContain('sequence');
      // It did not wait for a check of what it answers about.
      expect(editor.published.filter(published => (published.version ?? 0) > version)).toEqual([]);
    }
    await file.type(offset, offset, '$');
    const found = await file.diagnostics();
    expect(found.map(({ range }) => file.slice(range))).toEqual(['sequenc']);
    const versions = editor.published.map(({ version = 0 }) => version);
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
  },
);

it.each([
  ['chat.json.hookplate', 'slack-alerts'],
  ['chat.json', 'webex'],
  ['chat.yaml', 'webex'],
  ['chat.properties', 'webex'],
])('fails no request at any prefix of a template: %s', async (name, example) => {
  const file = readFileSync(`grammar/cases/chat/${example}.template`, 'utf8');
  const [, template = ''] = file.split('---\n');
  const marker = 'HERE';
  const whole = templateFiles(marker)[name] ?? '';
  let offset = whole.indexOf(marker);
  const editor = await startEditor();
  const open = await editor.open(name, whole.replace(marker, ''));
  const answers: Promise<unknown>[] = [];
  const keys = writtenIn(name, template);
  expect(keys.length).toBeGreaterThan(250);
  for (const key of keys) {
    await open.type(offset, offset, key);
    offset += key.length;
    answers.push(...askAll(editor, open, offset));
  }
  expect((await Promise.allSettled(answers)).filter(({ status }) => status === 'rejected')).toEqual([]);
  const codes = (await open.diagnostics()).map(({ code }) => code);
  expect([...new Set(codes)]).toEqual(example === 'webex' ? [] : ['unknown-list']);
  expect(editor.stderr()).toBe('');
});

/** The keys by which somebody types a template into a file. */
function writtenIn(name: string, template: string): readonly string[] {
  const keys = [...template];
  if (name === 'chat.json') return keys.map(key => JSON.stringify(key).slice(1, -1));
  if (name === 'chat.yaml') return keys.map(key => (key === '\n' ? '\n    ' : key));
  return name === 'chat.properties' ? keys.map(key => ({ '\n': '\\n', '\\': '\\\\' })[key] ?? key) : keys;
}

it('cancels what an editor does not want any more', async () => {
  const editor = await startEditor();
  const file = await editor.open('large.json.hookplate', large);
  const textDocument = { uri: file.uri };
  const busy = editor.connection.sendRequest(SemanticTokensRequest.type, { textDocument });
  const source = new CancellationTokenSource();
  const position = { line: 3, character: 20 };
  const asked = Array.from({ length: 20 }, () =>
    editor.connection.sendRequest(CompletionRequest.type, { textDocument, position }, source.token),
  );
  source.cancel();
  const answers = await Promise.allSettled(asked);
  const refused = answers.flatMap(answer => (answer.status === 'rejected' ? [answer.reason] : []));
  expect(refused.length).toBeGreaterThan(0);
  for (const reason of refused) {
    expect(reason).toBeInstanceOf(ResponseError);
    expect(reason.code).toBe(LSPErrorCodes.RequestCancelled);
  }
  expect((await busy)?.data.length).toBeGreaterThan(1000);
  const params = { textDocument, position: { line: 3, character: 20 } };
  expect(await editor.connection.sendRequest(CompletionRequest.type, params)).not.toBeNull();
});

it.each([
  ['deep.json', `{"method": "GET", "url": ${'['.repeat(100_000)}`],
  ['deep.yaml', `method: GET\nurl: ${'['.repeat(20_000)}`],
  ['deep.hookplate', '$if(isError)$'.repeat(4_000)],
  ['parens.hookplate', `$if(${'('.repeat(30_000)}isError`],
  ['dollars.json.hookplate', '$'.repeat(60_000)],
  ['quotes.json.hookplate', '"$event; format="'.repeat(3_000)],
  ['aliases.yaml', 'method: &a GET\nurl: *a\npayload: *a\nheaders: [{name: *a, value: *a}]\nevents: *b\n'],
  ['empty.json', ''],
  ['lone.json.hookplate', '\ud800$event$\udc00'],
])('bears %s', async (name, text) => {
  const editor = await startEditor();
  const file = await editor.open(name, text);
  for (const answer of [...askAll(editor, file, text.length), ...askAll(editor, file, text.length >> 1)])
    await answer;
  const last = await editor.open('last.hookplate', '$event$');
  expect(await last.diagnostics()).toEqual([]);
  expect(editor.stderr()).toBe('');
});
