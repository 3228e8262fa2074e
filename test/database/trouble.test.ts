import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/outbox/index.ts';
import { readOutboxOptions } from '../../src/outbox/outbox-options.ts';
import { post } from '../delivery/loopback-dispatcher.ts';
import { httpServer } from '../loopback-server.ts';
import {
  disconnectAll,
  emptyPostgres,
  migratedDirectory,
  query,
  testOutbox,
} from '../outbox/test-database.ts';

it('a database that becomes read-only says so, and delivers again when it takes changes', async () => {
  const receiver = await httpServer();
  const url = await emptyPostgres();
  const name = new URL(url).pathname.slice(1);
  const database = await openDatabase({ url });
  onTestFinished(() => database.close());
  await database.migrate();
  const errors: unknown[] = [];
  const outbox = await testOutbox(database, { onError: error => void errors.push(error) });
  await outbox.start();
  await outbox.enqueue(post(receiver.url), { id: 'before' });
  await expect.poll(async () => (await outbox.message('before'))?.state).toBe('delivered');
  await query(url, `alter database ${name} set default_transaction_read_only = on`);
  await disconnectAll(url);
  await expect
    .poll(() => outbox.enqueue(post(receiver.url), { id: 'after' }).catch(error => error.code))
    .toBe('database-read-only');
  await expect.poll(() => errors.length).toBeGreaterThan(0);
  expect((await outbox.messages()).items).toHaveLength(1);
  await query(
    url.replace(`/${name}`, '/postgres'),
    `alter database ${name} reset default_transaction_read_only`,
  );
  await disconnectAll(url);
  await expect
    .poll(() => outbox.enqueue(post(receiver.url), { id: 'after' }).catch(error => error.code))
    .toBe('after');
  await expect.poll(async () => (await outbox.message('after'))?.state).toBe('delivered');
});

it('a statement that nobody waits for any more ends in the server, too', async () => {
  const database = await openDatabase({ url: await emptyPostgres(), queryTimeoutMs: 500 });
  onTestFinished(() => database.close());
  const { executor } = readOutboxOptions({ database }).settings.database;
  await expect(executor.query('select pg_sleep(600)')).rejects.toThrow();
  const running = async () =>
    (
      await executor.query(
        "select pid from pg_stat_activity where query = 'select pg_sleep(600)' and state = 'active'",
      )
    ).rows;
  await expect.poll(running).toEqual([]);
});

it('the directory of an embedded database is its owner’s alone, also one that was wider', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'hookplate-private-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const modeOf = async (directory: string) => (await stat(directory)).mode & 0o777;
  const wider = await migratedDirectory();
  await chmod(wider, 0o755);
  await (await openDatabase({ directory: wider })).close();
  expect(await modeOf(wider)).toBe(0o700);
});
