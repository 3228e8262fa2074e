import type { ServerResponse } from 'node:http';
import pg from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { keyOf } from '../../src/outbox/given-id.ts';
import { openDatabase } from '../../src/outbox/index.ts';
import { post } from '../delivery/loopback-dispatcher.ts';
import { httpServer } from '../loopback-server.ts';
import {
  backends,
  executorOf,
  migratedPostgres,
  onPostgres,
  openTestDatabase,
  query,
  testOutbox,
} from './test-database.ts';

/** Longer than the lease of any message: the time for an attempt, and a margin. */
const oneLeaseMs = 120_000;

/** As if the process had been asleep for this long. */
function jump(byMs: number): void {
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + byMs);
  onTestFinished(() => clock.mockRestore());
}

it.each(onPostgres)(
  'a message whose attempt cannot be stored is put off and told of, and holds up no others',
  async () => {
    const receiver = await httpServer();
    const database = await openTestDatabase('PostgreSQL');
    const { query } = executorOf(database);
    await query(`create function hookplate.poison() returns trigger language plpgsql
    as $$ begin if new.given_id = 'poison' then raise exception 'on purpose'; end if; return new; end $$`);
    await query(
      'create trigger poison before insert on hookplate.ended for each row execute function hookplate.poison()',
    );
    const errors: unknown[] = [];
    const outbox = await testOutbox(database, { onError: error => void errors.push(error) });
    const others = Array.from({ length: 60 }, (_, index) => ({
      request: post(receiver.url),
      id: `m${index}`,
    }));
    await outbox.enqueueAll([
      ...others.slice(0, 30),
      { request: post(receiver.url), id: 'poison' },
      ...others.slice(30),
    ]);
    await outbox.start();
    await expect
      .poll(async () => (await outbox.messages({ state: 'delivered', limit: 100 })).items.length)
      .toBe(60);
    await expect.poll(() => errors.length).toBe(1);
    expect(errors).toMatchObject([{ code: 'unrecorded', message: expect.stringContaining('poison') }]);
    const poison = await outbox.message('poison');
    expect(poison).toMatchObject({ state: 'pending', attempts: 0 });
    expect(poison?.nextAttemptAt?.getTime()).toBeGreaterThan(Date.now() + 60_000);
  },
);

describe.each(backends)('a lease on %s', backend => {
  it('that is over leaves the message to another, and a late success ends it all the same', async () => {
    const held: ServerResponse[] = [];
    const receiver = await httpServer(response => void held.push(response));
    const database = await openTestDatabase(backend);
    const [slow, quick] = [await testOutbox(database), await testOutbox(database, { schedule: [3_600_000] })];
    await slow.start();
    const id = await slow.enqueue(post(receiver.url));
    await expect.poll(() => held.length).toBe(1);
    const { query } = executorOf(database);
    const isTaken = async () =>
      (await query('select taken_until > now() as is_taken from hookplate.message')).rows;
    expect(await isTaken()).toEqual([{ is_taken: true }]);
    // As if the time had passed: the one who has it still waits for its answer.
    await query('update hookplate.job set taken_until = now()');
    await quick.start();
    await expect.poll(() => held.length).toBe(2);
    await quick.stop({ timeoutMs: 0 });
    held[0]?.writeHead(200).end('late');
    await expect.poll(async () => (await found())?.state).toBe('delivered');
    expect((await found())?.history).toMatchObject([{ number: 1, outcome: { status: 200 } }]);

    async function found() {
      return slow.message(id);
    }
  });

  it('that is over while a line is sent leaves the rest of the line to whoever took it', async () => {
    const held: ServerResponse[] = [];
    const receiver = await httpServer((response, _hit, before) => {
      if (before === 0) held.push(response);
      else response.end();
    });
    const database = await openTestDatabase(backend);
    const [asleep, other] = [await testOutbox(database), await testOutbox(database)];
    const facts = { webhook: 'w', ordered: 'line' };
    await asleep.enqueueAll(['a', 'b'].map(id => ({ request: post(receiver.url), id, ...facts })));
    await asleep.start();
    await expect.poll(() => held.length).toBe(1);
    jump(oneLeaseMs);
    await executorOf(database).query('update hookplate.job set taken_until = now()');
    await other.start();
    await expect.poll(async () => (await other.message('b'))?.state).toBe('delivered');
    held[0]?.end();
    await expect.poll(() => asleep.inFlight).toBe(0);
    expect(receiver.hits.map(({ headers }) => headers['webhook-id'])).toEqual(['a', 'a', 'b']);
  });
});

it.each(onPostgres)(
  'an attempt of a message that was cancelled meanwhile is recorded, unless its profile was erased as well',
  async () => {
    const held: ServerResponse[] = [];
    const receiver = await httpServer(response => void held.push(response));
    const database = await openTestDatabase('PostgreSQL');
    const outbox = await testOutbox(database);
    for (const profile of ['erased', 'kept'])
      await outbox.enqueue(post(receiver.url), { id: profile, profile, webhook: 'w' });
    await outbox.start();
    await expect.poll(() => held.length).toBe(2);
    expect(await outbox.cancelAll({})).toBe(2);
    expect(await outbox.erase('erased')).toBe(1);
    for (const response of held) response.writeHead(200, { 'x-customer': 'Ada' }).end('of Ada');
    await expect.poll(() => outbox.inFlight).toBe(0);
    const { query } = executorOf(database);
    expect((await query('select message, body from hookplate.attempt')).rows).toEqual([
      { message: keyOf('kept'), body: 'of Ada' },
    ]);
    const figures = 'select profile from hookplate.new_figure union select profile from hookplate.figure';
    expect((await query(figures)).rows).toEqual([{ profile: 'kept' }]);
    expect((await outbox.message('kept'))?.history).toHaveLength(1);
  },
);

it.each(onPostgres)(
  'a process that was asleep between taking a message and sending it leaves it to whoever took it since',
  async () => {
    const receiver = await httpServer();
    const url = await migratedPostgres();
    const database = await openDatabase({ url, queryTimeoutMs: 600_000 });
    onTestFinished(() => database.close());
    const [asleep, other] = [await testOutbox(database), await testOutbox(database)];
    await asleep.start();
    await asleep.enqueue(post(receiver.url), { id: 'first', webhook: 'known' });
    await expect.poll(async () => (await asleep.message('first'))?.state).toBe('delivered');
    // The endpoint of one of two messages is new: the process that takes them cannot go on until it has stored it.
    const locking = new pg.Client(url);
    onTestFinished(() => locking.end());
    await locking.connect();
    await locking.query(`select pg_advisory_lock(4711);
    create function hookplate.wait() returns trigger language plpgsql
      as $$ begin perform pg_advisory_xact_lock(4711); return null; end $$;
    create trigger wait before insert on hookplate.endpoint execute function hookplate.wait()`);
    await asleep.enqueueAll(
      ['known', 'new'].map(webhook => ({ request: post(receiver.url), id: webhook, webhook })),
    );
    const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event = 'advisory'
    and query like '%insert into hookplate.endpoint%'`;
    await expect.poll(() => query(url, waiting)).toHaveLength(1);
    jump(oneLeaseMs);
    await query(url, "update hookplate.job set taken_until = now() where given_id = 'known'");
    await other.start();
    await expect.poll(() => receiver.hits.length).toBe(2);
    await locking.query('select pg_advisory_unlock(4711)');
    await expect.poll(async () => (await asleep.message('new'))?.state).toBe('delivered');
    await asleep.stop();
    expect(receiver.hits.map(({ headers }) => headers['webhook-id'])).toEqual(['first', 'known', 'new']);
  },
);
