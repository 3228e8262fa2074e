import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { bytesOf, type Row, textOf } from '../../src/database/row.ts';
import { openDatabase } from '../../src/outbox/index.ts';
import { requestBytes } from '../../src/outbox/message.ts';
import { pause } from '../../src/timing/wait.ts';
import { post } from '../delivery/loopback-dispatcher.ts';
import { httpServer } from '../loopback-server.ts';
import { emptyPostgres, query, testOutbox } from '../outbox/test-database.ts';
import { makeBefore, migrateUpTo } from './earlier-migrations.ts';

/** A message as every version stores it. */
interface NewMessage {
  readonly id: string;
  readonly content: Buffer;
  readonly bytes: number;
  readonly digest: Buffer;
}

/** The database calls of one version, for one message at a time. */
interface Version {
  readonly enqueue: (message: NewMessage, client: pg.Client) => Promise<unknown>;
  /** The message to send, as `id` and `content`. */
  readonly take: (client: pg.Client) => Promise<Row | undefined>;
  readonly record: (id: string, client: pg.Client) => Promise<unknown>;
}

const attempting = `insert into hookplate.attempt (message, round, number, started_at, duration_ms, status, headers, body, truncated)
  select m.id, m.round, m.attempts + 1, now(), 5, 200, '[]', 'ok', false from hookplate.message m where m.id = $1`;

/** Has a job beside each message. */
const withJobs: Version = {
  async enqueue({ id, content, bytes, digest }, client) {
    const job = (await client.query('select gen_random_uuid() as id')).rows[0].id;
    await inTransaction(client, async () => {
      await client.query(
        `insert into hookplate.endpoint (id, webhook, origin, host) values ('ep', 'w', 'http://h', 'h') on conflict do nothing`,
      );
      await client.query(
        `insert into hookplate.message (id, job, endpoint, webhook, host, method, request, request_bytes, digest, next_attempt_at, state)
         values ($1, $2, 'ep', 'w', 'h', 'POST', $3, $4, $5, now(), 'pending')`,
        [id, job, content, bytes, digest],
      );
      await client.query(
        `insert into hookplate_queue.job values ($1, 'message', 'created', jsonb_build_object('message', $2::text))`,
        [job, id],
      );
    });
  },
  async take(client) {
    const { rows: jobs } = await client.query(
      `update hookplate_queue.job set state = 'active' where id = (
         select id from hookplate_queue.job where state = 'created' limit 1 for update skip locked)
       returning id, data->>'message' as message`,
    );
    const { rows } = await client.query<Row>(
      `update hookplate.message m set state = 'sending' from unnest($1::text[], $2::uuid[]) as j(id, job)
       where m.id = j.id and m.job = j.job and m.state in ('pending', 'sending') returning m.id, m.request as content`,
      [jobs.map(({ message }) => message), jobs.map(({ id }) => id)],
    );
    return rows[0];
  },
  record: (id, client) =>
    inTransaction(client, async () => {
      await client.query(attempting, [id]);
      await client.query(
        `update hookplate.message m set state = 'delivered', attempts = m.attempts + 1, job = null, next_attempt_at = null,
           finished_at = now() where m.id = $1 and m.state = 'sending'`,
        [id],
      );
      await client.query(`update hookplate_queue.job set state = 'completed' where data->>'message' = $1`, [
        id,
      ]);
    }),
};

/** Has one table, and endpoints by their places. */
const withLeases: Version = {
  enqueue: ({ id, content, bytes, digest }, client) =>
    client.query(
      `with stored as (
         insert into hookplate.message (id, endpoint, webhook, name, host, method, request_bytes, digest, trace, due_at, state)
         select $1, 'ep', 'w', null, 'h', 'POST', $2, $3, null, now(), 'pending' on conflict (id) do nothing returning id)
       insert into hookplate.request (message, content) select id, $4::bytea from stored`,
      [id, bytes, digest, content],
    ),
  async take(client) {
    const { rows } = await client.query<Row>(
      `with chosen as (
         select m.id from hookplate.message m
         where m.due_at <= now() and (m.taken_until is null or m.taken_until <= now())
         order by m.due_at limit 1 for update skip locked
       ), taken as (
         update hookplate.message m set taken_until = now() + interval '1 hour', taken_by = 1 from chosen c
         where m.id = c.id returning m.id)
       select t.id, r.content from taken t join hookplate.request r on r.message = t.id`,
    );
    return rows[0];
  },
  record: (id, client) =>
    inTransaction(client, async () => {
      await client.query(attempting, [id]);
      await client.query(
        `update hookplate.message m set state = 'delivered', reason = null, attempts = greatest(m.attempts, 1),
           taken_until = null, taken_by = null, due_at = null, failed_at = m.failed_at, finished_at = now()
         where m.id = $1 and m.finished_at is null and m.taken_by = 1`,
        [id],
      );
      await client.query(
        `update hookplate.endpoint set last_success_at = now(), failures = 0, places = least(64, places * 2) where id = 'ep'`,
      );
    }),
};

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** Enqueues one message after the other until it is stopped, each once. */
class Application {
  readonly accepted: string[] = [];
  readonly refused: string[] = [];
  readonly stop: () => Promise<void>;

  constructor(name: string, enqueue: (id: string) => Promise<unknown>) {
    let number = 0;
    this.stop = repeat(async () => {
      const id = `${name}-${number++}`;
      await enqueue(id).then(
        () => this.accepted.push(id),
        () => this.refused.push(id),
      );
    });
  }
}

/** A version whose application enqueues, and whose worker delivers. */
interface Started {
  readonly application: Application;
  readonly delivered: readonly string[];
  readonly troubles: readonly unknown[];
}

async function goesOn({ application: { accepted }, delivered }: Started): Promise<void> {
  const [stored, sent] = [accepted.length, delivered.length];
  await expect.poll(() => accepted.length).toBeGreaterThan(stored + 20);
  await expect.poll(() => delivered.length).toBeGreaterThan(sent + 20);
}

/** Does it again and again until the test ends, or it is told to stop. */
function repeat(work: () => Promise<unknown>): () => Promise<void> {
  let isStopped = false;
  const repeating = (async () => {
    while (!isStopped) {
      await work();
      await pause(5);
    }
  })();
  const stop = async (): Promise<void> => {
    isStopped = true;
    await repeating;
  };
  onTestFinished(stop);
  return stop;
}

it('three versions work on one database at once, while it is migrated twice, and lose nothing', async () => {
  const held: ServerResponse[] = [];
  const receiver = await httpServer((response, { headers }) => {
    if (headers['webhook-id'] === 'held' && held.length === 0) held.push(response);
    else response.end();
  });
  const url = await emptyPostgres();
  const connected = async (): Promise<pg.Client> => {
    const client = new pg.Client(url);
    await client.connect();
    onTestFinished(() => client.end());
    return client;
  };
  const requestOf = (id: string) => post(receiver.url, `body of ${id}`);
  const enqueueWith = async ({ enqueue }: Version): Promise<(id: string) => Promise<unknown>> => {
    const client = await connected();
    return id => {
      const plain = requestBytes(requestOf(id));
      const content = Buffer.concat([Buffer.of(0), plain]);
      return enqueue({ id, content, bytes: plain.length, digest: hash('sha256', plain, 'buffer') }, client);
    };
  };
  const start = async (version: Version, name: string): Promise<Started> => {
    const worker = await connected();
    const delivered: string[] = [];
    const troubles: unknown[] = [];
    const deliver = async (): Promise<void> => {
      const row = await version.take(worker);
      if (!row) return;
      const id = textOf(row, 'id');
      const [method, to, headers, body] = JSON.parse(String(bytesOf(row, 'content')?.subarray(1)));
      await fetch(to, { method, headers: [...headers, ['webhook-id', id]], body });
      await version.record(id, worker);
      delivered.push(id);
    };
    repeat(() => deliver().catch(error => troubles.push(error)));
    return { application: new Application(name, await enqueueWith(version)), delivered, troubles };
  };
  await makeBefore(url);

  const jobs = await start(withJobs, 'jobs');
  onTestFinished(() => void held[0]?.end());
  await goesOn(jobs);
  await (await enqueueWith(withJobs))('held');
  await expect.poll(() => held.length).toBe(1);

  // Its worker waits for an answer meanwhile.
  await migrateUpTo('0009', url);
  const leases = await start(withLeases, 'leases');
  held[0]?.end();
  await expect.poll(() => jobs.troubles.length).toBeGreaterThan(3);
  await expect.poll(() => jobs.application.refused.length).toBeGreaterThan(10);
  await goesOn(leases);

  const database = await openDatabase({ url });
  onTestFinished(() => database.close());
  await database.migrate();
  const outbox = await testOutbox(database);
  await outbox.start();
  const enqueue = (id: string) => outbox.enqueue(requestOf(id), { id, webhook: 'w', endpoint: 'ep' });
  const today = new Application('today', enqueue);
  await expect.poll(() => today.accepted.length).toBeGreaterThan(20);
  await goesOn(leases);
  const refusedBefore = jobs.application.refused.length;
  await expect.poll(() => jobs.application.refused.length).toBeGreaterThan(refusedBefore + 10);

  const applications = [jobs.application, leases.application, today];
  await Promise.all(applications.map(({ stop }) => stop()));
  expect([...leases.application.refused, ...today.refused, ...leases.troubles]).toEqual([]);
  const accepted = ['held', ...applications.flatMap(one => one.accepted)];
  const stored = await query(url, 'select id from hookplate.message');
  expect(stored.map(({ id }) => id).toSorted()).toEqual(accepted.toSorted());
  // A caller whom the oldest version refused enqueues with a later one, which recognizes messages stored by the oldest.
  const all = [...accepted, ...jobs.application.refused];
  expect(await Promise.all(all.map(enqueue))).toEqual(all);
  // Messages that it was sending stay reserved for it for half a minute.
  await query(
    url,
    'update hookplate.message set taken_until = now() where taken_by is null and taken_until is not null',
  );
  const left = async () => {
    const { pending, sending } = await outbox.backlog();
    return pending + sending;
  };
  await expect.poll(left).toBe(0);
  const states = await query(
    url,
    'select state, count(*)::int as count from hookplate.message group by state',
  );
  expect(states).toEqual([{ state: 'delivered', count: all.length }]);
  const arrived = receiver.hits.map(({ headers, body }) => `${headers['webhook-id']} ${body}`);
  // The answer to one could not be recorded.
  expect(arrived.toSorted()).toEqual([...all, 'held'].map(id => `${id} body of ${id}`).toSorted());
});
