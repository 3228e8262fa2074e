import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { PgBoss } from 'pg-boss';
import { request as send } from 'undici';
import { numberOf } from '../../src/database/row.ts';
import { createDispatcher } from '../../src/delivery/index.ts';
import { createNotifier } from '../../src/events/index.ts';
import { defineEvents } from '../../src/index.ts';
import {
  createOutbox,
  type DatabaseOptions,
  type EnqueueOptions,
  type Outbox,
} from '../../src/outbox/index.ts';
import type { WebhookRequest } from '../../src/webhook/webhook-request.ts';
import { type BenchDatabase, openBareQueue } from './bench-database.ts';

/** The figures of one round with a database, in operations per second. */
export interface Rates {
  readonly bareInsert: number;
  readonly enqueue: number;
  /** One after the other: a row like that of a message, with a plain INSERT. */
  readonly insertOne: number;
  readonly enqueueOne: number;
  /** One after the other: a row with as many bytes as that of an event, with a plain INSERT. */
  readonly insertEvent: number;
  readonly notifyOne: number;
  /** Fetched, sent with undici and completed; no attempt is recorded. */
  readonly bareDeliver: number;
  readonly deliver: number;
  /** In one line, and in twenty. */
  readonly deliverLine: number;
  readonly deliverLines: number;
  readonly dispatcher: number;
  /** Bytes of the write-ahead log of a message that is enqueued and delivered. */
  readonly walBytes: number;
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
  const bareDeliver = await rateOf(count, () => deliverBare(queue));
  await queue.stop({ graceful: false });
  await warmUp(database, request);
  const before = await walOf(database);
  const outbox = await createOutbox({ ...workerOptions, database: database.connection });
  const enqueue = await rateOf(count, () => enqueueAll(outbox, request, count));
  await outbox.stop();
  const deliver = await deliveryRate(database, count, async () => {});
  const after = await walOf(database);
  const few = Math.ceil(count / 5);
  const ordered = (lines: number) => (one: Outbox) =>
    one.enqueueAll(
      Array.from({ length: few }, (_, index) => ({
        request,
        webhook: 'bench',
        ordered: `l${index % lines}`,
      })),
    );
  return {
    bareInsert,
    enqueue,
    ...(await ratesOneByOne(database, request, few)),
    ...(await notifyRates(database, few)),
    bareDeliver,
    deliver,
    deliverLine: await deliveryRate(database, few, ordered(1)),
    deliverLines: await deliveryRate(database, few, ordered(20)),
    dispatcher: await dispatcherRate(request, count),
    walBytes: (after - before) / count,
  };
}

/** Messages per second that one process sends and records, once it is started. */
async function deliveryRate(
  { connection }: BenchDatabase,
  count: number,
  fill: (outbox: Outbox) => Promise<unknown>,
): Promise<number> {
  const ended = counter(count);
  const outbox = await createOutbox({ ...workerOptions, database: connection, onDelivery: ended.add });
  await fill(outbox);
  const rate = await rateOf(count, async () => {
    await outbox.start();
    await ended.reached;
  });
  await outbox.stop();
  return rate;
}

/** An endpoint has all its places after some successes. */
async function warmUp(database: BenchDatabase, request: WebhookRequest): Promise<void> {
  await deliveryRate(database, 500, outbox => enqueueAll(outbox, request, 500));
}

async function ratesOneByOne({ connection }: BenchDatabase, request: WebhookRequest, count: number) {
  const { query } = connection.executor;
  await query(`create table if not exists public.plain (id text primary key, endpoint text, webhook text, host text,
    method text, digest bytea, state text, created_at timestamptz default now(), due_at timestamptz, content bytea)`);
  const content = Buffer.from(JSON.stringify(request));
  const digest = Buffer.alloc(32, 1);
  const insert = `insert into public.plain (id, endpoint, webhook, host, method, digest, state, due_at, content)
    values ($1, 'ep', 'bench', 'h', 'POST', $2, 'pending', now(), $3)`;
  const insertOne = await rateOf(count, async () => {
    for (let index = 0; index < count; index++) await query(insert, [randomUUID(), digest, content]);
  });
  const outbox = await createOutbox({ ...workerOptions, database: connection });
  const later = { webhook: 'bench', notBefore: new Date(Date.now() + 3_600_000) };
  const enqueueOne = await rateOf(count, async () => {
    for (let index = 0; index < count; index++) await outbox.enqueue(request, later);
  });
  await outbox.cancelAll({});
  await outbox.stop();
  return { insertOne, enqueueOne };
}

const parcels = defineEvents({
  variables: { number: 'string', address: 'string', items: 'number' },
  events: { sent: { title: 'Sent' } },
});

async function notifyRates({ connection }: BenchDatabase, count: number) {
  const { query } = connection.executor;
  await query(`create table if not exists public.plain_event (id text primary key, profile text, event text,
    stored_at timestamptz default now(), content bytea)`);
  const facts = { number: 'A-17', address: 'Long Street 7, 12345 Somewhere'.repeat(8), items: 3 };
  const event = parcels.create('sent', facts);
  const content = Buffer.from(JSON.stringify({ facts }));
  const insert = `insert into public.plain_event (id, profile, event, content) values ($1, 'bench', 'sent', $2)`;
  const insertEvent = await rateOf(count, async () => {
    for (let index = 0; index < count; index++) await query(insert, [randomUUID(), content]);
  });
  const { notify } = createNotifier({ database: connection, events: parcels });
  const notifyOne = await rateOf(count, async () => {
    for (let index = 0; index < count; index++) await notify(event, { profile: 'bench' });
  });
  await query('delete from hookplate.event');
  return { insertEvent, notifyOne };
}

async function walOf({ connection }: BenchDatabase): Promise<number> {
  const { rows } = await connection.executor.query(
    "select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 as bytes",
  );
  return rows[0] ? numberOf(rows[0], 'bytes') : 0;
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

export async function startWorker(
  options: DatabaseOptions,
  execArgv: readonly string[] = [],
): Promise<ChildProcess> {
  const file = new URL('worker.ts', import.meta.url);
  const child = fork(file, [JSON.stringify(options)], { execArgv: [...execArgv] });
  await once(child, 'message');
  return child;
}

async function endOf(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.disconnect();
  await exit;
}

export async function enqueueAll(
  outbox: Outbox,
  request: WebhookRequest,
  count: number,
  options: EnqueueOptions = {},
): Promise<void> {
  const given = { webhook: 'bench', ...options };
  await inBatches(count, async size => {
    await Promise.all(Array.from({ length: size }, () => outbox.enqueue(request, given)));
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

/** As its documentation works on jobs in batches, with as many loops as there are transactions. */
async function deliverBare(queue: PgBoss): Promise<void> {
  const loop = async (): Promise<void> => {
    for (;;) {
      const jobs = await queue.fetch<{ request: WebhookRequest }>('bare', { batchSize: batch.inFlight / 2 });
      if (jobs.length === 0) return;
      await Promise.all(jobs.map(({ data }) => post(data.request)));
      await queue.complete(
        'bare',
        jobs.map(({ id }) => id),
      );
    }
  };
  await Promise.all([loop(), loop()]);
}

async function post({ url, method, headers, body = '' }: WebhookRequest): Promise<void> {
  const answer = await send(url, { method, headers: headers.flat(), body });
  await answer.body.dump();
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
