import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { PgBoss } from 'pg-boss';
import { createDispatcher } from '../../src/delivery/index.ts';
import { createOutbox, type DatabaseOptions, type Outbox } from '../../src/outbox/index.ts';
import type { WebhookRequest } from '../../src/webhook/webhook-request.ts';
import { type BenchDatabase, openBareQueue } from './bench-database.ts';

/** What one round finds out about a database: things done per second. */
export interface Rates {
  readonly bareInsert: number;
  readonly enqueue: number;
  readonly bareComplete: number;
  readonly deliver: number;
  readonly dispatcher: number;
}

/** As many as the outbox itself stores, and works on, at the same time. */
const batch = { stored: 500, transactions: 2, inFlight: 200 };
export const workerOptions = { allow: ['127.0.0.0/8'], concurrency: 200, perEndpoint: 200 };

export async function measureRates(
  database: BenchDatabase,
  request: WebhookRequest,
  count: number,
): Promise<Rates> {
  const queue = await openBareQueue(database);
  const bareInsert = await rateOf(count, () => insertBare(queue, request, count));
  const bareComplete = await rateOf(count, () => completeBare(queue));
  await queue.stop({ graceful: false });
  const ended = counter(count);
  const outbox = await createOutbox({
    ...workerOptions,
    database: database.connection,
    onDelivery: ended.add,
  });
  const enqueue = await rateOf(count, () => enqueueAll(outbox, request, count));
  const deliver = await rateOf(count, async () => {
    await outbox.start();
    await ended.reached;
  });
  await outbox.stop();
  return { bareInsert, enqueue, bareComplete, deliver, dispatcher: await dispatcherRate(request, count) };
}

/** Messages per second that so many processes deliver. */
export async function measureWorkers(
  { options, connection }: BenchDatabase,
  request: WebhookRequest,
  workers: number,
  count: number,
): Promise<number> {
  const outbox = await createOutbox({ ...workerOptions, database: connection });
  await enqueueAll(outbox, request, count);
  const children = await Promise.all(Array.from({ length: workers }, () => startWorker(options)));
  let done = 0;
  const rate = await rateOf(
    count,
    () =>
      new Promise<void>(resolve => {
        for (const child of children) {
          child.on('message', () => {
            if (++done === count) resolve();
          });
          child.send('go');
        }
      }),
  );
  await Promise.all(children.map(endOf));
  await outbox.stop();
  return rate;
}

async function startWorker(options: DatabaseOptions): Promise<ChildProcess> {
  const child = fork(new URL('worker.ts', import.meta.url), [JSON.stringify(options)], { execArgv: [] });
  await once(child, 'message');
  return child;
}

async function endOf(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.disconnect();
  await exit;
}

export async function enqueueAll(outbox: Outbox, request: WebhookRequest, count: number): Promise<void> {
  await inBatches(count, async size => {
    await Promise.all(Array.from({ length: size }, () => outbox.enqueue(request, { webhook: 'bench' })));
  });
}

async function insertBare(queue: PgBoss, request: WebhookRequest, count: number): Promise<void> {
  await inBatches(count, async size => {
    await queue.insert(
      'bare',
      Array.from({ length: size }, () => ({ data: { request } })),
    );
  });
}

/** As many batches at the same time as the outbox has transactions. */
async function inBatches(count: number, work: (size: number) => Promise<void>): Promise<void> {
  let left = count;
  const batches = async (): Promise<void> => {
    while (left > 0) {
      const size = Math.min(batch.stored, left);
      left -= size;
      await work(size);
    }
  };
  await Promise.all(Array.from({ length: batch.transactions }, batches));
}

async function completeBare(queue: PgBoss): Promise<void> {
  for (;;) {
    const jobs = await queue.fetch('bare', { batchSize: batch.inFlight });
    if (jobs.length === 0) return;
    await queue.complete(
      'bare',
      jobs.map(({ id }) => id),
    );
  }
}

async function dispatcherRate(request: WebhookRequest, count: number): Promise<number> {
  const dispatcher = createDispatcher({ allow: workerOptions.allow, perEndpoint: batch.inFlight });
  let left = count;
  const send = async (): Promise<void> => {
    while (left-- > 0) await dispatcher.send(request);
  };
  const rate = await rateOf(count, () => Promise.all(Array.from({ length: batch.inFlight }, send)));
  await dispatcher.close();
  return rate;
}

async function rateOf(count: number, work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (count / (performance.now() - started)) * 1000;
}

function counter(count: number): { readonly add: () => void; readonly reached: Promise<void> } {
  let seen = 0;
  let reach = (): void => {};
  const reached = new Promise<void>(resolve => {
    reach = resolve;
  });
  return {
    add: () => {
      if (++seen === count) reach();
    },
    reached,
  };
}
