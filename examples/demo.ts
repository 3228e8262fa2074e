import { isDeepStrictEqual } from 'node:util';
import { createWorkflowClient } from '../src/client/index.ts';
import { createDispatcher, type Dispatcher } from '../src/delivery/index.ts';
import {
  applyFix,
  compileWebhook,
  type EventPreview,
  formatDiagnostics,
  previewWebhook,
  validateTemplate,
  validateWebhook,
  type WebhookConfig,
} from '../src/index.ts';
import { type Arrival, type Receiver, startReceiver } from './receiver.ts';
import { backupReport, teamChat, threeMistakes } from './webhooks.ts';
import { startWorkflowServer } from './workflow-server.ts';

/*
 * Checks, previews and delivers a webhook to a receiver on this machine, shows what a template with three mistakes comes
 * to, delivers a second webhook, and runs a process over HTTP whose webhooks arrive there too. Exits with 0 only if every
 * request arrived as it was previewed.
 */

const color = process.stdout.isTTY === true;

function title(text: string): void {
  console.log(`\n── ${text} ${'─'.repeat(Math.max(0, 100 - text.length))}\n`);
}

/** Delivers what was previewed for each event, and compares what arrived. */
async function deliverAll(
  name: string,
  config: WebhookConfig,
  receiver: Receiver,
  dispatcher: Dispatcher,
): Promise<boolean> {
  title(name);
  const ofUrl = validateWebhook(config).filter(({ field }) => field === 'url');
  if (ofUrl.length > 0) {
    console.log('What its author is told about the URL, which works all the same:\n');
    console.log(`${formatDiagnostics(config.url, ofUrl, { color })}\n`);
  }
  const webhook = compileWebhook(config);
  let allRight = true;
  for (const preview of previewWebhook(config).events) {
    const request = webhook.requestFor(preview.event);
    if (preview.kind === 'failure' || !request) throw new Error(`${preview.event.event} makes no request`);
    const before = receiver.arrivals.length;
    const delivery = await dispatcher.deliver(request);
    const arrived = receiver.arrivals.slice(before);
    const isRight = delivery.state === 'delivered' && arrived.length === 1 && matches(preview, arrived[0]);
    allRight &&= isRight;
    console.log(`${preview.event.event}, as it was previewed:\n${indent(preview.curl)}`);
    console.log(
      `delivered as ${delivery.id} (${delivery.state}), and arrived:\n${indent(describe(arrived[0]))}`,
    );
    console.log(isRight ? '✓ it arrived as previewed\n' : '✗ it did not arrive as previewed\n');
  }
  return allRight;
}

function matches(preview: Extract<EventPreview, { kind: 'request' }>, arrival: Arrival | undefined): boolean {
  if (!arrival) return false;
  const { method, url, headers, body = '' } = preview.request;
  const { pathname, search } = new URL(url);
  return (
    isDeepStrictEqual(
      { method, url: pathname + search, body },
      { method: arrival.method, url: arrival.url, body: arrival.body },
    ) && headers.every(([name, value]) => arrival.headers[name.toLowerCase()] === value)
  );
}

function describe(arrival: Arrival | undefined): string {
  if (!arrival) return 'nothing';
  const { method, url, headers, body } = arrival;
  const sent = ['content-type', 'x-profile', 'webhook-id', 'webhook-signature'];
  const lines = sent.filter(name => name in headers).map(name => `${name}: ${headers[name]}`);
  return [`${method} ${url}`, ...lines, ...(body ? ['', body] : [])].join('\n');
}

function indent(text: string): string {
  return text.replace(/^/gm, '    ');
}

/** Starts a process over HTTP, waits for its end, and shows the webhooks that told of it. */
async function runProcess(): Promise<boolean> {
  title('A process, started over HTTP');
  const server = await startWorkflowServer({ port: 0 });
  const client = createWorkflowClient({
    baseUrl: `${server.origin}/api/v2`,
    username: 'ada',
    password: 'lovelace',
  });
  const { pid, status } = await client.run('etl', 'copy', { job: { tables: ['orders', 'customers'] } });
  console.log(`POST /api/v2/project/etl/task/copy/run?trigger=API: ${status} as ${pid}`);
  const ended = await client.wait(pid, { timeoutMs: 10_000 });
  console.log(`GET /api/v2/status/${pid}: ${ended.status}, ${ended.recordsProcessed} records\n`);
  await server.close();
  for (const arrival of server.receiver.arrivals) console.log(`${indent(describe(arrival))}\n`);
  const isRight = ended.status === 'completed' && server.receiver.arrivals.length === 4;
  console.log(isRight ? '✓ Started and Completed came by both webhooks' : '✗ a webhook is missing');
  return isRight;
}

function showMistakes(): boolean {
  title('A template with three mistakes');
  const diagnostics = validateTemplate(threeMistakes, { output: 'json' });
  console.log(formatDiagnostics(threeMistakes, diagnostics, { color }));
  title('… and what is left after their first fixes');
  const mended = mendAll(threeMistakes);
  const left = validateTemplate(mended, { output: 'json' });
  console.log(
    `${indent(mended)}\n\n${left.length === 0 ? '✓ nothing is wrong with it' : '✗ something is wrong'}`,
  );
  return diagnostics.length === 3 && left.length === 0;
}

/** Applies the first fix of the first diagnostic until nothing is left to mend. */
function mendAll(source: string): string {
  const fix = validateTemplate(source, { output: 'json' }).flatMap(({ fixes }) => fixes.slice(0, 1))[0];
  return fix ? mendAll(applyFix(source, fix)) : source;
}

const receiver = await startReceiver();
const dispatcher = createDispatcher({
  allow: ['127.0.0.0/8'],
  secrets: [`whsec_${Buffer.from('a secret of the demo alone').toString('base64')}`],
});
try {
  const results = [
    await deliverAll('A message for a team chat', teamChat(receiver.origin), receiver, dispatcher),
    showMistakes(),
    await deliverAll('A GET with many values', backupReport(receiver.origin), receiver, dispatcher),
    await runProcess(),
  ];
  process.exitCode = results.every(Boolean) ? 0 : 1;
} finally {
  await dispatcher.close();
  await receiver.close();
}
