import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Connection } from '../../src/database/database.ts';
import { anOpenDatabase } from '../../src/database/open-database.ts';
import { isTrue } from '../../src/database/row.ts';
import { prepared, statementsIn } from '../../src/database/sql-executor.ts';
import { keysOfProfile } from '../../src/events/held-up.ts';
import type { Events } from '../../src/events/index.ts';
import { eventChannel } from '../../src/events/store-events.ts';
import { type Database, openDatabase } from '../../src/outbox/index.ts';
import { lockLines, tryLines } from '../../src/outbox/line.ts';
import { wakeChannel } from '../../src/outbox/message.ts';
import { interruptChannel } from '../../src/workflow/database/lease.ts';
import { post } from '../delivery/loopback-dispatcher.ts';
import { orders, paid, testEvents, webhook } from '../events/test-events.ts';
import { httpServer, type LoopbackServer } from '../loopback-server.ts';
import { emptyPostgres, query, testOutbox } from '../outbox/test-database.ts';
import { testServer } from '../server/test-server.ts';

/** One that is usual, one that begins like it, and one that is a word of SQL. */
const schemas = [undefined, 'hookplate_eu', 'order'];

async function connect(url: string, schema: string | undefined): Promise<Database & Connection> {
  const database = await openDatabase({ url, schema });
  onTestFinished(() => database.close());
  return { ...database, ...anOpenDatabase(database, 'database') };
}

describe('a statement', () => {
  it.each([
    ['select m.id from hookplate.message m', 'select m.id from "eu".message m'],
    [`select 'hookplate.job_due'::regclass`, `select '"eu".job_due'::regclass`],
    [`select pg_notify('hookplate_message', '')`, `select pg_notify('eu_message', '')`],
    [`where schemaname = 'hookplate'`, `where schemaname = 'eu'`],
    ['CREATE TABLE "hookplate"."message" (', 'CREATE TABLE "eu"."message" ('],
    ['select my_hookplate.x, myhookplate_y', 'select my_hookplate.x, myhookplate_y'],
  ])('names its schema: %s', (usual, other) => {
    expect(statementsIn('hookplate')(usual).text).toBe(usual);
    expect(statementsIn('eu')(usual).text).toBe(other);
  });

  it('is prepared under one name for each schema', () => {
    const text = prepared('select 1 from hookplate.message');
    const names = ['hookplate', 'eu', 'us'].map(schema => statementsIn(schema)(text).name);
    expect(new Set(names).size).toBe(3);
  });
});

it.each(['', 'Shop', 'shop-eu', 'pg_shop', '1shop', 'x'.repeat(41), 'a"; drop schema public; --'])(
  'a schema is not called %j',
  async schema => {
    await expect(openDatabase({ url: 'postgres://127.0.0.1:9/x', schema })).rejects.toThrow(
      'options.schema: expected a name of at most 40 lower-case letters',
    );
  },
);

describe('applications with schemas of their own in one database', () => {
  it('migrate at once, store the same ids, and send each its own messages', async () => {
    const url = await emptyPostgres();
    const receivers = await Promise.all(schemas.map(() => httpServer()));
    const databases = await Promise.all(schemas.map(schema => connect(url, schema)));
    await Promise.all(databases.map(database => database.migrate()));
    const outboxes = await Promise.all(databases.map(database => testOutbox(database)));
    const client = new pg.Client(url);
    await client.connect();
    onTestFinished(() => client.end());
    await client.query('begin');
    for (const [index, outbox] of outboxes.entries()) {
      const request = post(receivers[index]?.url ?? '', `of ${index}`);
      await outbox.enqueue(request, { id: 'm1', ordered: 'line' });
      await outbox.enqueueAll([{ request, id: 'm2', ordered: 'line' }], { transaction: client });
      await outbox.cancelWebhook('gone', { transaction: client });
    }
    await client.query('commit');
    for (const outbox of outboxes) await outbox.start();
    for (const [index, receiver] of receivers.entries()) {
      await expect.poll(() => receiver.hits.map(({ body }) => body)).toEqual([`of ${index}`, `of ${index}`]);
    }
    for (const outbox of outboxes)
      await expect.poll(() => outbox.backlog()).toMatchObject({ pending: 0, sending: 0 });
    const tables = await query(
      url,
      `select schemaname, count(*)::int from pg_tables where schemaname !~ '^(pg_|information_)' group by 1 order by 1`,
    );
    const [{ count } = {}] = tables;
    expect(tables).toEqual(['hookplate', 'hookplate_eu', 'order'].map(schemaname => ({ schemaname, count })));
  });

  it('store events of the same id and order, and tell each its own', async () => {
    const url = await emptyPostgres();
    const told: { readonly receiver: LoopbackServer; readonly events: Events }[] = [];
    for (const schema of schemas) {
      const database = await connect(url, schema);
      await database.migrate();
      const receiver = await httpServer();
      const outbox = await testOutbox(database);
      const webhooks = [webhook('chat', { url: receiver.url, payload: '$order$' })];
      told.push({ receiver, events: await testEvents(database, { outbox, webhooks, events: orders }) });
      await outbox.start();
    }
    for (const [index, { events }] of told.entries()) {
      for (const order of ['first', 'second']) {
        const options = { profile: 'shop', id: order, ordered: 'line' };
        const { isNew } = await events.notify(paid(`${order} of ${index}`), options);
        expect([index, isNew]).toEqual([index, true]);
      }
    }
    for (const { events } of told) await events.start();
    for (const [index, { receiver }] of told.entries()) {
      await expect
        .poll(() => receiver.hits.map(({ body }) => body))
        .toEqual([`first of ${index}`, `second of ${index}`]);
    }
    for (const { events } of told) expect((await events.page()).items).toHaveLength(2);
  });

  it('look for webhooks by statements of their own, in which no schema is put in place', async () => {
    const url = await emptyPostgres();
    const database = await connect(url, 'hookplate_eu');
    await database.migrate();
    // Another application's.
    await query(url, 'create schema hookplate create table subscriber (id text)');
    await query(url, "insert into hookplate.subscriber values ('hookplate_1')");
    const found: unknown[] = [];
    const events = await testEvents(database, {
      events: orders,
      webhooks: async (_, tx) => {
        found.push((await tx.query("select id, 'hookplate_' as text from hookplate.subscriber")).rows);
        await testedOutbox.cancelWebhook('gone', { transaction: tx });
        return [];
      },
    });
    const testedOutbox = await testOutbox(database);
    const { id } = await events.notify(paid('1'), { profile: 'shop' });
    await events.start();
    await expect.poll(async () => (await events.find(id))?.messages).toEqual([]);
    expect(found).toEqual([[{ id: 'hookplate_1', text: 'hookplate_' }]]);
  });

  it('do not wait for each other\u2019s locks, and are not woken up by each other', async () => {
    const url = await emptyPostgres();
    const [one, other] = await Promise.all(schemas.slice(1).map(schema => connect(url, schema)));
    if (!one || !other) throw new Error('Two were opened.');
    for (const database of [one, other]) await database.migrate();
    await one.transaction(async tx => {
      await lockLines(['line'], tx);
      await other.transaction(async ofOther => {
        expect(await tryLines(['line'], ofOther)).toEqual(['line']);
      });
      expect(await other.transaction(ofOther => tryLines(['line'], ofOther))).toEqual(['line']);
    });
    for (const channel of [wakeChannel, eventChannel, interruptChannel]) {
      const woken: string[] = [];
      for (const [name, database] of Object.entries({ one, other })) {
        const { close } = await database.listen(channel, () => woken.push(name));
        onTestFinished(close);
      }
      // A listener is woken up once it listens.
      await expect.poll(() => woken.toSorted()).toEqual(['one', 'other']);
      woken.length = 0;
      for (const database of [one, other, one])
        await database.executor.query(`select pg_notify('${channel}', '')`);
      await expect.poll(() => woken.toSorted()).toEqual(['one', 'one', 'other']);
    }
  });

  it('do not wait for each other while one stores and tells events, and makes and drops days', async () => {
    const url = await emptyPostgres();
    const [one, other] = await Promise.all(schemas.slice(1).map(schema => connect(url, schema)));
    if (!one || !other) throw new Error('Two were opened.');
    for (const database of [one, other]) await database.migrate();
    const [events, ofOther] = await Promise.all(
      [one, other].map(database => testEvents(database, { events: orders })),
    );
    const event = { profile: 'shop', id: 'x', ordered: 'line' };
    const profile = `pg_try_advisory_xact_lock(${keysOfProfile("'shop'")})`;
    const isTrueIn = async (database: Connection, text: string) =>
      (await database.executor.query(`select ${text} as is_true`)).rows.some(row => isTrue(row, 'is_true'));
    const daysAgo = (count: number) => `(now() at time zone 'UTC')::date - ${count}`;
    await one.transaction(async tx => {
      // The locks of the id, of the order, of the profile, and of those who make and drop partitions.
      await events?.notify(paid('1'), { ...event, transaction: tx });
      expect((await tx.query(`select ${profile} as is_ours`)).rows).toEqual([{ is_ours: true }]);
      await tx.query(`select hookplate.make_partitions(${daysAgo(1)}), hookplate.drop_partitions(30)`);
      expect(await isTrueIn(one, profile)).toBe(false);
      expect(await isTrueIn(other, profile)).toBe(true);
      expect(await ofOther?.notify(paid('2'), event)).toMatchObject({ isNew: true });
      await ofOther?.start();
      await expect.poll(async () => (await ofOther?.page())?.items).toMatchObject([{ messages: [] }]);
      expect(await isTrueIn(other, `hookplate.make_partitions(${daysAgo(2)})`)).toBe(true);
      expect(await isTrueIn(other, 'hookplate.drop_partitions(30) is not null')).toBe(true);
      // As it would be in the same schema.
      const inOne = one.transaction(async ofOne => {
        await ofOne.query("set local lock_timeout = '100ms'");
        await events?.notify(paid('3'), { ...event, transaction: ofOne });
      });
      await expect(inOne).rejects.toThrow('lock timeout');
    });
  });

  it('do not share the lock of a profile, where the name of one with its profile reads like that of the other', async () => {
    const url = await emptyPostgres();
    const [one, other] = await Promise.all(schemas.slice(0, 2).map(schema => connect(url, schema)));
    if (!one || !other) throw new Error('Two were opened.');
    const locking = (profile: string) =>
      `select pg_try_advisory_xact_lock(${keysOfProfile(`'${profile}'`)}) as is_ours`;
    await one.transaction(async tx => {
      expect((await tx.query(locking('_eu'))).rows).toEqual([{ is_ours: true }]);
      expect((await other.executor.query(locking(''))).rows).toEqual([{ is_ours: true }]);
      expect((await one.executor.query(locking('_eu'))).rows).toEqual([{ is_ours: false }]);
    });
  });

  it('are two servers, neither of which knows the webhooks and processes of the other', async () => {
    const url = await emptyPostgres();
    const servers = [];
    for (const schema of schemas) servers.push(await testServer({ database: await connect(url, schema) }));
    const config = {
      profile: 'nightly',
      events: { Started: true },
      method: 'GET',
      url: 'http://127.0.0.1:9/',
    };
    for (const [index, { call, json }] of servers.entries()) {
      expect(
        (await call('POST', '/api/webhooks', { body: { config: { ...config, name: `w${index}` } } })).status,
      ).toBe(201);
      const body = { job: { tables: ['a'] } };
      const run = await json<{ pid: string }>('POST', '/api/v2/project/etl/task/copy/run?trigger=API', {
        body,
      });
      await expect
        .poll(() => json('GET', `/api/processes/${run.pid}`))
        .toMatchObject({ status: 'completed' });
    }
    for (const [index, { json }] of servers.entries()) {
      const { items } = await json<{ items: { name: string }[] }>('GET', '/api/webhooks');
      expect(items.map(({ name }) => name)).toEqual([`w${index}`]);
      expect((await json<{ items: object[] }>('GET', '/api/processes')).items).toHaveLength(1);
    }
  });
});
