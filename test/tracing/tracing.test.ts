import { context, trace } from '@opentelemetry/api';
import { expect, it } from 'vitest';
import type { RequestLogEntry } from '../../src/server/index.ts';
import { type Hit, httpServer } from '../loopback-server.ts';
import { testServer } from '../server/test-server.ts';
import { type RecordedSpan, recordSpans } from './recorded-spans.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const callersSpan = '00f067aa0ba902b7';
const headers = { traceparent: `00-${traceId}-${callersSpan}-01` };
const run = '/api/v2/project/etl/task/copy/run?trigger=API';
const body = { job: { tables: [] } };

async function addWebhook({ call }: Awaited<ReturnType<typeof testServer>>, url: string): Promise<void> {
  const secretive = { profile: 'nightly', name: 'Ops', method: 'GET', url: `${url}/secret-path?key=secret` };
  const config = { ...secretive, events: { Completed: true } };
  expect((await call('POST', '/api/webhooks', { body: { config } })).status).toBe(201);
}

/** The trace context that a receiver got. */
function tracedBy({ headers: { traceparent } }: Hit): Hit['headers'][string] {
  return traceparent;
}

function parentOf(spans: readonly RecordedSpan[], span: RecordedSpan | undefined): RecordedSpan | undefined {
  return spans.find(({ spanId }) => spanId === span?.parentId);
}

it('one trace reaches from the caller of a run to the receiver, through request, process, message and attempts', async () => {
  const spans = recordSpans();
  const receiver = await httpServer((response, _hit, before) => {
    response.writeHead(before === 0 ? 503 : 200).end();
  });
  const entries: RequestLogEntry[] = [];
  const server = await testServer({ log: entry => entries.push(entry) });
  await addWebhook(server, receiver.url);
  const { pid } = await server.json<{ pid: string }>('POST', run, { body, headers });
  const ours = () => spans.filter(span => span.traceId === traceId);
  await expect.poll(() => ours().map(({ name }) => name)).toContain('run etl/copy');
  await expect.poll(() => ours().filter(({ kind }) => kind === 'CLIENT')).toHaveLength(2);
  const [first, second] = ours().filter(({ kind }) => kind === 'CLIENT');
  const message = parentOf(ours(), second);
  const process = parentOf(ours(), message);
  const request = parentOf(ours(), process);
  expect(request).toMatchObject({
    name: 'POST /api/v2/project/{projectId}/task/{taskId}/run',
    kind: 'SERVER',
    parentId: callersSpan,
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/api/v2/project/{projectId}/task/{taskId}/run',
      'http.response.status_code': 202,
      'url.scheme': 'http',
    },
    isError: false,
  });
  expect(process).toMatchObject({
    name: 'run etl/copy',
    kind: 'INTERNAL',
    attributes: { 'hookplate.pid': pid, 'hookplate.status': 'completed' },
  });
  const id = receiver.hits[0]?.headers['webhook-id'];
  expect(message).toMatchObject({
    name: 'create Ops',
    kind: 'PRODUCER',
    attributes: {
      'messaging.system': 'hookplate',
      'messaging.operation.type': 'create',
      'messaging.message.id': id,
      'messaging.destination.name': 'Ops',
    },
  });
  expect(first).toMatchObject({
    name: 'GET',
    parentId: message?.spanId,
    attributes: { 'http.response.status_code': 503, 'error.type': '503', 'messaging.message.id': id },
    isError: true,
  });
  expect(second).toMatchObject({
    attributes: {
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'http.request.resend_count': 1,
      'server.address': '127.0.0.1',
    },
    isError: false,
  });
  const sent = receiver.hits.map(tracedBy);
  expect(sent).toEqual([first, second].map(span => `00-${traceId}-${span?.spanId}-01`));
  expect(entries.find(({ status }) => status === 202)?.traceId).toBe(traceId);
  expect(JSON.stringify(spans)).not.toContain('secret');
});

it('a process that fails, and a request that does, are marked, without the text of the error', async () => {
  const spans = recordSpans();
  const fail = { profile: 'nightly', run: () => Promise.reject(new Error('secret')) };
  const server = await testServer({ projects: { etl: { tasks: { copy: fail } } }, onError: () => {} });
  await server.call('POST', run, { body: {} });
  await server.call('GET', '/api/webhooks/secret');
  const failed = () => spans.find(({ name }) => name === 'run etl/copy');
  await expect.poll(failed).toMatchObject({ isError: true, attributes: { 'error.type': 'error' } });
  const missing = spans.find(({ name }) => name === 'GET /api/webhooks/{id}');
  expect(missing).toMatchObject({ isError: false, attributes: { 'http.response.status_code': 404 } });
  expect(JSON.stringify(spans)).not.toContain('secret');
});

it('a span that the application has begun for a request is the parent, and stays the only one of a server', async () => {
  const spans = recordSpans();
  const { server, call } = await testServer();
  const outer = trace.getTracer('application').startSpan('GET', { kind: 1 });
  await context.with(trace.setSpan(context.active(), outer), () => call('GET', '/api/session', { headers }));
  expect(spans.find(({ name }) => name === 'GET /api/session')).toMatchObject({
    kind: 'INTERNAL',
    parentId: outer.spanContext().spanId,
  });
  const config = { events: { Started: true }, method: 'GET', url: 'http://127.0.0.1:9/', profile: 'nightly' };
  await call('POST', '/api/webhooks', { body: { config } });
  const { processEvents } = await import('../../src/webhook/events/process-events.ts');
  const event = processEvents.sample('Started', { now: () => 0 });
  await context.with(trace.setSpan(context.active(), outer), () =>
    server.notify(event, { profile: 'nightly' }),
  );
  // Its message is made afterwards, and belongs to it all the same.
  const { spanId } = outer.spanContext();
  await expect.poll(() => spans.find(({ kind }) => kind === 'PRODUCER')?.parentId).toBe(spanId);
});

it('a traceparent is handed on to the receiver where no tracer is registered, and one that is none is not', async () => {
  const receiver = await httpServer();
  const server = await testServer();
  await addWebhook(server, receiver.url);
  await server.call('POST', run, { body, headers });
  await expect.poll(() => receiver.hits.map(tracedBy)).toEqual([headers.traceparent]);
  for (const traceparent of ['00-0-0-00', `00-${'0'.repeat(32)}-${callersSpan}-01`, 'x'.repeat(1000)]) {
    expect((await server.call('POST', run, { body, headers: { traceparent } })).status).toBe(202);
  }
  await expect.poll(() => receiver.hits.length).toBe(4);
  expect(receiver.hits.slice(1).map(tracedBy)).toEqual([undefined, undefined, undefined]);
});
