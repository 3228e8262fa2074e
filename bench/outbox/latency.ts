import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOutbox } from '../../src/outbox/index.ts';
import type { BenchDatabase } from './bench-database.ts';
import { enqueueAll } from './rates.ts';

/** What an endpoint with many pending messages does, if there is one. */
export type Neighbour = 'none' | 'hangs' | 'fails';

/** Milliseconds from the end of `enqueue` to the arrival of the request, of messages sent one after the other. */
export async function measureLatency(
  { connection }: BenchDatabase,
  neighbour: Neighbour,
  { messages, pending }: { readonly messages: number; readonly pending: number },
): Promise<readonly number[]> {
  const arrivals = new Map<string, (at: number) => void>();
  const healthy = await listen((request, response) => {
    const arrived = performance.now();
    request.resume();
    response.end();
    arrivals.get(String(request.headers['webhook-id']))?.(arrived);
  });
  const troubled = await listen((request, response) => {
    request.resume();
    if (neighbour === 'fails') response.writeHead(500).end();
  });
  const outbox = await createOutbox({
    database: connection,
    allow: ['127.0.0.0/8'],
    timeoutMs: 600_000,
    schedule: [],
  });
  const post = ({ url }: Listening) => ({ method: 'POST', url, headers: [], body: '{}' }) as const;
  if (neighbour !== 'none') await enqueueAll(outbox, post(troubled), pending);
  await outbox.start();
  const latencies: number[] = [];
  for (let index = 0; index < messages; index++) {
    const id = `latency_${neighbour}_${index}`;
    const arrival = new Promise<number>(resolve => arrivals.set(id, resolve));
    await outbox.enqueue(post(healthy), { id, webhook: 'healthy' });
    const committed = performance.now();
    latencies.push(Math.max(0, (await arrival) - committed));
  }
  await outbox.stop({ timeoutMs: 0 });
  healthy.close();
  troubled.close();
  return latencies.toSorted((a, b) => a - b);
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
