import { randomBytes } from 'node:crypto';
import { expect, it, onTestFinished, vi } from 'vitest';
import { anOpenDatabase } from '../../src/database/open-database.ts';
import { numberOf } from '../../src/database/row.ts';
import type { NewEvent } from '../../src/events/event.ts';
import { pruneEvents } from '../../src/events/find-events.ts';
import { createNotifier, type WebhooksOf } from '../../src/events/index.ts';
import { defineEvents, optional } from '../../src/index.ts';
import { openDatabase } from '../../src/outbox/index.ts';
import { httpServer } from '../loopback-server.ts';
import { numberedInSql, numberedUuid } from '../outbox/numbered-uuid.ts';
import { executorOf, migratedPostgres, openTestDatabase, testOutbox } from '../outbox/test-database.ts';
import { bodiesTo, orders, paid, testEvents, toldOf, tried, webhook } from './test-events.ts';

it('keeps its order for each endpoint, whoever stores it and whichever worker tells it', async () => {
  const { events, outbox, database } = await tried('PostgreSQL', [webhook('chat', { payload: '$order$' })]);
  const second = await testEvents(database, {
    outbox,
    webhooks: [webhook('chat', { payload: '$order$' })],
    events: orders,
  });
  await Promise.all([events.start(), second.start()]);
  const stored: string[] = [];
  for (let index = 0; index < 60; index++) {
    const { id } = await events.notify(paid(String(index)), { profile: 'shop', ordered: 'all' });
    stored.push(id);
  }
  await expect.poll(toldOf(events, stored.at(-1) ?? '')).toHaveLength(1);
  const told = await Promise.all(stored.map(id => events.find(id)));
  const messages = await Promise.all(told.map(event => outbox.message(event?.messages?.[0] ?? '')));
  const held = messages.map(message => message?.heldBy?.id);
  // Each waits for the one before it.
  expect(held).toEqual([undefined, ...messages.slice(0, -1).map(message => message?.id)]);
});

it('without an order comes after what was taken before its commit, and ahead of later ones that still wait', async () => {
  const { events, outbox, database } = await tried('PostgreSQL', [webhook('chat', { payload: '$order$' })]);
  const { transaction } = anOpenDatabase(database, 'database');
  const late = await transaction(async tx => {
    const { id } = await events.notify(paid('1, late'), { profile: 'shop', transaction: tx });
    const early = await events.notify(paid('2'), { profile: 'shop' });
    await events.start();
    await expect.poll(toldOf(events, early.id)).toHaveLength(1);
    expect(await events.find(id)).toBeUndefined();
    return id;
  });
  await expect.poll(toldOf(events, late)).toHaveLength(1);
  await events.stop();
  const [third, fourth] = await transaction(async tx => [
    await events.notify(paid('3, late'), { profile: 'shop', transaction: tx }),
    await events.notify(paid('4'), { profile: 'shop' }),
  ]);
  const next = await testEvents(database, { outbox, webhooks: [webhook('chat')], events: orders });
  await next.start();
  await expect.poll(toldOf(next, fourth?.id ?? '')).toHaveLength(1);
  const { rows } = await executorOf(database).query('select id from hookplate.job order by position');
  const idsOf = async (id = '') => (await events.find(id))?.messages ?? [];
  expect(rows.map(({ id }) => id).slice(1)).toEqual(
    (await Promise.all([late, third?.id, fourth?.id].map(idsOf))).flat(),
  );
});

it('of a profile that reports many holds up those of another by one batch at most', async () => {
  const webhooks = [webhook('chat'), webhook('mail', { profile: 'busy' })];
  const { events, database } = await tried('PostgreSQL', webhooks);
  const { query } = executorOf(database);
  await query(`
    insert into hookplate.event (bucket, id, profile, source, event, happened_at, content)
    select 0, ${numberedInSql('e', 'n')}, 'busy', '', 'paid', now(), '\\x00'::bytea || '{"facts":{"order":"1"}}' from generate_series(1, 1000) n`);
  const { id } = await events.notify(paid('1'), { profile: 'shop' });
  await events.start();
  await expect.poll(toldOf(events, id)).toHaveLength(1);
  // What one transaction tells has one time.
  const told = async (condition: string) => {
    const { rows } = await query(`
      select count(*)::int as count from hookplate.past_event e where profile = 'busy' and messages <> '[]' and ${condition}`);
    return numberOf(rows[0] ?? {}, 'count');
  };
  const before = await told(`told_at <= (select told_at from hookplate.past_event where id = '${id}')`);
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThanOrEqual(200);
  await expect.poll(() => told('true')).toBe(1000);
});

it('is told as failed where a message cannot be made, or is too large, and not at all where another may have its key', async () => {
  const large = webhook('large', { payload: '$order$ $order$ $order$' });
  const bad = webhook('bad', {
    ...{
      method: 'GET',
      url: 'https://receiver.example/$order$/x',
      contentType: undefined,
      payload: undefined,
    },
  });
  const key = randomBytes(32).toString('base64');
  const { events, outbox, database } = await tried('PostgreSQL', [large, bad]);
  const sealed = createNotifier({ database, events: orders, encryptionKeys: [key] });
  const hidden = await sealed.notify(paid('1'), { profile: 'shop' });
  const { id } = await events.notify(paid('..'), { profile: 'shop' });
  const huge = await events.notify(paid('x'.repeat(600_000)), { profile: 'shop' });
  await events.start();
  const failed = async (event: string): Promise<unknown> => {
    const { messages = [] } = (await events.find(event)) ?? {};
    const found = await Promise.all(messages.map(each => outbox.message(each)));
    return found.map(message => [message?.webhook, message?.state, message?.reason]);
  };
  await expect.poll(() => failed(id)).toContainEqual(['bad', 'failed', 'refused-value']);
  await expect.poll(() => failed(huge.id)).toContainEqual(['large', 'failed', 'request-too-large']);
  await expect.poll(() => events.find(hidden.id)).toMatchObject({ waitsFor: 'wrong-key' });
  const keyed = await testEvents(database, {
    outbox,
    webhooks: [bad],
    events: orders,
    encryptionKeys: [key],
  });
  await events.stop();
  await keyed.start();
  await expect.poll(toldOf(events, hidden.id)).toHaveLength(1);
});

it('whose messages cannot be stored is put off alone, and reported', async () => {
  const errors: unknown[] = [];
  const { events, outbox, database } = await tried('PostgreSQL', undefined, {
    onError: (error: unknown) => errors.push(error),
  });
  const stored = [];
  for (let index = 0; index < 9; index++)
    stored.push(await events.notify(paid(String(index)), { profile: 'shop' }));
  // As a value that the database refuses: what it says of one message fails the statement that stores many.
  await executorOf(database).query(`
    create function hookplate.refuse() returns trigger language plpgsql as $$
    begin
      if position('"5 "'::bytea in new.content) > 0 then raise exception 'refused' using errcode = '22000'; end if;
      return new;
    end $$`);
  await executorOf(database).query(
    'create trigger refuse before insert on hookplate.request for each row execute function hookplate.refuse()',
  );
  await events.start();
  for (const [index, { id }] of stored.entries()) {
    if (index === 5) await expect.poll(() => events.find(id)).toMatchObject({ waitsFor: 'failed' });
    else await expect.poll(toldOf(events, id)).toHaveLength(2);
  }
  expect(errors).toMatchObject([{ message: expect.stringContaining(stored[5]?.id ?? '-') }]);
  expect((await bodiesTo('chat', { outbox })).length).toBe(8);
});

it('is told in turns with those of other profiles, however long their templates take', async () => {
  let rendered = 0;
  let before: number | undefined;
  const slow = () => {
    const end = performance.now() + 25;
    while (performance.now() < end);
    rendered++;
    return undefined;
  };
  const other = () => {
    before = rendered;
    return undefined;
  };
  const { events } = await tried('PostgreSQL', async profile => [
    { id: profile, webhook: { requestFor: profile === 'busy' ? slow : other } },
  ]);
  for (let index = 0; index < 60; index++) await events.notify(paid(String(index)), { profile: 'busy' });
  const { id } = await events.notify(paid('other'), { profile: 'shop' });
  await events.start();
  await expect.poll(toldOf(events, id)).toEqual([]);
  expect(before).toBeLessThan(30);
});

it('with large messages to many webhooks is stored in parts, and told as a whole', async () => {
  const database = await openTestDatabase('PostgreSQL');
  const outbox = await testOutbox(database);
  const parts: number[] = [];
  const counting: typeof outbox = {
    ...outbox,
    enqueueAll: (requests, options) => {
      const sizes = requests.map(({ request }) => ('body' in request ? (request.body ?? '').length : 0));
      parts.push(sizes.reduce((sum, size) => sum + size, 0));
      return outbox.enqueueAll(requests, options);
    },
  };
  const webhooks = Array.from({ length: 20 }, (_, index) => webhook(`w${index}`, { payload: '$order$' }));
  const events = await testEvents(database, { outbox: counting, webhooks, events: orders });
  const { id } = await events.notify(paid('x'.repeat(900_000)), { profile: 'shop' });
  await events.start();
  await expect.poll(toldOf(events, id)).toHaveLength(20);
  expect(Math.max(...parts)).toBeLessThan(10 * 2 ** 20);
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(20 * 900_000);
  const found = await outbox.messages({ limit: 500 });
  expect(found.items.map(message => message.id).toSorted()).toEqual(
    (await events.find(id))?.messages?.toSorted(),
  );
});

it('that waits to be tried again is tried while others are told', async () => {
  const { events, database, rows } = await tried('PostgreSQL', []);
  const { id } = await events.notify(paid('1'), { profile: 'shop' });
  await rows("update hookplate.event set retry_at = now(), waits_for = 'failed'");
  await executorOf(database).query(`
    insert into hookplate.event (bucket, id, profile, source, event, happened_at, content)
    select 0, ${numberedInSql('e', 'n')}, 'busy', '', 'sent', now(), '\\x00'::bytea || '{"facts":{"order":"1"}}' from generate_series(1, 5000) n`);
  await events.start();
  await expect.poll(toldOf(events, id), { interval: 5 }).toEqual([]);
  expect((await rows("select from hookplate.event where profile = 'busy'")).length).toBeGreaterThan(0);
});

it('that cannot be told holds up thousands of its order without a statement that changes them all', async () => {
  const { events, outbox, database, rows } = await tried('PostgreSQL', []);
  const younger = defineEvents({
    variables: { order: 'string' },
    events: { sent: { title: 'Sent' }, refunded: { title: 'Refunded' } },
  });
  const ahead = createNotifier({ database, events: younger });
  const head = await ahead.notify(younger.create('refunded', { order: '1' }), {
    profile: 'shop',
    ordered: 'a',
  });
  await rows(`
    insert into hookplate.event (bucket, id, profile, source, event, happened_at, ordered, content)
    select 0, ${numberedInSql('e', 'n')}, 'shop', '', 'sent', now(), 'a', '\\x00'::bytea || '{"facts":{"order":"1"}}' from generate_series(1, 2500) n`);
  await rows(`create table changes as select 0::bigint as count`);
  await rows(`create function count_changes() returns trigger language plpgsql as $$
    begin insert into changes select count(*) from changed; return null; end $$`);
  await rows(`create trigger count_changes after update on hookplate.event referencing new table as changed
    for each statement execute function count_changes()`);
  await events.start();
  const heldUp = async () => (await rows("select from hookplate.event where retry_at = 'infinity'")).length;
  await expect.poll(heldUp).toBe(2500);
  expect(await events.find(head.id)).toMatchObject({ waitsFor: 'unknown-event' });
  await events.stop();
  // A worker of the next version.
  const next = await testEvents(database, { outbox, webhooks: [], events: younger });
  await next.start();
  await expect.poll(async () => (await rows('select from hookplate.event')).length).toBe(0);
  expect(await rows('select max(count)::int as most from changes')).toEqual([{ most: 1000 }]);
});

it('whose row somebody locks is not passed by those of its order', async () => {
  const { events, outbox, database } = await tried('PostgreSQL', [webhook('chat', { payload: '$order$' })]);
  const first = await events.notify(paid('1'), { profile: 'shop', ordered: 'a' });
  const second = await events.notify(paid('2'), { profile: 'shop', ordered: 'a' });
  const { transaction } = anOpenDatabase(database, 'database');
  await transaction(async tx => {
    await tx.query('select from hookplate.event where id = $1 for update', [first.id]);
    await events.start();
    const waits =
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await executorOf(database).query(waits)).rows.length).toBeGreaterThan(0);
  });
  await expect.poll(toldOf(events, second.id)).toHaveLength(1);
  const [message] = (await events.find(second.id))?.messages ?? [];
  const before = (await events.find(first.id))?.messages ?? [];
  expect((await outbox.message(message ?? ''))?.heldBy?.id).toBe(before[0]);
});

it('waits alone with its profile where the webhooks of that cannot be found', async () => {
  const errors: unknown[] = [];
  const cyclic = new Error('no webhooks');
  cyclic.cause = cyclic;
  const find: WebhooksOf = async profile => {
    if (profile === 'broken') throw cyclic;
    return [];
  };
  const { events } = await tried('PostgreSQL', find, { onError: (error: unknown) => errors.push(error) });
  const ids: string[] = [];
  for (let index = 0; index < 20; index++)
    ids.push((await events.notify(paid(String(index)), { profile: 'broken' })).id);
  const { id } = await events.notify(paid('1'), { profile: 'shop' });
  await events.start();
  await expect.poll(toldOf(events, id)).toEqual([]);
  await expect.poll(() => events.find(ids.at(-1) ?? '')).toMatchObject({ waitsFor: 'failed' });
  expect(errors[0]).toMatchObject({
    message: expect.stringContaining('webhooks of the profile "broken"'),
    cause: cyclic,
  });
  expect(errors.length).toBeLessThan(20);
});

it('is left to other processes by one that is stopped, or whose outbox or database is', async () => {
  const errors: unknown[] = [];
  const { events, outbox } = await tried('PostgreSQL', [], {
    onError: (error: unknown) => errors.push(error),
  });
  await events.start();
  await outbox.stop();
  await events.notify(paid('1'), { profile: 'shop' });
  await expect.poll(() => errors).toMatchObject([{ code: 'closed' }]);
  expect((await events.page()).items).toMatchObject([{ waitsFor: undefined }]);
  await events.stop();
  await expect(events.start()).rejects.toMatchObject({ code: 'closed' });
  const closed = await openDatabase({ url: await migratedPostgres() });
  const other = await testEvents(closed, { webhooks: [], events: orders });
  await other.start();
  await closed.close();
  await other.stop();
});

it('is forgotten with the history of its day, and its id with it; one that waits stays', async () => {
  const { events, outbox, rows } = await tried('PostgreSQL', []);
  const told = await events.notify(paid('1'), { profile: 'shop', id: 'x' });
  await events.start();
  await expect.poll(toldOf(events, told.id)).toEqual([]);
  await events.stop();
  const waiting = await events.notify(paid('2'), { profile: 'shop', id: 'y' });
  for (const [table, column] of [
    ['past_event', 'stored_at'],
    ['given_id', 'kept_from'],
  ])
    await rows(`update hookplate.${table} set ${column} = ${column} - interval '32 days'`);
  expect((await events.notify(paid('3'), { profile: 'shop', id: 'x' })).isNew).toBe(false);
  await outbox.prune();
  expect(await events.find(told.id)).toBeUndefined();
  expect(await events.find(waiting.id)).toMatchObject({ event: 'paid', messages: undefined });
  expect((await events.notify(paid('4'), { profile: 'shop', id: 'x' })).isNew).toBe(true);
});

it('that nobody could tell for as long as history is kept is removed, and lets the next of its order go', async () => {
  const { events, database, rows } = await tried('PostgreSQL', undefined, { retentionDays: 2 });
  const younger = defineEvents({
    variables: { order: 'string' },
    events: { refunded: { title: 'Refunded' } },
  });
  const ahead = createNotifier({ database, events: younger });
  const unknown = (ordered?: string) =>
    ahead.notify(younger.create('refunded', { order: '1' }), { profile: 'shop', ordered });
  const [head, alone, recent] = [await unknown('a'), await unknown(), await unknown('b')];
  const behind = await events.notify(paid('2'), { profile: 'shop', ordered: 'a' });
  const held = await events.notify(paid('3'), { profile: 'shop', ordered: 'b' });
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await events.start();
  const heldUp = async () => (await rows("select from hookplate.event where retry_at = 'infinity'")).length;
  await expect.poll(heldUp).toBe(2);
  await rows(
    `update hookplate.event set stored_at = stored_at - interval '49 hours' where id in ('${head.id}', '${alone.id}')`,
  );
  await rows(
    `update hookplate.event set stored_at = stored_at - interval '47 hours' where id = '${recent.id}'`,
  );
  // Events are removed by the upkeep.
  vi.advanceTimersByTime(600_000);
  await expect.poll(toldOf(events, behind.id)).toHaveLength(2);
  for (const { id } of [head, alone]) expect(await events.find(id)).toBeUndefined();
  expect(await events.find(recent.id)).toMatchObject({ waitsFor: 'unknown-event' });
  expect(await events.find(held.id)).toMatchObject({ messages: undefined });
});

it('that is removed with thousands behind it lets the first go that is not', async () => {
  const { events, database, rows } = await tried('PostgreSQL', []);
  const waiting = (stored: string, retry: string, numbers: string): string => `
    insert into hookplate.event (bucket, id, profile, source, event, happened_at, stored_at, ordered, content, retry_at)
    select 0, ${numberedInSql('e', 'n')}, 'shop', '', 'sent', now(), ${stored}, 'a', '\\x00'::bytea || '{"facts":{"order":"1"}}', ${retry}
    from generate_series(${numbers}) n order by n`;
  await rows(waiting("now() - interval '31 days'", "now() + interval '1 minute'", '1, 1'));
  await rows(waiting("now() - interval '31 days'", "'infinity'", '2, 1500'));
  await rows(waiting('now()', "'infinity'", '1501, 1510'));
  expect(await pruneEvents(anOpenDatabase(database, 'database'), 30)).toBe(1500);
  await events.start();
  await expect.poll(toldOf(events, numberedUuid('e', 1510))).toEqual([]);
});

it('that is told again, as after a restore, is told by messages of the same ids, in the time of its own', async () => {
  const again = { requestFor: () => ({ failed: 'unknown' }) as never };
  const { events, rows } = await tried('PostgreSQL', async () =>
    // The last two are one to whoever lists them.
    ['chat', 'mail', 'same', 'same'].map(id => ({ id, webhook: again })),
  );
  const [first, second] = [
    await events.notify(paid('1'), { profile: 'shop' }),
    await events.notify(paid('2'), { profile: 'shop' }),
  ];
  await rows('create table kept as select * from hookplate.event');
  await events.start();
  const messagesOf = async ({ id }: { readonly id: string }) => {
    await expect.poll(toldOf(events, id)).toHaveLength(4);
    return (await events.find(id))?.messages ?? [];
  };
  const before = [await messagesOf(first), await messagesOf(second)];
  expect(new Set(before.flat()).size).toBe(8);
  for (const [index, { id }] of [first, second].entries())
    for (const message of before[index] ?? []) expect(message.slice(0, 19)).toBe(id.slice(0, 19));
  for (const table of ['ended', 'past_event']) await rows(`delete from hookplate.${table}`);
  await rows('insert into hookplate.event overriding system value select * from kept');
  expect([await messagesOf(first), await messagesOf(second)]).toEqual(before);
  expect(await rows('select from hookplate.given_id')).toEqual([]);
});

/** Lets storing the messages of some events fail, for as long as the table `busy` is there. */
const failing = (code: string, content: string): readonly string[] => [
  'create table busy (at timestamptz)',
  `create function hookplate.fail() returns trigger language plpgsql as $$
    begin
      if to_regclass('busy') is not null and position('${content}'::bytea in new.content) > 0 then
        raise exception 'for a moment' using errcode = '${code}';
      end if;
      return new;
    end $$`,
  'create trigger fail before insert on hookplate.request for each row execute function hookplate.fail()',
];

it.each(['55P03', '40P01', '40001'])(
  'is not at fault where its messages meet a lock, which passes: %s',
  async code => {
    const errors: unknown[] = [];
    const onError = (error: unknown): void => void errors.push(error);
    const { events, rows } = await tried('PostgreSQL', undefined, { onError });
    for (const statement of failing(code, 'h')) await rows(statement);
    const ids: string[] = [];
    for (const order of ['1', '2', '3']) ids.push((await events.notify(paid(order), { profile: 'shop' })).id);
    await events.start();
    await expect.poll(() => errors).toHaveLength(1);
    expect(errors).toMatchObject([{ code }]);
    expect(
      await rows('select from hookplate.event where retry_at is null and waits_for is null'),
    ).toHaveLength(3);
    await rows('drop table busy');
    for (const id of ids) await expect.poll(toldOf(events, id)).toHaveLength(2);
    expect(errors).toHaveLength(1);
  },
);

it('whose messages meet a lock holds up those of no other profile', async () => {
  const webhooks = ['held', 'shop'].map(profile => webhook(profile, { profile }));
  const { events, rows } = await tried('PostgreSQL', webhooks, { onError: () => {} });
  for (const statement of failing('55P03', 'locked')) await rows(statement);
  const held = await events.notify(paid('locked'), { profile: 'held' });
  await events.start();
  for (const order of ['1', '2']) {
    const { id } = await events.notify(paid(order), { profile: 'shop' });
    await expect.poll(toldOf(events, id)).toHaveLength(1);
  }
  expect(await events.find(held.id)).toMatchObject({ messages: undefined, waitsFor: undefined });
  await rows('drop table busy');
  await expect.poll(toldOf(events, held.id)).toHaveLength(1);
});

it('with an id and an order waits for its order before it takes its id, as those do that are stored with others', async () => {
  const { events, database, rows } = await tried('PostgreSQL');
  const { transaction } = anOpenDatabase(database, 'database');
  const waiting = () => rows("select from pg_locks where locktype = 'advisory' and not granted");
  const [behind] = await transaction(async tx => {
    await events.notify(paid('1'), { profile: 'shop', ordered: 'a', transaction: tx });
    const behind = events.notify(paid('2'), { profile: 'shop', id: 'x', ordered: 'a' });
    await expect.poll(waiting).toHaveLength(1);
    // It would wait for whoever has taken the id.
    expect(await events.notify(paid('3'), { profile: 'shop', id: 'x' })).toMatchObject({ isNew: true });
    return [behind];
  });
  expect(await behind).toMatchObject({ isNew: false });
});

it('of a process comes in the order of ids where others of it have the same times', async () => {
  const { events, rows } = await tried('PostgreSQL');
  await rows(`
    insert into hookplate.past_event (bucket, id, profile, source, event, process, happened_at, content, messages)
    select 0, ${numberedInSql('e', 'n')}, 'shop', '', 'Errored', 'p', now(), '', '[]' from generate_series(9, 1, -1) n`);
  const ids = (await events.ofProcess('p')).map(({ id }) => id);
  expect(ids).toEqual(Array.from({ length: 9 }, (_, index) => numberedUuid('e', index + 1)));
});

it.each([1, 2])(
  'keeps its id anew once one could be made of it, where %i are stored at once',
  async count => {
    const { events, outbox, database, rows } = await tried('PostgreSQL', []);
    const { transaction } = anOpenDatabase(database, 'database');
    const store = (facts: Partial<NewEvent>) =>
      transaction(tx =>
        events.store(
          Array.from({ length: count }, (_, index) => ({
            ...{
              profile: 'shop',
              source: 'ci',
              catalogue: undefined,
              process: undefined,
              happenedAt: new Date(),
            },
            ...{
              event: undefined,
              problem: undefined,
              reportedBy: 'ci',
              replayOf: undefined,
              ordered: undefined,
            },
            ...{ givenId: `id ${index}`, traceparent: undefined, content: '{}', ...facts },
          })),
          tx,
        ),
      );
    await store({ problem: 'It is not JSON.' });
    await rows("update hookplate.given_id set kept_from = kept_from - interval '32 days'");
    const made = await store({ event: 'paid' });
    expect(made.map(({ isNew }) => isNew)).not.toContain(false);
    await outbox.prune();
    expect(await store({ event: 'paid' })).toEqual(made.map(event => ({ ...event, isNew: false })));
  },
);

it('is sent at once by the process that makes its messages, where no notification comes through', async () => {
  const receiver = await httpServer();
  const database = await openDatabase({ url: await migratedPostgres(), pooler: true });
  onTestFinished(() => database.close());
  const outbox = await testOutbox(database, { pollMs: 3_600_000 });
  const events = await testEvents(database, {
    ...{ outbox, events: orders, webhooks: [webhook('chat', { url: receiver.url })] },
  });
  await outbox.start();
  await events.start();
  for (const order of ['1', '2']) {
    await events.notify(paid(order), { profile: 'shop' });
    await expect.poll(() => receiver.hits.map(({ body }) => body)).toContain(`${order} `);
  }
});

it('is sent at once by whichever process makes its messages, though that looks for events once an hour', async () => {
  const receiver = await httpServer();
  const url = await migratedPostgres();
  const [worker, reporter] = await Promise.all([openDatabase({ url }), openDatabase({ url })]);
  for (const database of [worker, reporter]) onTestFinished(() => database.close());
  const pollMs = 3_600_000;
  const outbox = await testOutbox(worker, { pollMs });
  const events = await testEvents(worker, {
    ...{ outbox, events: orders, webhooks: [webhook('chat', { url: receiver.url })], pollMs },
  });
  await outbox.start();
  await events.start();
  const { notify } = createNotifier({ database: reporter, events: orders });
  // The first one may be met by the look with which a worker begins.
  for (const order of ['1', '2', '3']) {
    await notify(paid(order), { profile: 'shop' });
    await expect.poll(() => receiver.hits.map(({ body }) => body)).toContain(`${order} `);
  }
});

it('says what is wrong with what its caller gives', async () => {
  const { events, database } = await tried('PostgreSQL');
  const refused = async (event: unknown, options?: object): Promise<unknown> =>
    events.notify(event as never, options).then(
      () => 'stored',
      error => String(error),
    );
  const known = paid('1');
  expect(await refused({})).toMatch('event: expected an event made by `create`');
  expect(await refused({ event: 'pait', order: '1' })).toMatch('did you mean "paid"?');
  expect(await refused({ event: 'paid', order: 7 })).toMatch('facts.order: expected text');
  expect(await refused({ event: 'paid', order: '1', extra: 1 })).toMatch(
    'facts.extra: there is no such variable',
  );
  expect(await refused(paid('x'.repeat(2 ** 20)))).toMatch('facts: expected at most 1,048,576 bytes as JSON');
  const never = new Date(8.64e15);
  expect(await refused({ ...known, date: never })).toMatch(
    'facts.date: expected a date of the years 1 to 9999',
  );
  expect(await refused(known, { profile: 'x'.repeat(257) })).toMatch(
    'options.profile: expected text of at most 256',
  );
  expect(await refused(known, { id: '' })).toMatch('options.id: expected text of 1 to 256');
  expect(await refused(known, { ordered: '\0' })).toMatch('options.ordered: expected text of 1 to 256');
  expect(await refused(known, { catalogue: 'shp' })).toMatch(
    'options.catalogue: expected the name of a catalogue',
  );
  const broken = (
    database as never as { transaction: (work: (tx: never) => Promise<void>) => Promise<void> }
  ).transaction(async tx => {
    const { query } = tx as { query: (text: string) => Promise<unknown> };
    await query('select 1 / 0').catch(() => {});
    await events.notify(known, { transaction: tx });
  });
  await expect(broken).rejects.toThrow('current transaction is aborted');
});

it('tells an event that was stored before a variable was renamed, by the names of today', async () => {
  const { events, outbox, database } = await tried('PostgreSQL');
  const { id } = await events.notify(paid('7', { total: 2 }), { profile: 'shop' });
  const today = defineEvents({
    variables: { sale: { number: 'string' }, total: optional('number') },
    renamed: { order: 'sale.number' },
    events: { paid: { title: 'Paid' } },
  });
  // One webhook has followed the new name, and the other one has not.
  const webhooks = [webhook('chat'), webhook('mail', { payload: '$sale.number$ costs $total$' })];
  const next = await testEvents(database, { outbox, webhooks, events: today });
  await next.start();
  await expect.poll(toldOf(next, id)).toHaveLength(2);
  expect(await bodiesTo('chat', { outbox })).toEqual(['7 2']);
  expect(await bodiesTo('mail', { outbox })).toEqual(['7 costs 2']);
});
