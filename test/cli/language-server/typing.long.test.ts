import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  CodeActionRequest,
  CompletionRequest,
  HoverRequest,
  SemanticTokensDeltaRequest,
} from 'vscode-languageserver/node';
import { type Editor, type OpenFile, startEditorOfProcess } from './editor.ts';
import { templateFiles } from './template-files.ts';

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

it.each([
  ['chat.json.hookplate', 'slack-alerts'],
  ['chat.json', 'webex'],
  ['chat.yaml', 'webex'],
  ['chat.properties', 'webex'],
])('fails no request at any prefix of a template: %s', async (name, example) => {
  const file = readFileSync(`grammar/cases/chat/${example}.template`, 'utf8');
  const [, template = ''] = file.split('---\n');
  const marker = 'HERE';
  // The only event is an error; otherwise a condition for errors would never hold.
  const whole = templateFiles(marker)[name] ?? '';
  let offset = whole.indexOf(marker);
  const editor = await startEditorOfProcess();
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
  const editor = await startEditorOfProcess();
  const file = await editor.open(name, text);
  for (const answer of [...askAll(editor, file, text.length), ...askAll(editor, file, text.length >> 1)])
    await answer;
  const last = await editor.open('last.hookplate', '$event$');
  expect(await last.diagnostics()).toEqual([]);
  expect(editor.stderr()).toBe('');
});
