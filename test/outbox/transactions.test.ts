import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { drizzle as drizzleOnPglite } from 'drizzle-orm/pglite';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { fromDrizzle, fromKysely, fromPglite } from 'pg-boss';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase, type SqlExecutor } from '../../src/outbox/index.ts';
import { post } from '../delivery/loopback-dispatcher.ts';
import { httpServer } from '../loopback-server.ts';
import { emptyPostgres, migratedDirectory, testOutbox } from './test-database.ts';

/** Runs `work` in a transaction of some library; rolls it back when it throws. */
type Transaction = (work: (transaction: SqlExecutor) => Promise<unknown>) => Promise<unknown>;

function inPg(pool: pg.Pool): Transaction {
  return async work => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await work({ executeSql: (text, values) => client.query(text, values) });
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  };
}

const onPostgres: Readonly<Record<string, (pool: pg.Pool) => Transaction>> = {
  pg: inPg,
  Drizzle: pool => work => drizzle(pool).transaction(tx => work(fromDrizzle(tx, sql))),
  Kysely: pool => {
    const kysely = new Kysely<object>({ dialect: new PostgresDialect({ pool }) });
    return work => kysely.transaction().execute(tx => work(fromKysely(tx)));
  },
};

const onPglite: Readonly<Record<string, (pglite: PGlite) => Transaction>> = {
  PGlite: pglite => work => pglite.transaction(tx => work(fromPglite(tx))),
  Drizzle: pglite => work => drizzleOnPglite(pglite).transaction(tx => work(fromDrizzle(tx, sql))),
};

describe.each(Object.entries(onPostgres))('a transaction of %s on PostgreSQL', (_, transactionOf) => {
  it('carries a message when it commits, and nothing when it is rolled back', async () => {
    const pool = new pg.Pool({ connectionString: await emptyPostgres() });
    onTestFinished(() => pool.end());
    const database = await openDatabase({ pool });
    await database.migrate();
    await assertTransactional(database, transactionOf(pool));
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
    const { messages } = await outbox.messages();
    expect(messages.map(({ id }) => id).toSorted()).toEqual(['alone', 'committed']);
  });
  await transaction(tx => outbox.enqueue(post(receiver.url), { webhook: 'new', transaction: tx }));
  await outbox.start();
  await expect.poll(async () => (await outbox.messages({ state: 'delivered' })).messages.length).toBe(4);
  const endpoints = await outbox.endpoints();
  expect(endpoints.map(({ webhook, origin }) => [webhook, origin])).toEqual([
    ['chat', receiver.url],
    ['new', receiver.url],
  ]);
  expect(endpoints.map(({ lastSuccessAt }) => lastSuccessAt)).toEqual([expect.any(Date), expect.any(Date)]);
});

describe.each(Object.entries(onPglite))('a transaction of %s on PGlite', (_, transactionOf) => {
  // The queue would look itself up on the one connection, which the transaction holds.
  it('carries the first message, and nothing when it is rolled back', async () => {
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
  const url = 'http://127.0.0.1:9/';
  await transaction(async tx => {
    await outbox.enqueue(post(url), { id: 'committed', transaction: tx });
    await outbox.enqueue(post(url), { id: 'committed', transaction: tx });
    await expect(outbox.enqueue(post(url, '2'), { id: 'committed', transaction: tx })).rejects.toMatchObject({
      code: 'id-conflict',
    });
  });
  const rolledBack = transaction(async tx => {
    await outbox.enqueue(post(url), { id: 'rolled-back', transaction: tx });
    throw new Error('on purpose');
  });
  await expect(rolledBack).rejects.toThrow('on purpose');
  const { messages } = await outbox.messages();
  expect(messages.map(({ id, state }) => [id, state])).toEqual([['committed', 'pending']]);
}
