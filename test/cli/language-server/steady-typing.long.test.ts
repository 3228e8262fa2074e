import { expect, it } from 'vitest';
import {
  CancellationTokenSource,
  CompletionRequest,
  LSPErrorCodes,
  ResponseError,
  SemanticTokensRequest,
} from 'vscode-languageserver/node';
import { startEditorOfProcess } from './editor.ts';
import { templateFiles } from './template-files.ts';

const item = '  {"profile": "$profile$", "on": "$date; format="yyyy-MM-dd"$", "n": $sequence$},\n';
const mistake = '  {"n": $recordsProcesed$},\n';
const large = `[\n${mistake}${item.repeat(Math.ceil((64 * 1024) / item.length))}  {}\n]`;

it.each(Object.keys(templateFiles(large)).filter(name => !/^(?:windows|quoted)|jsonc$/.test(name)))(
  'answers while 64 KiB are typed into beside an open mistake, and says what is wrong with what was typed last: %s',
  async name => {
    const editor = await startEditorOfProcess();
    const text = templateFiles(large)[name] ?? '';
    const file = await editor.open(name, text);
    const wrong = async () => (await file.diagnostics()).map(({ range }) => file.slice(range));
    expect(await wrong()).toEqual(['recordsProcesed']);
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
    expect(await wrong()).toEqual(['recordsProcesed', 'sequenc']);
    const versions = editor.published.map(({ version = 0 }) => version);
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
  },
);

it('cancels what an editor does not want any more', async () => {
  const editor = await startEditorOfProcess();
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
