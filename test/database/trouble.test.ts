import { connect, createServer } from 'node:net';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { anOpenDatabase } from '../../src/database/open-database.ts';
import { openDatabase } from '../../src/outbox/index.ts';
import { readOutboxOptions } from '../../src/outbox/outbox-options.ts';
import { post } from '../delivery/loopback-dispatcher.ts';
import { httpServer } from '../loopback-server.ts';
import {
  disconnectAll,
  emptyPostgres,
  executorOf,
  migratedPostgres,
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

it.each([false, true])(
  'a statement that nobody waits for any more ends in the server, too, with pooler: %s',
  async pooler => {
    const database = await openDatabase({ url: await emptyPostgres(), queryTimeoutMs: 500, pooler });
    onTestFinished(() => database.close());
    const { executor } = readOutboxOptions({ database }).settings.database;
    await expect(executor.query('select pg_sleep(600)')).rejects.toThrow(/timeout$/);
    const running = async () =>
      (
        await executor.query(
          "select pid from pg_stat_activity where query = 'select pg_sleep(600)' and state = 'active'",
        )
      ).rows;
    await expect.poll(running).toEqual([]);
  },
);

it('a prepared statement that is gone from its connection names the option for poolers', async () => {
  const database = await openDatabase({ url: await migratedPostgres(), poolSize: 1 });
  onTestFinished(() => database.close());
  const outbox = await testOutbox(database);
  await outbox.enqueue(post('http://127.0.0.1:1'));
  await executorOf(database).query('deallocate all');
  await expect(outbox.enqueue(post('http://127.0.0.1:1'))).rejects.toMatchObject({
    code: 'database-pooled',
    message: expect.stringContaining('`pooler: true`'),
  });
});

it('with `pooler`, nothing is left in the session of a connection', async () => {
  const url = await migratedPostgres();
  const left = `select current_setting('statement_timeout') as timeout, (select count(*)::int from pg_prepared_statements) as prepared`;
  const database = await openDatabase({ url, poolSize: 1, pooler: true, queryTimeoutMs: 20_000 });
  onTestFinished(() => database.close());
  const receiver = await httpServer();
  const outbox = await testOutbox(database);
  await outbox.start();
  await outbox.enqueue(post(receiver.url));
  await expect.poll(() => receiver.hits.length).toBe(1);
  await outbox.stop();
  const { executor, transaction } = anOpenDatabase(database, 'database');
  expect((await executor.query(left)).rows).toEqual([{ timeout: '20s', prepared: 0 }]);
  const outside = await transaction(async tx => {
    await tx.query('commit');
    return (await tx.query(left)).rows;
  });
  expect(outside).toEqual([{ timeout: '0', prepared: 0 }]);
});

it('names the URL that cannot be read', async () => {
  const url = await emptyPostgres();
  await expect(openDatabase({ url: 'postgres://a:b@%' })).rejects.toThrow('options.url: expected a URL');
  await expect(openDatabase({ url, pooler: true, listenUrl: 'postgres://a:b@%' })).rejects.toThrow(
    'options.listenUrl: expected a URL',
  );
});

it('a connection that ends while it passes from one statement to the next fails that one alone', async () => {
  const url = new URL(await migratedPostgres());
  const port = Number(url.port);
  const fields = ['SFATAL', 'C57P01', 'Mterminating connection due to administrator command', '\0'].join(
    '\0',
  );
  const size = Buffer.alloc(4);
  size.writeUInt32BE(4 + fields.length);
  const fatal = Buffer.concat([Buffer.from('E'), size, Buffer.from(fields)]);
  // The end of the session comes in one piece with the answer to a statement.
  const proxy = createServer(socket => {
    let isLast = false;
    const server = connect(port, url.hostname);
    socket.on('data', sent => {
      isLast ||= sent.includes('as last');
      server.write(sent);
    });
    server.on('data', answer => socket.write(isLast ? Buffer.concat([answer, fatal]) : answer));
    socket.on('error', () => {}).on('close', () => server.destroy());
    server.on('error', () => {}).on('close', () => socket.destroy());
  });
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  const address = proxy.address();
  url.port = String(typeof address === 'object' ? address?.port : '');
  const own = new pg.Pool({ connectionString: url.href, max: 1 });
  onTestFinished(() => own.end());
  for (const options of [{ url: url.href, poolSize: 1 }, { pool: own }]) {
    const database = await openDatabase(options);
    const { executor, transaction } = anOpenDatabase(database, 'database');
    const waiting = [
      executor.query('select 1 as last'),
      transaction(({ query }) => query('select 2')),
      executor.query('select 3 as number'),
    ];
    expect(await Promise.allSettled(waiting)).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected' },
      { status: 'fulfilled', value: { rows: [{ number: 3 }] } },
    ]);
    await database.close();
  }
});
