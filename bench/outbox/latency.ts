import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEvents } from '../../src/events/index.ts';
import { processEvents } from '../../src/index.ts';
import { createOutbox, type EnqueueOptions, type Outbox } from '../../src/outbox/index.ts';
import type { WebhookRequest } from '../../src/webhook/webhook-request.ts';
import type { BenchDatabase } from './bench-database.ts';
import { enqueueAll } from './rates.ts';

/** Others whose messages are pending meanwhile. */
export interface Neighbours {
  /** So many hosts, with as many messages each. */
  readonly hosts: number;
  readonly pending: number;
  /** `waits`: none of its messages is due for an hour. */
  readonly kind: 'waits' | 'answers' | 'hangs' | 'fails';
}

/** Milliseconds from the end of `enqueue` to the arrival of the request, of messages sent one after the other. */
export async function measureLatency(
  { connection }: BenchDatabase,
  neighbours: Neighbours | undefined,
  messages: number,
): Promise<readonly number[]> {
  const arrivals = new Map<string, (at: number) => void>();
  const healthy = await listen((request, response) => {
    const arrived = performance.now();
    request.resume();
    response.end();
    arrivals.get(String(request.headers['webhook-id']))?.(arrived);
  });
  const outbox = await createOutbox({
    database: connection,
    allow: ['127.0.0.0/8'],
    timeoutMs: 600_000,
    schedule: [],
  });
  const others = neighbours ? await fillNeighbours(outbox, neighbours) : [];
  await outbox.start();
  const latencies: number[] = [];
  for (let index = 0; index < messages; index++) {
    const id = randomUUID();
    const arrival = new Promise<number>(resolve => arrivals.set(id, resolve));
    await outbox.enqueue(postTo(healthy), { id, webhook: 'healthy' });
    const committed = performance.now();
    latencies.push(Math.max(0, (await arrival) - committed));
  }
  await outbox.stop({ timeoutMs: 0 });
  for (const server of [healthy, ...others]) server.close();
  await cancelAll(connection);
  return latencies.toSorted((a, b) => a - b);
}

/** Milliseconds from the end of `notify` to the arrival of the request, of events stored one after the other. */
export async function measureEventLatency(
  { connection }: BenchDatabase,
  count: number,
): Promise<readonly number[]> {
  let onArrival: (at: number) => void = () => {};
  const receiver = await listen((request, response) => {
    onArrival(performance.now());
    request.resume();
    response.end();
  });
  const outbox = await createOutbox({ database: connection, allow: ['127.0.0.0/8'] });
  const { url } = postTo(receiver);
  const webhook = { id: 'healthy', profile: 'bench', events: { Started: true }, method: 'GET', url } as const;
  const events = createEvents({ database: connection, outbox, webhooks: [webhook] });
  await Promise.all([outbox.start(), events.start()]);
  const latencies: number[] = [];
  for (let index = 0; index < count; index++) {
    const arrival = new Promise<number>(resolve => {
      onArrival = resolve;
    });
    await events.notify(processEvents.sample('Started'), { profile: 'bench' });
    const committed = performance.now();
    latencies.push(Math.max(0, (await arrival) - committed));
  }
  await events.stop();
  await outbox.stop({ timeoutMs: 0 });
  receiver.close();
  await cancelAll(connection);
  return latencies.toSorted((a, b) => a - b);
}

async function fillNeighbours(
  outbox: Outbox,
  { hosts, pending, kind }: Neighbours,
): Promise<readonly Listening[]> {
  const servers: Listening[] = [];
  const later: EnqueueOptions = kind === 'waits' ? { notBefore: new Date(Date.now() + 3_600_000) } : {};
  for (let host = 0; host < hosts; host++) {
    const server = await listen((request, response) => {
      request.resume();
      if (kind !== 'hangs') response.writeHead(kind === 'fails' ? 500 : 200).end();
    });
    servers.push(server);
    await enqueueAll(outbox, postTo(server), pending, later);
  }
  return servers;
}

/** So that the next ones have other neighbours only. The rows of a hundred thousand that ended are in the way until a vacuum. */
async function cancelAll(connection: BenchDatabase['connection']): Promise<void> {
  const outbox = await createOutbox({ database: connection });
  await outbox.cancelAll({});
  await outbox.stop();
  await connection.executor.query('vacuum analyze hookplate.job, hookplate.ended');
}

function postTo({ url }: Listening): WebhookRequest {
  return { method: 'POST', url, headers: [], body: '{}' };
}

interface Listening {
  readonly url: string;
  readonly close: () => void;
}

async function listen(answer: RequestListener): Promise<Listening> {
  const server = createServer(answer);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
