import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../src/outbox/index.ts';
import { post } from '../delivery/loopback-dispatcher.ts';
import { httpServer } from '../loopback-server.ts';
import { expectUntouched, startPgBouncer } from './postgres/pgbouncer.ts';
import { emptyPostgres, executorOf, migratedPostgres, query, testOutbox } from './test-database.ts';

async function open(options: Parameters<typeof openDatabase>[0]): Promise<Database> {
  const database = await openDatabase(options);
  onTestFinished(() => database.close());
  return database;
}

describe('behind PgBouncer in transaction mode', () => {
  it('two instances migrate and deliver 1,000 messages, and a stranger finds the shared connections as they were', async () => {
    const receiver = await httpServer();
    const url = await emptyPostgres();
    const pooled = await startPgBouncer(url);
    const errors: unknown[] = [];
    const databases = [await open({ url: pooled, pooler: true }), await open({ url: pooled, pooler: true })];
    await Promise.all(databases.map(database => database.migrate()));
    await expectUntouched(pooled, url);
    const options = { onError: (error: unknown) => void errors.push(error), schedule: [] };
    const outboxes = await Promise.all(databases.map(database => testOutbox(database, options)));
    await Promise.all(outboxes.map(outbox => outbox.start()));
    const enqueued = await Promise.allSettled(
      Array.from({ length: 1000 }, (_, index) =>
        outboxes[index % 2]?.enqueue(post(receiver.url), {
          webhook: `w${index % 40}`,
          ...(index % 5 === 0 && { ordered: `line ${index % 3}` }),
        }),
      ),
    );
    expect(enqueued.flatMap(one => (one.status === 'rejected' ? [String(one.reason)] : []))).toEqual([]);
    await expect.poll(() => outboxes[0]?.count({ state: 'delivered' })).toBe(1000);
    await expectUntouched(pooled, url);
    for (const outbox of outboxes) await outbox.stop();
    expect(receiver.hits).toHaveLength(1000);
    expect(errors).toEqual([]);
  });

  it('two instances with pools of their callers leave nothing in shared connections either', async () => {
    const receiver = await httpServer();
    const url = await emptyPostgres();
    const pooled = await startPgBouncer(url);
    const pools = [1, 2].map(() => new pg.Pool({ connectionString: pooled }));
    onTestFinished(async () => void (await Promise.all(pools.map(pool => pool.end()))));
    const databases = await Promise.all(pools.map(pool => open({ pool, pooler: true })));
    await Promise.all(databases.map(database => database.migrate()));
    const outboxes = await Promise.all(databases.map(database => testOutbox(database)));
    await Promise.all(outboxes.map(outbox => outbox.start()));
    for (const outbox of outboxes) await outbox.enqueueAll([{ request: post(receiver.url) }]);
    await expect.poll(() => receiver.hits.length).toBe(2);
    await expectUntouched(pooled, url);
  });

  it('a direct connection wakes up another instance, which would not look for an hour', async () => {
    const receiver = await httpServer();
    const url = await migratedPostgres();
    const pooled = await startPgBouncer(url);
    const [sender, worker] = [
      await open({ url: pooled, pooler: true, listenUrl: url }),
      await open({ url: pooled, pooler: true, listenUrl: url }),
    ];
    const delivering = await testOutbox(worker, { pollMs: 3_600_000 });
    await delivering.start();
    const enqueuing = await testOutbox(sender);
    for (let index = 0; index < 3; index++) {
      await enqueuing.enqueue(post(receiver.url));
      await expect.poll(() => receiver.hits.length).toBe(index + 1);
    }
    await expectUntouched(pooled, url);
  });

  it('a statement that nobody waits for any more ends in the server', async () => {
    const url = await emptyPostgres();
    const database = await open({ url: await startPgBouncer(url), pooler: true, queryTimeoutMs: 500 });
    await expect(executorOf(database).query('select pg_sleep(600)')).rejects.toThrow();
    const running = `select pid from pg_stat_activity where query = 'select pg_sleep(600)' and state = 'active'`;
    await expect.poll(() => query(url, running)).toEqual([]);
  });

  it('the first trouble with a prepared statement names the option', async () => {
    const pooled = await startPgBouncer(await migratedPostgres());
    const [first, second] = [
      await testOutbox(await open({ url: pooled })),
      await testOutbox(await open({ url: pooled })),
    ];
    await first.enqueue(post('http://127.0.0.1:1'));
    // The connection that was used last serves next.
    await expect(second.enqueue(post('http://127.0.0.1:1'))).rejects.toMatchObject({
      code: 'database-pooled',
    });
  });
});
