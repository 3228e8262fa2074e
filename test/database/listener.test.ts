import { createServer } from 'node:net';
import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Listener } from '../../src/database/listener.ts';
import { openDatabase } from '../../src/outbox/index.ts';
import { readOutboxOptions } from '../../src/outbox/outbox-options.ts';
import { emptyPostgres, query } from '../outbox/test-database.ts';

it('where a proxy accepts and closes, there is one connection a second, and none after the end', async () => {
  let connections = 0;
  const proxy = createServer(socket => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  const address = proxy.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const createClient = () => new pg.Client(`postgres://u:p@127.0.0.1:${port}/d`);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const listening = await new Listener(createClient).listen('c', () => {});
  for (const made of [1, 2, 3]) {
    await expect.poll(() => [connections, vi.getTimerCount()]).toEqual([made, 1]);
    // The second is counted from the beginning of the last attempt, which took some of it.
    await vi.advanceTimersByTimeAsync(100);
    expect(connections).toBe(made);
    if (made < 3) await vi.advanceTimersByTimeAsync(900);
  }
  await listening.close();
  // Nothing is left that could make another one.
  await expect.poll(() => vi.getTimerCount()).toBe(0);
  expect(connections).toBe(3);
});

it('a connection that breaks is made again, and says that something may have been missed', async () => {
  const url = await emptyPostgres();
  const database = await openDatabase({ url });
  onTestFinished(() => database.close());
  const { database: connection } = readOutboxOptions({ database }).settings;
  let calls = 0;
  const listening = await connection.listen('some_channel', () => calls++);
  expect(calls).toBe(1);
  await connection.executor.query("select pg_notify('some_channel', '')");
  await expect.poll(() => calls).toBe(2);
  await query(
    url,
    "select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen some_channel'",
  );
  await expect.poll(() => calls).toBe(3);
  await listening.close();
});

it('there is one connection for all channels, while somebody listens', async () => {
  const url = await emptyPostgres();
  const database = await openDatabase({ url });
  onTestFinished(() => database.close());
  const { database: connection } = readOutboxOptions({ database }).settings;
  const calls = { one: 0, other: 0, late: 0 };
  const listen = (channel: string, name: keyof typeof calls) =>
    connection.listen(channel, () => void calls[name]++);
  const listeners = () =>
    query(url, "select from pg_stat_activity where query like 'listen %' and datname = current_database()");
  const [one, other] = await Promise.all([listen('a', 'one'), listen('b', 'other')]);
  const late = await listen('b', 'late');
  expect(await listeners()).toHaveLength(1);
  const begun = { ...calls };
  await connection.executor.query("select pg_notify('b', '')");
  await expect.poll(() => calls).toEqual({ one: begun.one, other: begun.other + 1, late: begun.late + 1 });
  await other.close();
  const before = { ...calls };
  await connection.executor.query("select pg_notify('a', ''), pg_notify('b', '')");
  await expect.poll(() => calls).toEqual({ one: before.one + 1, other: before.other, late: before.late + 1 });
  await one.close();
  expect(await listeners()).toHaveLength(1);
  await late.close();
  await expect.poll(listeners).toEqual([]);
});
