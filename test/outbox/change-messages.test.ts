import pg from 'pg';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { anOpenDatabase } from '../../src/database/open-database.ts';
import { type MessageFilter, type Outbox, openDatabase } from '../../src/outbox/index.ts';
import { post } from '../delivery/loopback-dispatcher.ts';
import { explaining } from './explain.ts';
import { numberedInSql, numberedUuid } from './numbered-uuid.ts';
import {
  backends,
  executorOf,
  migratedPostgres,
  onPostgres,
  openTestDatabase,
  testOutbox,
} from './test-database.ts';

describe.each(backends)('resending many on %s', backend => {
  const ids = Array.from({ length: 1200 }, (_, index) => `m${String(index).padStart(4, '0')}`);
  /** No process delivers, so that messages stay as they are. */
  let outbox: Outbox;
  let database: Awaited<ReturnType<typeof openTestDatabase>>;

  beforeEach(async () => {
    database = await openTestDatabase(backend);
    outbox = await testOutbox(database);
    await outbox.enqueueAll(ids.map(id => ({ request: post('http://127.0.0.1:9/'), id })));
    // A second between two of them.
    await executorOf(database).query(
      "update hookplate.job set created_at = '2026-01-01Z'::timestamptz + substr(given_id, 2)::int * interval '1 second'",
    );
    expect(await outbox.cancelAll({})).toBe(ids.length);
  });

  /** Every message that matches, oldest first. */
  async function all(filter: MessageFilter) {
    const found = [];
    let cursor: string | undefined;
    do {
      const page = await outbox.messages({ ...filter, cursor, limit: 500 });
      found.push(...page.items);
      cursor = page.next;
    } while (cursor !== undefined);
    return found.toReversed();
  }

  const idsOf = async (filter: MessageFilter) => (await all(filter)).map(({ id }) => id);

  it('spreads them over time, oldest first, as many in each second as `perSecond` says', async () => {
    expect(await outbox.resendAll({ state: 'cancelled', perSecond: 4 })).toBe(ids.length);
    const resent = await all({ state: 'pending' });
    expect(resent.map(({ id, resent }) => [id, resent])).toEqual(ids.map(id => [id, 1]));
    const first = resent[0]?.nextAttemptAt?.getTime() ?? 0;
    const offsets = resent.map(({ nextAttemptAt }) => (nextAttemptAt?.getTime() ?? 0) - first);
    // Also where the next chunk begins.
    expect(offsets).toEqual(ids.map((_, index) => index * 250));
    expect(Math.abs(first - Date.now())).toBeLessThan(3_600_000);
  });

  it('makes the next attempts of those that have failed, oldest first, each once, and none later than it was', async () => {
    await outbox.resendAll({});
    const at = async (attempts: number, due: string, which: string): Promise<void> => {
      await executorOf(database).query(
        `update hookplate.job set round = 0, attempts = ${attempts}, due_at = ${due} where ${which}`,
      );
    };
    await at(2, "now() + interval '1 hour'", 'true');
    await at(2, "now() - interval '1 hour'", "given_id = 'm0001'");
    await at(0, "now() + interval '1 hour'", "given_id = 'm0002'");
    await at(2, 'null', "given_id = 'm0003'");
    const changed = ids.filter(id => id !== 'm0002' && id !== 'm0003');
    expect(await outbox.resendAll({ failing: true, dryRun: true })).toBe(changed.length);
    expect(await outbox.resendAll({ failing: true, perSecond: 4 })).toBe(changed.length);
    const found = new Map((await all({})).map(message => [message.id, message]));
    const dueOf = (id: string): number => found.get(id)?.nextAttemptAt?.getTime() ?? Number.NaN;
    const started = dueOf('m0000');
    expect(Math.abs(started - Date.now())).toBeLessThan(1_800_000);
    const offsets = changed.map((id, index) => [id, index * 250]).filter(([id]) => id !== 'm0001');
    expect(offsets.map(([id]) => [id, dueOf(String(id)) - started])).toEqual(offsets);
    expect(started - dueOf('m0001')).toBeGreaterThan(1_800_000);
    expect(dueOf('m0002') - started).toBeGreaterThan(1_800_000);
    expect(dueOf('m0003')).toBeNaN();
    expect(found.get('m0000')).toMatchObject({ resent: 0, attempts: 2 });
    expect(
      (await outbox.nextAttemptAt({ failing: true, since: new Date('2026-01-01T00:00:10Z') }))?.getTime(),
    ).toBe(dueOf('m0010'));
    expect(await outbox.nextAttemptAt({ webhook: 'none' })).toBeUndefined();
  });

  it('only counts them in a dry run, and refuses what it does not understand', async () => {
    const refused: readonly (readonly [query: object, message: string])[] = [
      [{ perSecond: 0 }, 'options.perSecond: expected a number above 0'],
      [{ dryRun: 1 }, 'options.dryRun: expected `true` or `false`'],
      [{ state: 'pending' }, 'options.state: expected "delivered" or'],
      [{ since: new Date(Number.NaN) }, 'options.since: expected a valid date'],
      [{ onProgres: () => {} }, 'there is no such option; did you mean `onProgress`?'],
    ];
    for (const [query, message] of refused) await expect(outbox.resendAll(query)).rejects.toThrow(message);
    const told: number[] = [];
    const onProgress = (done: number): void => void told.push(done);
    expect(await outbox.resendAll({ dryRun: true, onProgress })).toBe(ids.length);
    expect(told).toEqual([]);
    expect(await idsOf({ state: 'cancelled' })).toEqual(ids);
  });

  it('tells after each chunk how many there were, and ends after the one in which it is aborted', async () => {
    const told: number[] = [];
    const aborting = new AbortController();
    const { signal } = aborting;
    const onProgress = (done: number): void => {
      told.push(done);
      aborting.abort();
    };
    expect(await outbox.resendAll({ onProgress, signal })).toBe(1000);
    expect(await idsOf({ state: 'pending' })).toEqual(ids.slice(0, 1000));
    expect(await outbox.resendAll({ onProgress, signal })).toBe(0);
    expect(await idsOf({ state: 'cancelled' })).toEqual(ids.slice(1000));
    expect(told).toEqual([1000]);
    // The same call again goes on where it ended.
    expect(await outbox.resendAll({ onProgress })).toBe(200);
    expect(told).toEqual([1000, 200]);
  });

  it('takes those enqueued from `since` on, and before `until`', async () => {
    const at = (index: number): Date => new Date(Date.parse('2026-01-01T00:00:00Z') + index * 1000);
    const range = { since: at(100), until: at(103) };
    expect(await outbox.resendAll({ ...range, dryRun: true })).toBe(3);
    expect(await outbox.resendAll(range)).toBe(3);
    expect(await idsOf({ state: 'pending' })).toEqual(ids.slice(100, 103));
    expect(await outbox.resendAll({ since: at(1198) })).toBe(2);
    expect(await outbox.resendAll({ until: at(1) })).toBe(1);
    expect(await idsOf({ state: 'pending' })).toEqual([
      ...ids.slice(0, 1),
      ...ids.slice(100, 103),
      ...ids.slice(1198),
    ]);
  });
});

describe.each(onPostgres)('messages of a profile', () => {
  it.each<[string, (outbox: Outbox) => Promise<number>]>([
    ['cancelled', outbox => outbox.cancelAll({ profile: 'p' })],
    ['erased', outbox => outbox.erase('p')],
  ])('are %s without reading those of others once more for each chunk', async (_, change) => {
    const connection = anOpenDatabase(await openTestDatabase('PostgreSQL'), 'database');
    const { query } = connection.executor;
    const [others, ours] = [20_000, 10_000];
    await query(`insert into hookplate.job (bucket, id, endpoint, profile, host, method, request_bytes, request_day, created_at, due_at)
    select 0, ${numberedInSql('d', 'n')}, '${numberedUuid('e', 1)}', case when n > ${others} then 'p' else 'others' end, 'h', 'POST', 1, now(), at, at
    from (select n, now() - interval '1 hour' + n * interval '1 millisecond' as at from generate_series(1, ${others + ours}) n) n`);
    await query('analyze hookplate.job');
    let read = 0;
    const database = explaining(connection, ({ steps, isInside }) => {
      if (isInside) return;
      for (const { table, rows } of steps) if (table === 'job') read += rows;
    });
    expect(await change(await testOutbox(database))).toBe(ours);
    // Once to change some, once to look whether there are more, and those that go.
    expect(read).toBeLessThan(3 * (others + ours));
  });
});

it.each(onPostgres)('messages that somebody holds for a moment are cancelled with the others', async () => {
  const url = await migratedPostgres();
  const database = await openDatabase({ url });
  onTestFinished(() => database.close());
  const connection = anOpenDatabase(database, 'database');
  const holder = new pg.Client(url);
  await holder.connect();
  onTestFinished(() => holder.end());
  let isHeld = true;
  const query: typeof connection.executor.query = async (text, values) => {
    const result = await connection.executor.query(text, values);
    if (isHeld && text.includes("'cancelled'")) {
      await holder.query('commit');
      isHeld = false;
    }
    return result;
  };
  const watched = { ...connection, forUpkeep: () => ({ ...connection, executor: { query } }) };
  const outbox = await testOutbox(watched);
  await outbox.enqueueAll(Array.from({ length: 5 }, () => ({ request: post('http://127.0.0.1:9/') })));
  await holder.query('begin; select from hookplate.job order by position limit 2 for update');
  expect(await outbox.cancelAll({})).toBe(5);
  expect(await outbox.count({ state: 'cancelled' })).toBe(5);
});
