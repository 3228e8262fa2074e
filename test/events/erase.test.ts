import { describe, expect, it } from 'vitest';
import { bucketOf } from '../../src/database/bucket.ts';
import { anOpenDatabase } from '../../src/database/open-database.ts';
import { createNotifier } from '../../src/events/index.ts';
import { defineEvents } from '../../src/index.ts';
import { post } from '../delivery/loopback-dispatcher.ts';
import { httpServer } from '../loopback-server.ts';
import { explaining } from '../outbox/explain.ts';
import { numberedInSql } from '../outbox/numbered-uuid.ts';
import { backends, dump, executorOf, openTestDatabase, testOutbox } from '../outbox/test-database.ts';
import { paid, testEvents, toldOf, tried, webhook } from './test-events.ts';

const tables = [
  'job',
  'ended',
  'attempt',
  'request',
  'endpoint',
  'event',
  'past_event',
  'new_figure',
  'figure',
];
const later = new Date(Date.now() + 3_600_000);

it('events of a profile are erased without reading those of others once more for each chunk', async () => {
  const connection = anOpenDatabase(await openTestDatabase('PostgreSQL'), 'database');
  const { query } = connection.executor;
  const [others, ours] = [20_000, 10_000];
  await query(`
    insert into hookplate.event (bucket, id, profile, source, event, happened_at, stored_at, content)
    select 0, ${numberedInSql('d', 'n')}, case when n > ${others} then 'p' else 'others' end, '', 'paid', at, at, ''
    from (select n, now() - interval '1 minute' + n * interval '1 millisecond' as at from generate_series(1, ${others + ours}) n) n`);
  await query(`
    insert into hookplate.past_event (bucket, id, profile, source, event, happened_at, stored_at, content, messages)
    select bucket, id, profile, source, event, happened_at, stored_at, content, '[]' from hookplate.event`);
  await query('analyze hookplate.event, hookplate.past_event');
  let read = 0;
  const database = explaining(connection, ({ steps, isInside }) => {
    if (isInside) return;
    for (const { table, rows } of steps) if (/^(?:past_)?event/.test(table ?? '')) read += rows;
  });
  const events = await testEvents(database, { outbox: await testOutbox(connection) });
  expect(await events.erase('p')).toBe(2 * ours);
  // Once to erase some, once to look whether there are more, and those that go.
  expect(read).toBeLessThan(3 * 2 * (others + ours));
});

describe.each(backends)('a profile on %s', backend => {
  it('is erased with all that is stored of it, in whatever state, while another one is worked for', async () => {
    const seen = new Set<unknown>();
    const receiver = await httpServer((response, { headers }) => {
      response.writeHead(seen.has(headers['webhook-id']) ? 204 : 500).end();
      seen.add(headers['webhook-id']);
    });
    const profiles = ['gone', 'kept'];
    const webhooks = profiles.map(profile => webhook(`chat-${profile}`, { profile, url: receiver.url }));
    const { events, outbox, database, rows } = await tried(backend, webhooks);
    await Promise.all([events.start(), outbox.start()]);
    for (const profile of profiles) {
      for (let index = 0; index < 5; index++)
        await events.notify(paid(`canary of ${profile}`), { profile, id: `${profile} ${index}` });
      await outbox.enqueueAll(
        Array.from({ length: 1100 }, (_, index) => ({
          ...{ request: post(receiver.url, `canary of ${profile}`), profile, notBefore: later },
          id: `canary-of-${profile}-${index}`,
        })),
      );
      await outbox.enqueue({ failed: 'missing-value' }, { profile });
    }
    await expect.poll(() => outbox.count({ state: 'delivered' })).toBe(10);
    await outbox.resendAll({ state: 'delivered' });
    await expect.poll(() => outbox.count({ state: 'delivered' })).toBe(10);
    await events.stop();
    // One that waits.
    for (const profile of profiles)
      await events.notify(paid(`canary of ${profile}`), { profile, id: 'waits' });
    const counts = async (profile: string) =>
      Promise.all(
        tables.map(
          async table =>
            (await rows(`select 1 from hookplate.${table} where bucket = ${bucketOf(profile)}`)).length,
        ),
      );
    const before = await counts('kept');
    expect((await counts('gone')).slice(0, 7)).toEqual(before.slice(0, 7));
    expect(before.slice(0, 7)).toEqual([1100, 6, 10, 1105, 1, 1, 5]);
    expect((before[7] ?? 0) + (before[8] ?? 0)).toBeGreaterThan(0);
    const done: number[] = [];
    const onProgress = (erased: number): void => void done.push(erased);
    expect(await events.erase('gone')).toBe(6);
    expect(await outbox.erase('gone', { onProgress })).toBe(1106);
    expect(done).toEqual([1000, 1100, 1106]);
    expect(await counts('gone')).toEqual(tables.map(() => 0));
    expect((await counts('kept')).slice(0, 7)).toEqual(before.slice(0, 7));
    const stored = await dump(executorOf(database));
    for (const profile of profiles)
      for (const canary of [`canary of ${profile}`, `canary-of-${profile}`, `chat-${profile}`])
        expect([canary, stored.includes(canary)]).toEqual([canary, profile === 'kept']);
    // Of each event, and of each message, that has one.
    expect(await rows('select from hookplate.given_id')).toHaveLength(6 + 1100);
    // Its ids are new ones again.
    expect(await events.notify(paid('1'), { profile: 'gone', id: 'gone 1' })).toMatchObject({ isNew: true });
    expect(await events.notify(paid('1'), { profile: 'kept', id: 'kept 1' })).toMatchObject({ isNew: false });
    await outbox.enqueue(post(receiver.url, 'other'), { id: 'canary-of-gone-1' });
  });

  it('is erased with an event that holds up another one, which was stored meanwhile and is told', async () => {
    const { events, database, rows } = await tried(backend, []);
    const younger = defineEvents({ events: { refunded: { title: 'Refunded' } } });
    const { notify } = createNotifier({ database, events: younger });
    const ordered = { profile: 'shop', ordered: 'a' };
    await notify(younger.create('refunded', {}), ordered);
    const behind = await events.notify(paid('1'), ordered);
    await events.start();
    const isHeldUp = `select from hookplate.event where id = '${behind.id}' and retry_at = 'infinity'`;
    await expect.poll(() => rows(isHeldUp)).toHaveLength(1);
    await rows(
      `update hookplate.event set stored_at = stored_at + interval '1 hour' where id = '${behind.id}'`,
    );
    expect(await events.erase('shop')).toBe(1);
    await expect.poll(toldOf(events, behind.id)).toEqual([]);
  });

  it('is not erased any further once that is stopped, and what is there stays whole', async () => {
    const { outbox, rows } = await tried(backend);
    const requests = Array.from({ length: 1500 }, () => ({
      ...{ request: post('http://127.0.0.1:9/'), profile: 'shop', notBefore: later },
    }));
    await outbox.enqueueAll(requests);
    const stopping = new AbortController();
    const { signal } = stopping;
    expect(await outbox.erase('shop', { signal, onProgress: () => stopping.abort() })).toBe(1000);
    expect(await outbox.count()).toBe(500);
    expect(await rows('select from hookplate.request')).toHaveLength(500);
    expect(await outbox.erase('shop')).toBe(500);
    await expect(outbox.erase('')).rejects.toThrow('profile: expected text of 1 to 256 characters');
  });
});
