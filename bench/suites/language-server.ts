import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  CodeActionRequest,
  CodeActionTriggerKind,
  CompletionRequest,
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  type ProtocolConnection,
  SemanticTokensDeltaRequest,
  SemanticTokensRequest,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { percentile } from '../measure.ts';
import { runSuite } from '../run-suite.ts';

const program = fileURLToPath(new URL('../../dist/hookplate.js', import.meta.url));

/** Chat messages in a list, the first of them with a mistake. */
function payloadOf(bytes: number): string {
  const row = (id: number) =>
    `  { "id": ${id}, "text": "$profile$: $event$ at $date; format="HH:mm"$", "n": $if(isError)$$errorCount$$else$0$endif$ }`;
  const rows = ['  { "id": $recordsProcesed$, "text": "" }'];
  for (let size = 0; size < bytes; size += row(rows.length).length + 2) rows.push(row(rows.length));
  return `[\n${rows.join(',\n')}\n]`;
}

const settings = {
  profile: 'Nightly',
  events: { Errored: true },
  method: 'POST',
  url: 'https://example.com/',
  contentType: 'application/json',
};

/** The same payload in each kind of file. */
function filesOf(payload: string): Readonly<Record<string, string>> {
  const yaml = Object.entries(settings).map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
  return {
    'a.json.hookplate': payload,
    'a.json': JSON.stringify({ ...settings, payload }, null, 2),
    'a.yaml': `${yaml.join('')}payload: |\n${payload.replaceAll(/^/gm, '    ')}\n`,
    'a.properties': `notification.webhook.url=https://example.com/
notification.webhook.method=POST
notification.webhook.event.Errored=true
notification.webhook.contentType=application/json
notification.webhook.payload=${payload.replaceAll('\n', '\\n\\\n')}
`,
  };
}

interface Times {
  readonly completion: readonly number[];
  readonly other: readonly number[];
}

/** Milliseconds from each request to its answer, while somebody types near the end of a file. */
async function typingMs(name: string, text: string, { keys }: { keys: number }): Promise<Times> {
  const child = spawn(process.execPath, [program, 'lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const connection = createProtocolConnection(child.stdout, child.stdin);
  connection.onError(() => {});
  connection.listen();
  try {
    return await type(connection, TextDocument.create(`file:///nowhere/${name}`, '', 1, text), keys);
  } finally {
    connection.dispose();
    child.kill();
  }
}

/** Milliseconds between two keys of somebody who types fast. */
const betweenKeysMs = 80;

async function type(connection: ProtocolConnection, opened: TextDocument, keys: number): Promise<Times> {
  let document = opened;
  await connection.sendRequest(InitializeRequest.type, { processId: null, rootUri: null, capabilities: {} });
  await connection.sendNotification(InitializedNotification.type, {});
  const textDocument = { uri: document.uri };
  await connection.sendNotification(DidOpenTextDocumentNotification.type, {
    textDocument: { ...textDocument, languageId: '', version: 1, text: document.getText() },
  });
  // Later they ask for what has changed since.
  let previousResultId =
    (await connection.sendRequest(SemanticTokensRequest.type, { textDocument }))?.resultId ?? '';
  const waiting: { readonly kind: keyof Times; readonly ms: Promise<number> }[] = [];
  const ask = (kind: keyof Times, request: () => Promise<unknown>): void => {
    const start = performance.now();
    waiting.push({ kind, ms: request().then(() => performance.now() - start) });
  };
  let offset = document.getText().lastIndexOf('$event$');
  const typed = '$profile$ and $errorCount$ of $recordsProcessed$ ';
  for (let key = 0; key < keys; key++) {
    const text = typed[key % typed.length] ?? '';
    const position = document.positionAt(offset);
    const contentChanges = [{ range: { start: position, end: position }, text }];
    document = TextDocument.update(document, contentChanges, document.version + 1);
    offset += text.length;
    await connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { ...textDocument, version: document.version },
      contentChanges,
    });
    const at = { textDocument, position: document.positionAt(offset) };
    ask('completion', () => connection.sendRequest(CompletionRequest.type, at));
    ask('other', () => connection.sendRequest(HoverRequest.type, at));
    ask('other', async () => {
      const params = { textDocument, previousResultId };
      const tokens = await connection.sendRequest(SemanticTokensDeltaRequest.type, params);
      previousResultId = tokens?.resultId ?? previousResultId;
    });
    const range = { start: at.position, end: at.position };
    const context = { diagnostics: [], triggerKind: CodeActionTriggerKind.Automatic };
    ask('other', () => connection.sendRequest(CodeActionRequest.type, { textDocument, range, context }));
    // Now and then somebody pauses, and the document is checked while they go on.
    const pause = key % 10 === 9 ? 350 : betweenKeysMs;
    await new Promise(resolve => setTimeout(resolve, pause));
  }
  const times = { completion: [] as number[], other: [] as number[] };
  for (const { kind, ms } of waiting) times[kind].push(await ms);
  return times;
}

await runSuite(async ({ quick }) => {
  const rows = [];
  let slowest = 0;
  let longest = 0;
  for (const [name, text] of Object.entries(filesOf(payloadOf(64 * 1024)))) {
    const { completion, other } = await typingMs(name, text, { keys: quick ? 5 : 150 });
    const p95 = percentile(completion, 0.95);
    const worst = Math.max(...completion, ...other);
    rows.push({ name, values: [percentile(completion, 0.5), p95, percentile(other, 0.95), worst] });
    slowest = Math.max(slowest, p95);
    longest = Math.max(longest, worst);
  }
  const columns = ['completion p50', 'completion p95', 'other requests p95', 'longest wait'];
  return {
    suite: 'language-server',
    tables: [{ title: 'Typing in 64 KiB beside an open mistake', unit: 'ms', columns, rows }],
    targets: [
      { what: 'Completion in 64 KiB: milliseconds, p95', wanted: 100, atMost: true, reached: slowest },
      {
        what: 'The longest wait for an answer, in milliseconds',
        wanted: 300,
        atMost: true,
        reached: longest,
      },
    ],
  };
});
