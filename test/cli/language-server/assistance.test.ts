import { describe, expect, it } from 'vitest';
import {
  type CompletionItem,
  CompletionItemKind,
  CompletionRequest,
  HoverRequest,
  SemanticTokensDeltaRequest,
  SemanticTokensRangeRequest,
  SemanticTokensRequest,
} from 'vscode-languageserver/node';
import * as tokens from '../../../grammar/lexer.ts';
import { lex } from '../../../grammar/lexer.ts';
import { directoryWith } from '../run-hookplate.ts';
import { type Editor, type OpenFile, startEditor } from './editor.ts';
import { templateFiles } from './template-files.ts';

const payload =
  '{\n  "🌙 a": "$profile; max="9"$ $! of !$",\n  "b": [$sequence$, 1],\n  "c": $if(isError && errorCount > 2)$true$else$null$endif$\n}';

async function complete({ connection }: Editor, { uri, document }: OpenFile, offset: number) {
  const params = { textDocument: { uri }, position: document.positionAt(offset) };
  const answer = await connection.sendRequest(CompletionRequest.type, params);
  return Array.isArray(answer) ? answer : (answer?.items ?? []);
}

/** The text of the document after an item is chosen. */
function chosen(items: readonly CompletionItem[], label: string, { document }: OpenFile): string | undefined {
  const edit = items.find(item => item.label === label)?.textEdit;
  if (!edit || !('range' in edit)) return undefined;
  const [start, end] = [document.offsetAt(edit.range.start), document.offsetAt(edit.range.end)];
  return document.getText().slice(0, start) + edit.newText + document.getText().slice(end);
}

/** The tokens as the protocol tells them, each with its type and the text that it slices. */
function read(data: readonly number[], editor: Editor, { document }: OpenFile): readonly string[] {
  const types = editor.initialized.capabilities.semanticTokensProvider?.legend.tokenTypes ?? [];
  const found: string[] = [];
  let [line, character] = [0, 0];
  for (let index = 0; index < data.length; index += 5) {
    const [lines = 0, characters = 0, length = 0, type = 0] = data.slice(index, index + 4);
    character = lines === 0 ? character + characters : characters;
    line += lines;
    const start = { line, character };
    const text = document.getText({ start, end: { line, character: character + length } });
    found.push(`${types[type]} ${text.replaceAll('\\"', '"')}`);
  }
  return found;
}

describe.each(Object.entries(templateFiles(payload)))('%s', (name, text) => {
  it('completes a name and an option where they are begun', async () => {
    const editor = await startEditor();
    const file = await editor.open(name, text);
    const begun = text.indexOf('sequence') + 'seq'.length;
    const items = await complete(editor, file, begun);
    expect(items[0]).toMatchObject({ label: 'event', detail: 'one of Started, Completed, Errored' });
    await file.type(begun, begun + 'uence'.length, '');
    const names = await complete(editor, file, begun);
    expect(chosen(names, 'sequence', file)).toBe(text);
    const options = file.document.getText().indexOf('max=');
    const offered = await complete(editor, file, options);
    expect(offered.map(({ label }) => label)).toEqual(['format', 'null', 'default', 'max']);
  });

  it('completes an operator after a name of a condition', async () => {
    const editor = await startEditor();
    const file = await editor.open(name, text);
    const at = text.indexOf(' > 2') + 1;
    const offered = await complete(editor, file, at);
    const operators = ['==', '!=', '<', '<=', '>', '>=', '&&', '||'];
    expect(offered.map(({ label }) => label)).toEqual(operators);
    expect(offered[0]).toMatchObject({ kind: CompletionItemKind.Operator, detail: 'is' });
  });

  it('says what the name under the pointer is', async () => {
    const editor = await startEditor();
    const file = await editor.open(name, text);
    const position = file.document.positionAt(text.indexOf('errorCount') + 3);
    const found = await editor.connection.sendRequest(HoverRequest.type, { textDocument: file, position });
    expect(found?.range && file.slice(found.range)).toBe('errorCount');
    const value = found && 'value' in Object(found.contents) ? Object(found.contents).value : '';
    expect(value).toContain('`errorCount` number\n\nthe number of objects with errors');
    const nowhere = { textDocument: file, position: { line: 0, character: 0 } };
    expect(await editor.connection.sendRequest(HoverRequest.type, nowhere)).toBeNull();
  });

  it("has the colours of the engine's own tokens", async () => {
    const editor = await startEditor();
    const file = await editor.open(name, text);
    const all = await editor.connection.sendRequest(SemanticTokensRequest.type, { textDocument: file });
    const told = read(all?.data ?? [], editor, file);
    const lexed = lex(payload);
    const of = (type: string) =>
      told.filter(each => each.startsWith(`${type} `)).map(each => each.slice(type.length + 1));
    expect(of('variable')).toEqual(
      lexed
        .filter(({ image }) => /^(?:profile|sequence|isError|errorCount)$/.test(image))
        .map(({ image }) => image),
    );
    expect(of('keyword')).toEqual(
      lexed
        .filter(({ tokenType }) => [tokens.Open, tokens.Close, ...tokens.keywordTokens].includes(tokenType))
        .map(({ image }) => image),
    );
    expect(of('parameter')).toEqual(['max']);
    expect(of('comment')).toEqual(['$!', 'of', '!$']);
    expect(of('property')).toEqual(['"🌙 a"', '"b"', '"c"']);
    expect(of('number')).toEqual(['1', '2', 'true', 'null']);

    const start = file.document.positionAt(text.indexOf('"b'.slice(1)));
    const line = { start: { line: start.line, character: 0 }, end: { line: start.line + 1, character: 0 } };
    const part = await editor.connection.sendRequest(SemanticTokensRangeRequest.type, {
      textDocument: file,
      range: line,
    });
    expect(told.join('\n')).toContain(read(part?.data ?? [], editor, file).join('\n'));
  });
});

it('knows the keys and constants of the receiver that a webhook names', async () => {
  const editor = await startEditor();
  const text = JSON.stringify({
    id: 'a',
    method: 'POST',
    url: 'https://events.pagerduty.com/v2/enqueue',
    contentType: 'application/json',
    receiver: 'pagerduty',
    events: { Errored: true },
    payload: '{"event_action": "", "payload": {"summary": "$pid$", "severity": "x"}, }',
  });
  const file = await editor.open('webhook.json', text);
  const key = text.indexOf(', }') + 2;
  const keys = await complete(editor, file, key);
  expect(keys[0]).toMatchObject({ label: 'routing_key', kind: CompletionItemKind.Property });
  expect(keys.map(({ label }) => label)).not.toContain('event_action');
  const written = chosen(keys, 'routing_key', file);
  expect(JSON.parse(written ?? '').payload).toContain(', "routing_key": }');
  await file.type(key - 2, key, '');
  const constants = await complete(editor, file, file.document.getText().indexOf('x\\"'));
  expect(constants.map(({ label }) => label).slice(0, 4)).toEqual(['critical', 'error', 'warning', 'info']);
  const position = file.document.positionAt(text.indexOf('severity') + 3);
  const found = await editor.connection.sendRequest(HoverRequest.type, { textDocument: file, position });
  expect(found?.range && file.slice(found.range)).toBe('\\"severity\\"');
  const value = found && 'value' in Object(found.contents) ? Object(found.contents).value : '';
  expect(value).toContain('`severity` one of critical, error, warning, info, required by PagerDuty');
});

it('tells only what changed of the colours', async () => {
  const editor = await startEditor();
  const file = await editor.open('a.hookplate', '$event$\n'.repeat(50));
  const all = await editor.connection.sendRequest(SemanticTokensRequest.type, { textDocument: file });
  await file.type(0, 0, '$date$ ');
  const params = { textDocument: file, previousResultId: all?.resultId ?? '' };
  const delta = await editor.connection.sendRequest(SemanticTokensDeltaRequest.type, params);
  const edits = delta && 'edits' in delta ? delta.edits : [];
  const data = [...(all?.data ?? [])];
  for (const { start, deleteCount, data: added = [] } of edits) data.splice(start, deleteCount, ...added);
  expect(read(data, editor, file).slice(0, 5)).toEqual([
    ...['keyword $', 'variable date', 'keyword $', 'keyword $', 'variable event'],
  ]);
  expect(edits.flatMap(({ data = [] }) => data).length).toBeLessThan(30);
});

it('completes what is written with escapes by writing them', async () => {
  const editor = await startEditor();
  const files = templateFiles('{"a": "$date; f$"}');
  for (const [name, written] of [
    ['chat.json', 'format=\\"'],
    ['chat.yaml', 'format="'],
    ['quoted.yml', 'format=\\"'],
    ['chat.properties', 'format="'],
  ] as const) {
    const text = files[name] ?? '';
    const file = await editor.open(name, text);
    const at = text.indexOf('; f$') + '; f'.length;
    expect(chosen(await complete(editor, file, at), 'format', file)).toBe(
      text.slice(0, at - 1) + written + text.slice(at),
    );
  }
});

it('offers nothing where no text of the template is, such as at its quotes', async () => {
  const editor = await startEditor();
  const files = templateFiles('{"a": 1}');
  for (const [name, edge] of [
    ['chat.json', '"{\\"a'],
    ['quoted.yml', '"{\\"a'],
    ['chat.yaml', '|\n'],
  ] as const) {
    const text = files[name] ?? '';
    const file = await editor.open(name, text);
    const at = text.indexOf(edge);
    expect(at).toBeGreaterThan(0);
    expect(await complete(editor, file, at)).toEqual([]);
    expect((await complete(editor, file, at + (name === 'chat.yaml' ? 6 : 1))).length).toBeGreaterThan(5);
  }
});

it('offers whole tags where somebody asks, and not while words are typed around them', async () => {
  const editor = await startEditor();
  const file = await editor.open('a.hookplate', 'By ');
  expect(chosen(await complete(editor, file, 3), 'profile', file)).toBe('By $profile$');
  expect(await complete(editor, file, 2)).toEqual([]);
});

it('offers of YAML what its text can be written with where it stands', async () => {
  const editor = await startEditor();
  const settings = 'method: POST\nurl: https://example.com/\ncontentType: text/plain\npayload: a\n';
  const formats = async (name: string, headers: string) => {
    const text = `${settings}headers:\n  - ${headers}\n`;
    const file = await editor.open(name, text);
    const items = await complete(editor, file, text.indexOf('format="') + 'format="'.length);
    return items.map(({ label }) => label);
  };
  const flow = await formats('flow.yaml', '{name: At, value: $date; format="E"$}');
  expect(flow).toContain('yyyy-MM-dd HH:mm:ss');
  expect(flow).not.toContain('EEEE, d MMMM yyyy');
  expect(await formats('block.yaml', 'name: At\n    value: $date; format="E"$')).toContain(
    'EEEE, d MMMM yyyy',
  );
  const single = await formats('single.yaml', `{name: At, value: '$date; format="E"$'}`);
  expect(single).toEqual(expect.arrayContaining(['EEEE, d MMMM yyyy', "yyyy-MM-dd'T'HH:mm:ssXXX"]));
});

it('leaves out what would cut off a plain text of YAML', async () => {
  const catalogue = { variables: { kind: ['ab', 'a # b', 'c: d'] }, events: { A: { title: 'A' } } };
  const directory = directoryWith({ 'kinds.json': JSON.stringify(catalogue) });
  const editor = await startEditor({ directory, initializationOptions: { catalogue: 'kinds.json' } });
  const settings = 'method: POST\nurl: https://example.com/\nevents: {A: true}\ncontentType: text/plain\n';
  const text = `${settings}payload: $if(kind == "")$a$endif$\n`;
  const file = await editor.open('a.yaml', text);
  // Then the catalogue is loaded.
  await file.diagnostics();
  const items = await complete(editor, file, text.indexOf('""') + 1);
  expect(items.map(({ label }) => label)).toEqual(['ab']);
});

it.each(['a.json', 'a.yaml'])('offers whole tags between quotes without anything in them: %s', async name => {
  const editor = await startEditor();
  const text =
    '{"method": "POST", "url": "https://example.com/", "contentType": "text/plain", "payload": "", "headers": []}';
  const file = await editor.open(name, text);
  const at = text.indexOf('""') + 1;
  expect(chosen(await complete(editor, file, at), 'profile', file)).toBe(text.replace('""', '"$profile$"'));
  expect(await complete(editor, file, at - 1)).toEqual([]);
});
