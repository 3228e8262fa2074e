import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/outbox/index.ts';
import { post } from '../delivery/loopback-dispatcher.ts';
import { httpServer } from '../loopback-server.ts';
import { emptyPostgres, executorOf, migratedPostgres, query, testOutbox } from '../outbox/test-database.ts';
import { makeBefore } from './earlier-migrations.ts';

const states = ['pending', 'sending', 'delivered', 'failed', 'gone', 'refused', 'cancelled'];

/** Messages in every state, a third of them with attempts, each to a path of its own. */
const filling = `
insert into hookplate.message (id, endpoint, webhook, event, profile, host, method, request, request_bytes, digest, state, attempts,
  job, created_at, next_attempt_at, finished_at)
select 'm' || n, 'ep_' || n % 20, 'w' || n % 20, 'Started', 'p', '127.0.0.1', 'POST',
  '\\x00'::bytea || convert_to(json_build_array('POST', $2::text || '/' || n, '[]'::json, 'body ' || n)::text, 'UTF8'), 50,
  sha256(('m' || n)::bytea), s.state, case when n % 3 = 0 then 1 else 0 end,
  case when s.state in ('pending', 'sending') then gen_random_uuid() end, now() - interval '1 hour',
  case when s.state in ('pending', 'sending') then now() - interval '1 minute' end,
  case when s.state not in ('pending', 'sending') then now() - interval '1 minute' end
from generate_series(1, $1::int) n, lateral (select ($3::text[])[1 + n % 7] as state) s`;
const trying = `
insert into hookplate.attempt (message, round, number, started_at, duration_ms, status, headers, body, truncated)
select id, 0, 1, now(), 5, 500, '[]', 'no', false from hookplate.message where attempts = 1`;

describe('a database of the version before', () => {
  it('keeps 10,000 messages in every state, and sends those that have not ended', async () => {
    const receiver = await httpServer();
    const url = await emptyPostgres();
    await makeBefore(url);
    const count = 10_000;
    await query(url, filling, [count, receiver.url, states]);
    await query(url, trying);
    await query(
      url,
      `insert into hookplate_queue.job select job, 'message', 'created', '{}' from hookplate.message where job is not null`,
    );
    const database = await openDatabase({ url });
    onTestFinished(() => database.close());
    await database.migrate();
    const executor = executorOf(database);
    const { rows } = await executor.query(
      'select state, count(*)::int as count, count(due_at)::int as due from hookplate.message group by state order by state',
    );
    const each = (name: string): number =>
      Array.from({ length: count }, (_, index) => states[(index + 1) % 7]).filter(state => state === name)
        .length;
    const unfinished = each('pending') + each('sending');
    expect(rows).toEqual(
      states
        .filter(state => state !== 'sending')
        .toSorted()
        .map(state => ({
          state,
          count: state === 'pending' ? unfinished : each(state),
          due: state === 'pending' ? unfinished : 0,
        })),
    );
    const { rows: left } = await executor.query(
      `select to_regnamespace('hookplate_queue') is null as is_gone`,
    );
    expect(left).toEqual([{ is_gone: true }]);
    const outbox = await testOutbox(database, { concurrency: 500, perEndpoint: 500 });
    expect(await outbox.backlog()).toMatchObject({ pending: each('pending'), sending: each('sending') });
    expect(await outbox.message('m3', { request: true })).toMatchObject({
      history: [{ number: 1, outcome: { kind: 'answered', status: 500 } }],
      request: { method: 'POST', url: `${receiver.url}/3`, headers: [], body: 'body 3' },
    });
    // Messages that were being sent stay reserved for their sender for a while.
    await executor.query('update hookplate.message set taken_until = now() where taken_until is not null');
    await outbox.start();
    await expect.poll(async () => (await outbox.backlog()).pending).toBe(0);
    await expect.poll(() => outbox.inFlight).toBe(0);
    expect(receiver.hits).toHaveLength(unfinished);
    const ids = new Set(receiver.hits.map(({ headers, path }) => `${headers['webhook-id']} ${path}`));
    expect(ids.size).toBe(unfinished);
    expect(ids).toContain('m7 /7');
  });

  it('keeps the order of lines: those that were tried keep their time, and one of the others is due', async () => {
    const url = await emptyPostgres();
    await makeBefore(url);
    const insert = `insert into hookplate.message (id, endpoint, host, method, request_bytes, digest, state, line, attempts, created_at,
      next_attempt_at, finished_at) values ($1, 'ep', 'h', 'POST', 1, '', $2, $3, $4, now() - interval '2 minutes',
      now() + interval '30 seconds', $5)`;
    const ended = new Date();
    await query(url, insert, ['ended', 'delivered', 'ep a', 1, ended]);
    await query(url, insert, ['tried', 'pending', 'ep a', 1, null]);
    await query(url, insert, ['next', 'pending', 'ep a', 0, null]);
    await query(url, insert, ['last', 'pending', 'ep a', 0, null]);
    await query(url, insert, ['other', 'pending', 'ep b', 0, null]);
    await query(url, insert, ['behind', 'pending', 'ep b', 0, null]);
    const database = await openDatabase({ url });
    onTestFinished(() => database.close());
    await database.migrate();
    const { rows } = await executorOf(database).query(
      `select id, case when due_at is null then 'never' when due_at <= now() then 'now' when due_at < now() + interval '1 minute'
         then 'soon' else 'later' end as due from hookplate.message order by position`,
    );
    expect(rows.map(({ id, due }) => `${id} ${due}`)).toEqual([
      'ended never',
      'tried soon',
      'next later',
      'last never',
      'other now',
      'behind never',
    ]);
  });

  it('leaves to its own processes nothing that they could store, take or record', async () => {
    const url = await emptyPostgres();
    await makeBefore(url);
    await query(url, filling, [70, 'http://127.0.0.1:9', states]);
    const database = await openDatabase({ url });
    onTestFinished(() => database.close());
    await database.migrate();
    const messages = () => query(url, 'select * from hookplate.message order by id');
    const before = await messages();
    // As the version before asks, whose processes run on.
    const asked = {
      enqueuing: `insert into hookplate.message (id, job, endpoint, host, method, request, request_bytes, digest, next_attempt_at)
        values ('late', gen_random_uuid(), 'ep', 'h', 'POST', '', 0, '', now())`,
      taking: `update hookplate.message m set state = 'sending' where m.id = 'm7' and m.job = gen_random_uuid()`,
      recording: `update hookplate.message m set state = 'delivered', job = null, next_attempt_at = null where m.id = 'm7'`,
      fetching: 'select id from hookplate_queue.job limit 1',
    };
    for (const [what, statement] of Object.entries(asked)) {
      const code = await query(url, statement).then(
        () => 'done',
        error => error.code,
      );
      expect([what, code]).toEqual([what, what === 'fetching' ? '42P01' : '42703']);
    }
    expect(await messages()).toEqual(before);
  });

  it('waits for a transaction that stores a message as before, and takes that along', async () => {
    const receiver = await httpServer();
    const url = await emptyPostgres();
    await makeBefore(url);
    const old = new pg.Client(url);
    await old.connect();
    onTestFinished(() => old.end());
    await old.query('begin');
    await old.query(filling, [1, receiver.url, ['pending', 'pending']]);
    const database = await openDatabase({ url });
    onTestFinished(() => database.close());
    const migrated = database.migrate();
    const waiting =
      "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%message%' and datname = current_database()";
    await expect.poll(async () => (await query(url, waiting)).length).toBe(1);
    await old.query('commit');
    await migrated;
    const outbox = await testOutbox(database);
    await outbox.start();
    await expect.poll(async () => (await outbox.message('m1'))?.state).toBe('delivered');
  });

  /** A transaction of the version before, and the migration that waits for it. */
  async function migrateBeside(first: string) {
    const url = await emptyPostgres();
    await makeBefore(url);
    await query(url, filling, [1, 'http://127.0.0.1:9', ['pending', 'pending']]);
    await query(url, "insert into hookplate.endpoint (id, origin, host) values ('ep_1', 'http://h', 'h')");
    const old = new pg.Client(url);
    await old.connect();
    onTestFinished(() => old.end());
    await old.query("set deadlock_timeout = '2s'");
    await old.query('begin');
    await old.query(first);
    const database = await openDatabase({ url });
    onTestFinished(() => database.close());
    const migrated = database.migrate();
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(async () => (await query(url, waiting)).length).toBe(1);
    return { old, migrated, database };
  }

  it('is migrated beside a transaction that has locked an endpoint and goes on to its messages', async () => {
    const { old, migrated, database } = await migrateBeside('update hookplate.endpoint set failures = 1');
    await old.query("update hookplate.message set state = 'delivered', finished_at = now()");
    await old.query('commit');
    await migrated;
    const outbox = await testOutbox(database);
    expect((await outbox.message('m1'))?.state).toBe('delivered');
  });

  it('is migrated once more where that and a transaction waited for each other', async () => {
    const { old, migrated, database } = await migrateBeside("update hookplate.message set reason = 'x'");
    const ended = old.query('update hookplate.endpoint set failures = 1').then(
      () => old.query('commit'),
      () => old.query('rollback'),
    );
    await migrated;
    await ended;
    const outbox = await testOutbox(database);
    expect((await outbox.message('m1'))?.state).toBe('pending');
  });
});

it('a process goes on while a later version adds to the tables, and is refused when it starts again', async () => {
  const receiver = await httpServer();
  const url = await migratedPostgres();
  const database = await openDatabase({ url });
  onTestFinished(() => database.close());
  const outbox = await testOutbox(database);
  await outbox.start();
  await outbox.enqueue(post(receiver.url), { id: 'before' });
  await query(
    url,
    'alter table hookplate.message add column later text; create index on hookplate.message (later)',
  );
  await query(url, "insert into hookplate.migration (tag) values ('0099_later')");
  await outbox.enqueue(post(receiver.url), { id: 'after' });
  for (const id of ['before', 'after']) {
    await expect.poll(async () => (await outbox.message(id))?.state).toBe('delivered');
  }
  const refused = { code: 'database-newer' };
  await expect(openDatabase({ url })).rejects.toMatchObject(refused);
  await expect(database.migrate()).rejects.toMatchObject(refused);
});
