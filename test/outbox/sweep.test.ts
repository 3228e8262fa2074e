import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openQueue } from '../../src/outbox/database/open-queue.ts';
import { readOptions } from '../../src/outbox/outbox-options.ts';
import { sweep } from '../../src/outbox/upkeep/sweep.ts';
import { post } from '../delivery/loopback-dispatcher.ts';
import { httpServer } from '../loopback-server.ts';
import { backends, executorOf, openTestDatabase, testOutbox } from './test-database.ts';

describe.each(backends)('the sweep on %s', backend => {
  it('gives a message whose job was lost a new one, and leaves the others alone', async () => {
    const receiver = await httpServer();
    const database = await openTestDatabase(backend);
    const { database: connection } = readOptions({ database }).settings;
    const queue = await openQueue(connection);
    onTestFinished(() => queue.stop({ graceful: false }));
    const outbox = await testOutbox(database);
    const id = await outbox.enqueue(post(receiver.url));
    expect(await sweep(connection, queue, { overdueMs: 0 })).toBe(0);
    await connection.executor.executeSql('delete from hookplate_queue.job');
    expect(await sweep(connection, queue, { overdueMs: 0 })).toBe(1);
    expect(await sweep(connection, queue, { overdueMs: 0 })).toBe(0);
    await outbox.start();
    await expect.poll(async () => (await outbox.message(id))?.state).toBe('delivered');
    expect(receiver.hits).toHaveLength(1);
  });

  it('goes on until there is nothing left, or it is stopped', async () => {
    const database = await openTestDatabase(backend);
    const { database: connection } = readOptions({ database }).settings;
    const queue = await openQueue(connection);
    onTestFinished(() => queue.stop({ graceful: false }));
    const outbox = await testOutbox(database);
    await Promise.all(Array.from({ length: 2100 }, () => outbox.enqueue(post('http://127.0.0.1:9/'))));
    await connection.executor.executeSql('delete from hookplate_queue.job');
    const signal = AbortSignal.abort();
    expect(await sweep(connection, queue, { overdueMs: 0, signal })).toBe(1000);
    expect(await sweep(connection, queue, { overdueMs: 0 })).toBe(1100);
  });
});

it('a sweep that waits for a lock is given up when its outbox stops', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const database = await openTestDatabase('PostgreSQL');
    const { executeSql } = executorOf(database);
    const errors: unknown[] = [];
    const outbox = await testOutbox(database, { onError: error => void errors.push(error) });
    await outbox.start();
    const waiting = async () =>
      (
        await executeSql(`select count(*)::int as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`)
      ).rows;
    await readOptions({ database }).settings.database.transaction(async tx => {
      await tx.executeSql('lock table hookplate.message');
      await vi.advanceTimersByTimeAsync(60_000);
      await expect.poll(waiting).toEqual([{ n: 1 }]);
      await outbox.stop({ timeoutMs: 0 });
    });
    expect(errors).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});
