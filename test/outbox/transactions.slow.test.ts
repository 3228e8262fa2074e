import { PGlite } from '@electric-sql/pglite';
import { type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { drizzle as drizzleOnPglite } from 'drizzle-orm/pglite';
import createKnex, { type Knex } from 'knex';
import { CompiledQuery, Kysely, type Transaction as KyselyTransaction, PostgresDialect } from 'kysely';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Row } from '../../src/database/row.ts';
import { createNotifier } from '../../src/events/index.ts';
import { openDatabase, type SqlExecutor } from '../../src/outbox/index.ts';
import { post } from '../delivery/loopback-dispatcher.ts';
import { orderEvents } from '../events/order-events.ts';
import { httpServer } from '../loopback-server.ts';
import { prismaOn, type RawPrisma } from './prisma-client.ts';
import { emptyPostgres, executorOf, migratedDirectory, testOutbox } from './test-database.ts';

/** Runs `work` in a transaction of some library; rolls it back when it throws. */
type Transaction = (work: (transaction: SqlExecutor) => Promise<unknown>) => Promise<unknown>;

function inPg(pool: pg.Pool): Transaction {
  return async work => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await work(client);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  };
}

// Those of docs/transactions.md, with types.

function fromDrizzle(tx: { readonly execute: (query: SQL) => Promise<object> }): SqlExecutor {
  return {
    query: async (text, values = []) => {
      const parts = text.split(/\$(\d+)/).map((part, index) => {
        return index % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1])}`;
      });
      return (await tx.execute(sql.join(parts))) as { rows: Row[] };
    },
  };
}

function fromKysely(trx: KyselyTransaction<object>): SqlExecutor {
  return {
    query: async (text, values = []) => {
      const { rows } = await trx.executeQuery(CompiledQuery.raw(text, values));
      return { rows: rows as Row[] };
    },
  };
}

function fromKnex(trx: Knex.Transaction): SqlExecutor {
  return {
    query: (text, values = []) => {
      const order = [...text.matchAll(/\$(\d+)/g)].map(([, place]) => values[Number(place) - 1]);
      const bindings = order.map(value => (value === undefined ? null : value)) as Knex.RawBinding[];
      return trx.raw(text.replaceAll('?', '\\?').replaceAll(/\$\d+/g, '?'), bindings);
    },
  };
}

function fromPrisma(tx: RawPrisma): SqlExecutor {
  return {
    query: async (text, values = []) => ({ rows: (await tx.$queryRawUnsafe(text, ...values)) as Row[] }),
  };
}

const onPostgres: Readonly<Record<string, (pool: pg.Pool, url: string) => Transaction>> = {
  pg: inPg,
  Drizzle: pool => work => drizzle(pool).transaction(tx => work(fromDrizzle(tx))),
  Kysely: pool => {
    const kysely = new Kysely<object>({ dialect: new PostgresDialect({ pool }) });
    return work => kysely.transaction().execute(trx => work(fromKysely(trx)));
  },
  Knex: (_, connection) => {
    const knex = createKnex({ client: 'pg', connection });
    onTestFinished(() => knex.destroy());
    return work => knex.transaction(trx => work(fromKnex(trx)));
  },
  Prisma: (_, url) => work => prismaOn(url).$transaction(tx => work(fromPrisma(tx))),
};

const onPglite: Readonly<Record<string, (pglite: PGlite) => Transaction>> = {
  PGlite: pglite => work => pglite.transaction(tx => work(tx)),
  Drizzle: pglite => work => drizzleOnPglite(pglite).transaction(tx => work(fromDrizzle(tx))),
};

describe.each(Object.entries(onPostgres))('a transaction of %s on PostgreSQL', (_, transactionOf) => {
  it('carries messages and events when it commits, and nothing when it is rolled back', async () => {
    const url = await emptyPostgres();
    const pool = new pg.Pool({ connectionString: url });
    onTestFinished(() => pool.end());
    const database = await openDatabase({ pool });
    await database.migrate();
    await assertTransactional(database, transactionOf(pool, url));
  });
});

it('a transaction that stays open holds up nobody else who enqueues for the same new endpoint', async () => {
  const receiver = await httpServer();
  const pool = new pg.Pool({ connectionString: await emptyPostgres() });
  onTestFinished(() => pool.end());
  const database = await openDatabase({ pool });
  await database.migrate();
  const outbox = await testOutbox(database);
  const options = { webhook: 'chat' };
  const transaction = inPg(pool);
  await transaction(async open => {
    await outbox.enqueue(post(receiver.url), { ...options, id: 'open', transaction: open });
    await transaction(tx =>
      outbox.enqueue(post(receiver.url), { ...options, id: 'committed', transaction: tx }),
    );
    await outbox.enqueue(post(receiver.url), { ...options, id: 'alone' });
    const { items } = await outbox.messages();
    expect(items.map(({ id }) => id).toSorted()).toEqual(['alone', 'committed']);
  });
  await transaction(tx => outbox.enqueue(post(receiver.url), { webhook: 'new', transaction: tx }));
  await outbox.start();
  await expect.poll(async () => (await outbox.messages({ state: 'delivered' })).items.length).toBe(4);
  const { items } = await outbox.endpoints();
  const endpoints = items.toSorted((a, b) => ((a.webhook ?? '') < (b.webhook ?? '') ? -1 : 1));
  expect(endpoints.map(({ webhook, origin }) => [webhook, origin])).toEqual([
    ['chat', receiver.url],
    ['new', receiver.url],
  ]);
  expect(endpoints.map(({ lastSuccessAt }) => lastSuccessAt)).toEqual([expect.any(Date), expect.any(Date)]);
});

it('those who wait for an id or a line of an open transaction hold up nobody who needs neither', async () => {
  const pool = new pg.Pool({ connectionString: await emptyPostgres() });
  onTestFinished(() => pool.end());
  const database = await openDatabase({ pool });
  await database.migrate();
  const outbox = await testOutbox(database);
  const request = post('http://127.0.0.1:9/');
  const waiting: Promise<string>[] = [];
  const hasLocks = async (count: number): Promise<boolean> =>
    (await pool.query('select from pg_locks where not granted')).rows.length === count;
  await inPg(pool)(async transaction => {
    await outbox.enqueue(request, { id: 'one', transaction });
    await outbox.enqueue(request, { ordered: 'line', transaction });
    for (const same of [{ id: 'one' }, { ordered: 'line' }]) {
      waiting.push(outbox.enqueue(request, same));
      await expect.poll(() => hasLocks(waiting.length)).toBe(true);
    }
    for (let index = 0; index < 3; index++) await outbox.enqueue(request);
    expect(await hasLocks(waiting.length)).toBe(true);
  });
  expect(await Promise.all(waiting)).toEqual(['one', expect.any(String)]);
  expect(await outbox.count()).toBe(6);
});

describe.each(Object.entries(onPglite))('a transaction of %s on PGlite', (_, transactionOf) => {
  it('carries messages and events, and nothing when it is rolled back', async () => {
    const pglite = new PGlite(`${await migratedDirectory()}/data`);
    onTestFinished(() => pglite.close());
    await assertTransactional(await openDatabase({ pglite }), transactionOf(pglite));
  });
});

async function assertTransactional(
  database: Awaited<ReturnType<typeof openDatabase>>,
  transaction: Transaction,
): Promise<void> {
  const outbox = await testOutbox(database);
  const { notify } = createNotifier({ database, events: orderEvents });
  const happened = orderEvents.create('stored', { writer: "O'Brien", line: '$1', number: 1, path: '?' });
  const url = 'http://127.0.0.1:9/';
  await transaction(async tx => {
    const first = { id: 'committed', ordered: 'é "line"', name: "O'Brien, $1 {?}", transaction: tx };
    await outbox.enqueue(post(url), first);
    await outbox.enqueue(post(url), { id: 'committed', transaction: tx });
    await expect(outbox.enqueue(post(url, '2'), { id: 'committed', transaction: tx })).rejects.toMatchObject({
      code: 'id-conflict',
    });
    const many = [1, 2].map(number => ({ request: post(url, `${number}`), id: `many-${number}` }));
    await outbox.enqueueAll(many, { transaction: tx });
    for (const options of [{}, { id: 'é' }, { ordered: 'a' }, { id: 'é' }, { id: 'b', ordered: 'a' }])
      await notify(happened, { ...options, profile: 'shop', transaction: tx });
  });
  expect((await executorOf(database).query('select from hookplate.event')).rows).toHaveLength(4);
  const rolledBack = transaction(async tx => {
    await outbox.enqueue(post(url), { id: 'rolled-back', transaction: tx });
    await notify(happened, { id: 'rolled-back', profile: 'shop', transaction: tx });
    throw new Error('on purpose');
  });
  await expect(rolledBack).rejects.toThrow('on purpose');
  expect((await executorOf(database).query('select from hookplate.event')).rows).toHaveLength(4);
  const { items } = await outbox.messages();
  expect(items.map(({ id, state }) => [id, state]).toSorted()).toEqual([
    ['committed', 'pending'],
    ['many-1', 'pending'],
    ['many-2', 'pending'],
  ]);
  const first = await outbox.message('committed', { request: true });
  expect(first).toMatchObject({ name: "O'Brien, $1 {?}", request: post(url) });
}

it('many are stored together, or none', async () => {
  const pool = new pg.Pool({ connectionString: await emptyPostgres() });
  onTestFinished(() => pool.end());
  const database = await openDatabase({ pool });
  await database.migrate();
  const outbox = await testOutbox(database);
  await outbox.enqueue(post('http://127.0.0.1:9/'), { id: 'known' });
  const requests = Array.from({ length: 1200 }, (_, index) => ({
    request: post('http://127.0.0.1:9/'),
    id: `m${index}`,
  }));
  const conflicting = [...requests, { request: post('http://127.0.0.1:9/', 'other'), id: 'known' }];
  await expect(outbox.enqueueAll(conflicting)).rejects.toMatchObject({ code: 'id-conflict' });
  expect((await outbox.messages()).items.map(({ id }) => id)).toEqual(['known']);
  expect(await outbox.enqueueAll(requests)).toEqual(requests.map(({ id }) => id));
  expect((await outbox.backlog()).pending).toBe(1201);
});
