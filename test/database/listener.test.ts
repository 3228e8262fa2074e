import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
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
  const begun = performance.now();
  const listener = new Listener({ createClient, channel: 'c', wake: () => {} });
  await listener.tried;
  await expect.poll(() => connections).toBeGreaterThanOrEqual(3);
  // The first at once, and each other a second after the one before.
  expect(performance.now() - begun).toBeGreaterThan((connections - 1) * 1000 - 100);
  await listener.close();
  // The proxy may still have to accept the last one.
  await sleep(100);
  const all = connections;
  await sleep(1200);
  expect(connections).toBe(all);
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
