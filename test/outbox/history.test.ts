import pg from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { anOpenDatabase } from '../../src/database/open-database.ts';
import { numberOf } from '../../src/database/row.ts';
import { createSealer } from '../../src/database/sealer.ts';
import { keyOf } from '../../src/outbox/given-id.ts';
import { openDatabase } from '../../src/outbox/index.ts';
import { recordAttempts } from '../../src/outbox/record.ts';
import { Taker } from '../../src/outbox/take.ts';
import { makePartitions, prune } from '../../src/outbox/upkeep.ts';
import { post } from '../delivery/loopback-dispatcher.ts';
import { httpServer } from '../loopback-server.ts';
import { numberedInSql, numberedUuid } from './numbered-uuid.ts';
import {
  query as ask,
  backends,
  executorOf,
  migratedPostgres,
  onPostgres,
  openTestDatabase,
  testOutbox,
} from './test-database.ts';

const nowhere = 'http://127.0.0.1:9/';
const later = () => new Date(Date.now() + 3_600_000);

/** SQL: noon of a day that was so many days ago, and that day. */
const ago = (days: number) =>
  `(date_trunc('day', now(), 'UTC') - interval '${days} days' + interval '12 hours')`;
const dayAgo = (days: number) => `((now() at time zone 'UTC')::date - ${days})`;

describe.each(backends)('history on %s', backend => {
  async function opened(retentionDays?: number) {
    const database = await openTestDatabase(backend);
    const { query } = executorOf(database);
    const count = async (table: string): Promise<number> => {
      const { rows } = await query(`select count(*)::int as count from hookplate.${table}`);
      return numberOf(rows[0] ?? {}, 'count');
    };
    const dayOf = async (id: string): Promise<unknown> => {
      const { rows } = await query(
        `select ((now() at time zone 'UTC')::date - day) as days from hookplate.request where message = $1`,
        [keyOf(id)],
      );
      return rows.map(({ days }) => days);
    };
    return { database, query, count, dayOf, outbox: await testOutbox(database, { retentionDays }) };
  }

  it('is dropped by the day, once the whole day is older than it is kept, and leaves no dead rows', async () => {
    const { query, outbox, count } = await opened(2);
    const ids = [2, 3, 4].map(days => `m${days}`);
    for (const id of ids) await outbox.enqueue(post(nowhere), { id });
    await outbox.cancelAll({});
    for (const days of [2, 3, 4]) {
      await query(`select hookplate.make_partitions(${dayAgo(days)})`);
      await query(
        `update hookplate.ended set finished_at = ${ago(days)}, request_day = ${dayAgo(days)} where given_id = 'm${days}'`,
      );
      await query(
        `update hookplate.request set day = ${dayAgo(days)} where message = '${keyOf(`m${days}`)}'`,
      );
      await query(`insert into hookplate.attempt (bucket, message, round, number, started_at, duration_ms, recorded_at, error)
        values (0, '${keyOf(`m${days}`)}', 0, 1, now(), 1, ${ago(days)}, 'timeout')`);
    }
    expect(await outbox.prune()).toEqual({ days: 2 });
    expect((await outbox.messages()).items.map(({ id }) => id)).toEqual(['m2']);
    expect([await count('request'), await count('attempt')]).toEqual([1, 1]);
    expect(await outbox.prune()).toEqual({ days: 0 });
    const { rows } =
      await query(`select relname from pg_class where relname ~ '^(ended|request|attempt)_\\d{8}$'
      and right(relname, 8) < to_char(${dayAgo(2)}, 'YYYYMMDD')`);
    expect(rows).toEqual([]);
  });

  it('without a partition for its day waits in the default one, and is moved when the partition is made', async () => {
    const { query, outbox, count } = await opened(2);
    for (const id of ['young', 'old']) await outbox.enqueue(post(nowhere), { id });
    await outbox.cancelAll({});
    const age = (id: string, days: number) =>
      query(`update hookplate.ended set finished_at = ${ago(days)} where given_id = '${id}'`);
    await age('young', 1);
    await age('old', 9);
    expect(await count('ended_default')).toBe(2);
    await query(`select hookplate.make_partitions(${dayAgo(1)})`);
    expect(await count('ended_default')).toBe(1);
    expect(await outbox.message('young')).toMatchObject({ state: 'cancelled' });
    await outbox.prune();
    expect((await outbox.messages()).items.map(({ id }) => id)).toEqual(['young']);
  });

  it('keeps the request of a message that waits for longer, and of one that ends later than it was enqueued', async () => {
    const receiver = await httpServer();
    const { query, outbox, dayOf } = await opened(2);
    for (const id of ['waits', 'ended', 'resent']) {
      await outbox.enqueue(post(receiver.url, id), { id, notBefore: later() });
    }
    await query(`select hookplate.make_partitions(${dayAgo(9)})`);
    await query(`update hookplate.job set created_at = ${ago(9)}, request_day = ${dayAgo(9)}`);
    await query(`update hookplate.request set day = ${dayAgo(9)}`);
    await outbox.cancel('ended');
    await outbox.cancel('resent');
    expect(await dayOf('ended')).toEqual([0]);
    expect(await dayOf('waits')).toEqual([9]);
    await outbox.resend('resent');
    expect(await outbox.prune()).toEqual({ days: 1 });
    for (const id of ['waits', 'ended', 'resent']) {
      expect(await dayOf(id)).toEqual([0]);
      expect((await outbox.message(id, { request: true }))?.request?.body).toBe(id);
    }
    await outbox.start();
    await outbox.retryNow('waits');
    await outbox.resend('ended');
    await expect.poll(() => outbox.count({ state: 'delivered' })).toBe(3);
    expect(receiver.hits.map(({ body }) => body).toSorted()).toEqual(['ended', 'resent', 'waits']);
  });

  it('moves the requests of thousands of messages that wait in several transactions, and drops their day after that', async () => {
    const { query, count, database } = await opened();
    await query(`select hookplate.make_partitions(${dayAgo(9)})`);
    const old = `hookplate.request where day < ${dayAgo(2)}`;
    const left = async () =>
      numberOf((await query(`select count(*)::int as count from ${old}`)).rows[0] ?? {}, 'count');
    const wait = async (kind: string) => {
      await query(`insert into hookplate.job (bucket, id, endpoint, host, method, request_bytes, created_at, request_day)
        select 0, ${numberedInSql(kind, 'n')}, '${numberedUuid('e', 1)}', 'h', 'POST', 1, ${ago(9)} + n * interval '1 millisecond' / 2, ${dayAgo(9)}
        from generate_series(1, 2200) n`);
      await query(`insert into hookplate.request (bucket, message, day, content) select 0, id, request_day, '' from hookplate.job
        on conflict do nothing`);
    };
    await wait('1');
    // Whoever drops a day without having moved them does not move them all.
    for (const days of [1, null])
      expect((await query('select hookplate.drop_partitions(2) as days')).rows).toEqual([{ days }]);
    expect(await left()).toBe(1200);
    await wait('2');
    const { executor } = anOpenDatabase(database, 'database');
    const lefts = [await left()];
    const counted: typeof executor.query = async (text, values) => {
      const result = await executor.query(text, values);
      lefts.push(await left());
      return result;
    };
    expect(await prune({ executor: { query: counted } }, 2)).toEqual({ days: 0 });
    const moved = lefts.map((number, index) => (lefts[index - 1] ?? number) - number);
    expect(Math.max(...moved)).toBe(500);
    expect([lefts.at(-1), await count('request')]).toEqual([0, 4400]);
    const { rows } = await query(`select 1 from hookplate.job j join hookplate.request r on r.message = j.id
      where r.day = j.request_day and r.day = ${dayAgo(0)}`);
    expect(rows).toHaveLength(4400);
  });

  it('leaves the request of a message that is being sent where it is until its day is dropped', async () => {
    const { database, query, outbox, dayOf } = await opened(2);
    for (const id of ['taken', 'waits']) await outbox.enqueue(post(nowhere), { id });
    await query(`select hookplate.make_partitions(${dayAgo(9)})`);
    await query(`update hookplate.request set day = ${dayAgo(9)}`);
    await query(`update hookplate.job set created_at = ${ago(9)}, request_day = ${dayAgo(9)},
      taken_until = case when given_id = 'taken' then now() + interval '1 hour' end`);
    const { executor } = anOpenDatabase(database, 'database');
    const days = async () => [await dayOf('taken'), await dayOf('waits')];
    const before: unknown[] = [];
    const watched: typeof executor.query = async (text, values) => {
      if (text.includes('drop_partitions')) before.push(await days());
      return executor.query(text, values);
    };
    expect(await prune({ executor: { query: watched } }, 2)).toEqual({ days: 1 });
    expect(before[0]).toEqual([[9], [0]]);
    expect(await days()).toEqual([[0], [0]]);
  });

  it('is not locked while the last requests of messages that wait are moved', async () => {
    const { query, outbox, dayOf } = await opened(2);
    await outbox.enqueue(post(nowhere), { id: 'taken' });
    await query(`select hookplate.make_partitions(${dayAgo(9)})`);
    await query(`update hookplate.request set day = ${dayAgo(9)}`);
    await query(
      `update hookplate.job set created_at = ${ago(9)}, request_day = ${dayAgo(9)}, taken_until = now() + interval '1 hour'`,
    );
    await query('create table hookplate.seen (locked text[])');
    await query(`create function hookplate.see() returns trigger language plpgsql as $$ begin
      insert into hookplate.seen select array_agg(relation::regclass::text) from pg_locks
        where pid = pg_backend_pid() and mode = 'AccessExclusiveLock' and granted and relation is not null;
      return new; end $$`);
    await query(
      'create trigger see before update on hookplate.job for each row execute function hookplate.see()',
    );
    expect(await outbox.prune()).toEqual({ days: 1 });
    expect(await dayOf('taken')).toEqual([0]);
    expect((await query('select locked from hookplate.seen')).rows).toEqual([{ locked: null }]);
  });

  it.each(['its partition', 'the default one'])(
    'keeps the request of a message that is resent just before its day is dropped from %s',
    async place => {
      const { database, query, outbox } = await opened(2);
      await outbox.enqueue(post(nowhere, 'kept'), { id: 'resent' });
      await outbox.cancel('resent');
      if (place === 'its partition') await query(`select hookplate.make_partitions(${dayAgo(9)})`);
      await query(`update hookplate.request set day = ${dayAgo(9)}`);
      await query(
        `update hookplate.ended set created_at = ${ago(9)}, finished_at = ${ago(9)}, request_day = ${dayAgo(9)}`,
      );
      const { executor } = anOpenDatabase(database, 'database');
      let isFirst = true;
      const resending: typeof executor.query = async (text, values) => {
        if (isFirst && text.includes('drop_partitions')) {
          isFirst = false;
          await outbox.resend('resent');
        }
        return executor.query(text, values);
      };
      await prune({ executor: { query: resending } }, 2);
      await outbox.prune();
      expect(isFirst).toBe(false);
      expect(await outbox.message('resent', { request: true })).toMatchObject({
        state: 'pending',
        request: { body: 'kept' },
      });
      const { rows } = await query(`select 1 from hookplate.request where day < ${dayAgo(2)}`);
      expect(rows).toEqual([]);
    },
  );

  it('has each message in one table, and all its attempts, also after it was resent', async () => {
    let status = 500;
    const receiver = await httpServer(response => response.writeHead(status).end());
    const { query, outbox, count } = await opened();
    const attempts = async () =>
      (await outbox.message('m'))?.history.map(({ round, number, outcome }) => [
        round,
        number,
        outcome.kind === 'answered' && outcome.status,
      ]);
    await outbox.start();
    await outbox.enqueue(post(receiver.url), { id: 'm' });
    await expect.poll(async () => (await outbox.message('m'))?.state).toBe('failed');
    const failed = [1, 2, 3, 4].map(number => [0, number, 500]);
    expect(await attempts()).toEqual(failed);
    expect([await count('job'), await count('ended'), await count('attempt')]).toEqual([0, 1, 3]);
    expect(await outbox.message('m')).toMatchObject({ lastOutcome: { status: 500 }, attempts: 4 });
    status = 204;
    await outbox.resend('m');
    await expect.poll(async () => (await outbox.message('m'))?.state).toBe('delivered');
    expect(await attempts()).toEqual([...failed, [1, 1, 204]]);
    expect([await count('job'), await count('ended'), await count('attempt')]).toEqual([0, 1, 4]);
    const { rows } = await query('select number from hookplate.attempt where gave_up');
    expect(rows).toEqual([{ number: 4 }]);
    // An end without an attempt is none, but goes on counting.
    const { endpoint } = (await outbox.message('m')) ?? {};
    await outbox.disableEndpoint(endpoint ?? '');
    await outbox.enqueue(post(receiver.url), { id: 'n' });
    await outbox.enableEndpoint(endpoint ?? '', { resend: true });
    await expect.poll(async () => (await outbox.message('n'))?.state).toBe('delivered');
    expect((await outbox.message('n'))?.history.map(({ round, number }) => [round, number])).toEqual([
      [1, 1],
    ]);
    const { buckets } = await outbox.stats({ since: new Date(Date.now() - 3_599_999), bucketMs: 7_200_000 });
    expect(buckets).toMatchObject([{ enqueued: 2, attempts: 6, succeeded: 2, failed: 2 }]);
  });

  it('is listed in pages with what waits', async () => {
    const { outbox } = await opened();
    const ids: string[] = [];
    for (let count = 0; count < 7; count++) ids.push(await outbox.enqueue(post(nowhere), { profile: 'p' }));
    for (const index of [0, 3, 4, 6]) await outbox.cancel(ids[index] ?? '');
    for (const filter of [{}, { profile: 'p' }]) {
      const found: string[][] = [];
      for (let cursor: string | undefined; found.length === 0 || cursor !== undefined; ) {
        const { items, next } = await outbox.messages({ ...filter, limit: 3, cursor });
        found.push(items.map(({ id }) => id));
        cursor = next;
      }
      expect(found.map(page => page.length)).toEqual([3, 3, 1]);
      expect(found.flat()).toEqual(ids.toReversed());
      expect(await outbox.count(filter)).toBe(7);
    }
  });

  it('has an attempt once that is recorded again because the answer was lost', async () => {
    const { database, outbox, count } = await opened();
    const connection = anOpenDatabase(database, 'database');
    const taker = new Taker(connection.executor, createSealer([]));
    const taking = { most: 10, maxFailing: 10, perEndpoint: 64, leaseMs: 60_000, fullHosts: [] };
    for (const id of ['ends', 'waits']) await outbox.enqueue(post(nowhere), { id });
    const { messages } = await taker.take(taking);
    const ended = messages.map(message => ({
      message,
      attempt: {
        ...{ number: 1, startedAt: new Date(), durationMs: 1 },
        outcome: { kind: 'answered', status: 503, headers: [], body: '', truncated: false } as const,
      },
      ...(message.id === 'ends'
        ? ({ state: 'failed', delayMs: undefined } as const)
        : ({ state: 'pending', delayMs: 3_600_000 } as const)),
      ...{ reason: undefined, endsLine: false },
    }));
    const limits = { disableAfterMs: 1_000_000, perEndpoint: 64, holdMs: 1000 };
    for (const isRepeated of [false, true, true]) {
      await recordAttempts(ended, connection, { ...limits, isRepeated });
      for (const id of ['ends', 'waits']) expect((await outbox.message(id))?.history).toHaveLength(1);
      expect([await count('job'), await count('ended'), await count('attempt')]).toEqual([1, 1, 1]);
    }
    await outbox.resend('ends');
    await recordAttempts(ended, connection, { ...limits, isRepeated: true });
    expect([await count('job'), await count('ended'), await count('attempt')]).toEqual([2, 0, 2]);
  });

  it('knows an id that was given, also of an ended message, for as long as that is there', async () => {
    const { query, outbox, count } = await opened(2);
    await outbox.enqueue(post(nowhere, 'one'), { id: 'ended' });
    await outbox.cancel('ended');
    await outbox.enqueue(post(nowhere, 'one'), { id: 'waits', notBefore: later() });
    await outbox.enqueue(post(nowhere, 'one'));
    expect(await count('given_id')).toBe(2);
    const conflict = { code: 'id-conflict' };
    const again = async () => {
      for (const id of ['ended', 'waits']) {
        expect(await outbox.enqueue(post(nowhere, 'one'), { id })).toBe(id);
        await expect(outbox.enqueue(post(nowhere, 'other'), { id })).rejects.toMatchObject(conflict);
      }
    };
    await again();
    // Older than history, while the messages are not.
    await query(`update hookplate.given_id set kept_from = ${ago(9)}`);
    await outbox.prune();
    await again();
    await query(`update hookplate.given_id set kept_from = ${ago(9)}`);
    await query(`update hookplate.ended set finished_at = ${ago(9)}`);
    await query(`update hookplate.request set day = ${dayAgo(9)} where message = '${keyOf('ended')}'`);
    await outbox.prune();
    expect((await query('select id from hookplate.given_id')).rows).toEqual([{ id: keyOf('waits') }]);
    await outbox.enqueue(post(nowhere, 'other'), { id: 'ended' });
  });

  it('is kept for a day at least', async () => {
    const { query } = await opened();
    for (const days of ['0', '-1', 'null'])
      await expect(query(`select hookplate.drop_partitions(${days})`)).rejects.toMatchObject({
        code: '22023',
      });
  });
});

it.each(onPostgres)(
  'partitions are made and dropped by several processes at once, while messages are sent',
  async () => {
    const receiver = await httpServer();
    const url = await migratedPostgres();
    const databases = await Promise.all([1, 2, 3].map(() => openDatabase({ url })));
    onTestFinished(async () => void (await Promise.all(databases.map(database => database.close()))));
    const [outbox] = await Promise.all(databases.map(database => testOutbox(database)));
    if (!outbox) throw new Error('One was made.');
    await outbox.start();
    let isOver = false;
    let sent = 0;
    const sending = (async () => {
      while (!isOver) {
        await outbox.enqueueAll(Array.from({ length: 20 }, () => ({ request: post(receiver.url) })));
        sent += 20;
      }
    })();
    for (let round = 10; round < 14; round++) {
      await Promise.all(
        databases.map(database =>
          executorOf(database).query(
            `select hookplate.make_partitions(${dayAgo(round)}), hookplate.make_partitions(${dayAgo(-round)})`,
          ),
        ),
      );
      await Promise.all(databases.map(database => prune(anOpenDatabase(database, 'database'), 2)));
    }
    isOver = true;
    await sending;
    await expect.poll(async () => (await outbox.backlog()).pending).toBe(0);
    await outbox.prune();
    await expect
      .poll(() => ask(url, `select state, count(*)::int as count from hookplate.message group by 1`))
      .toEqual([{ state: 'delivered', count: sent }]);
    expect(await ask(url, 'select count(*)::int as count from hookplate.ended_default')).toEqual([
      { count: 0 },
    ]);
    expect(
      await ask(
        url,
        `select relname from pg_class where relname ~ '^ended_\\d{8}$' and right(relname, 8) < to_char(now(), 'YYYYMMDD')`,
      ),
    ).toEqual([]);
  },
);

it.each(onPostgres)(
  'nobody waits for long behind a partition that cannot be dropped, because somebody reads for long',
  async () => {
    const url = await migratedPostgres();
    const database = await openDatabase({ url });
    onTestFinished(() => database.close());
    const outbox = await testOutbox(database, { retentionDays: 2 });
    const { query } = executorOf(database);
    await query(`select hookplate.make_partitions(${dayAgo(9)})`);
    const reader = new pg.Client(url);
    await reader.connect();
    onTestFinished(() => reader.end());
    await reader.query('begin; select from hookplate.ended');
    const pruned = outbox.prune();
    const waits = () =>
      ask(url, "select 1 as waits from pg_locks where mode = 'AccessExclusiveLock' and not granted limit 1");
    await expect.poll(waits, { interval: 10 }).toEqual([{ waits: 1 }]);
    // Behind it, and before the reader ends.
    await outbox.enqueue(post(nowhere), { id: 'behind' });
    await outbox.cancel('behind');
    expect(await outbox.message('behind')).toMatchObject({ state: 'cancelled' });
    await reader.query('commit');
    await pruned;
    await outbox.prune();
    const { rows } = await query(
      `select to_regclass('hookplate.ended_' || to_char(${dayAgo(9)}, 'YYYYMMDD')) as is_there`,
    );
    expect(rows).toEqual([{ is_there: null }]);
  },
);

describe.each(onPostgres)('an outbox of which nobody has made the days', () => {
  const dropDays = `do $$ declare part text; begin
    for part in select relname from pg_class where relnamespace = 'hookplate'::regnamespace and relname ~ '_\\d{8}$' loop
      execute 'drop table hookplate.' || part;
    end loop; end $$`;
  const days = `select right(relname, 8)::date - (now() at time zone 'UTC')::date as ahead, count(*)::int as count from pg_class
    where relnamespace = 'hookplate'::regnamespace and relname ~ '_\\d{8}$' group by 1 order by 1`;

  it('makes them each hour, though it only enqueues', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const database = await openTestDatabase('PostgreSQL');
    await testOutbox(database);
    const { query } = executorOf(database);
    await query(dropDays);
    await vi.advanceTimersByTimeAsync(3_600_000);
    await expect
      .poll(async () => (await query(days)).rows)
      .toEqual([0, 1, 2].map(ahead => ({ ahead, count: 4 })));
  });

  it('is created, and loses nothing, though it takes too long to move the rows of today', async () => {
    const receiver = await httpServer();
    const database = await openTestDatabase('PostgreSQL');
    const { query } = executorOf(database);
    await query(dropDays);
    await query('alter function hookplate.make_partitions(date) rename to make_quickly');
    await query(`create function hookplate.make_partitions(day date) returns boolean language plpgsql as $$ begin
      if day = (now() at time zone 'UTC')::date then raise 'canceling statement due to statement timeout' using errcode = '57014'; end if;
      return hookplate.make_quickly(day); end $$`);
    const errors: unknown[] = [];
    const outbox = await testOutbox(database, { onError: error => void errors.push(error) });
    expect(errors).toMatchObject([{ code: 'database-unreachable' }]);
    expect((await query(days)).rows).toEqual([1, 2].map(ahead => ({ ahead, count: 4 })));
    await outbox.enqueue(post(receiver.url), { id: 'm' });
    await outbox.start();
    await expect.poll(async () => (await outbox.message('m'))?.state).toBe('delivered');
    await query('drop function hookplate.make_partitions(date)');
    await query('alter function hookplate.make_quickly(date) rename to make_partitions');
    await makePartitions(anOpenDatabase(database, 'database'));
    expect((await query(days)).rows).toHaveLength(3);
    expect((await query('select from hookplate.ended_default')).rows).toEqual([]);
    expect(await outbox.message('m', { request: true })).toMatchObject({ state: 'delivered', request: {} });
  });
});

describe.each(onPostgres)('a message whose request moves to another day at the same time', () => {
  /** Messages of nine days ago, and a connection that moves their requests, as the upkeep does. */
  async function aged(ids: readonly string[]) {
    const receiver = await httpServer();
    const url = await migratedPostgres();
    const database = await openDatabase({ url });
    onTestFinished(() => database.close());
    const outbox = await testOutbox(database, { retentionDays: 2 });
    for (const id of ids) await outbox.enqueue(post(receiver.url, id), { id, profile: 'p', ordered: 'line' });
    const upkeep = new pg.Client(url);
    await upkeep.connect();
    onTestFinished(() => upkeep.end());
    const move = (day: string, which: readonly string[]) =>
      upkeep.query(`update hookplate.request set day = ${day} where message in (${which.map(id => `'${keyOf(id)}'`)});
        update hookplate.job set request_day = ${day} where given_id in (${which.map(id => `'${id}'`)})`);
    await upkeep.query(`select hookplate.make_partitions(${dayAgo(9)});
      update hookplate.job set created_at = ${ago(9)}`);
    await move(dayAgo(9), ids);
    const waiting = (statement: string) => () =>
      ask(
        url,
        `select 1 as waits from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%${statement}%'`,
      );
    const sent = async () => {
      await expect.poll(() => outbox.count({ state: 'delivered' })).toBe(ids.length);
      expect(receiver.hits.map(({ body }) => body)).toEqual(ids);
    };
    return { url, outbox, upkeep, move, waiting, sent };
  }

  it('is sent, though the statement that takes it began before', async () => {
    const { outbox, upkeep, move, waiting, sent } = await aged(['one']);
    await upkeep.query(`select pg_advisory_lock(4711);
      create function hookplate.wait() returns trigger language plpgsql
        as $$ begin perform pg_advisory_xact_lock_shared(4711); return null; end $$;
      create trigger wait before update on hookplate.job execute function hookplate.wait()`);
    await outbox.start();
    await expect.poll(waiting('with head as')).toHaveLength(1);
    await move(dayAgo(0), ['one']);
    await upkeep.query('select pg_advisory_unlock(4711)');
    await sent();
  });

  it('is erased together with it', async () => {
    const { url, outbox, upkeep, move, waiting } = await aged(['one', 'two']);
    // Whoever looks for messages waits after the beginning of the statement, and before a lock of the first.
    await upkeep.query(`select pg_advisory_lock(4711);
      create function hookplate.wait() returns boolean language plpgsql
        as $$ begin perform pg_advisory_xact_lock_shared(4711); return true; end $$;
      alter table hookplate.job rename to all_jobs;
      create view hookplate.job as select * from hookplate.all_jobs where hookplate.wait()`);
    const erased = outbox.erase('p');
    await expect.poll(waiting('for update skip locked')).toHaveLength(1);
    await move(dayAgo(0), ['one', 'two']);
    await upkeep.query('select pg_advisory_unlock(4711)');
    expect(await erased).toBe(2);
    expect(await ask(url, 'select day from hookplate.request')).toEqual([]);
  });

  it('is sent in its line, though the statement that takes it waits for the upkeep', async () => {
    const { outbox, upkeep, move, waiting, sent } = await aged(['head', 'second', 'third']);
    await upkeep.query('begin');
    await move(dayAgo(0), ['second', 'third']);
    await outbox.start();
    await expect.poll(waiting('with behind as')).toHaveLength(1);
    await upkeep.query('commit');
    await sent();
  });
});
