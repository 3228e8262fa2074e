import { readdir, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createOutbox, openDatabase } from '../../src/outbox/index.ts';
import { post } from '../delivery/loopback-dispatcher.ts';
import { shared } from '../shared/shared.ts';
import { freePort } from './postgres/postgres-server.ts';
import {
  disconnectAll,
  emptyPostgres,
  executorOf,
  migratedDirectory,
  migratedPostgres,
  query,
  testOutbox,
} from './test-database.ts';

describe('opening a database', () => {
  it('says that nothing answers, or that it refuses the password, and quotes no credentials', async () => {
    const url = await shared('postgres');
    const closed = url.replace(/:\d+\/postgres$/, `:${await freePort()}/postgres`);
    const wrong = url.replace('canary-password', 'wrong-canary');
    const missing = url.replace(/\/postgres$/, '/missing');
    for (const [tried, message] of [
      [closed, 'The database does not answer'],
      [wrong, 'The database refuses this user or password'],
      [missing, 'There is no database of this name'],
    ] as const) {
      const error = await openDatabase({ url: tried }).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'database-unreachable' });
      expect(String(error)).toContain(message);
      expect(String(error)).not.toContain('canary');
    }
  });

  it("says that nothing answers where an application's own connection broke in its transaction", async () => {
    const url = await migratedPostgres();
    const database = await openDatabase({ url });
    onTestFinished(() => database.close());
    const outbox = await testOutbox(database);
    const client = new pg.Client(url);
    const broken = new Promise(resolve => client.on('error', resolve));
    await client.connect();
    await client.query('begin');
    await disconnectAll(url);
    await broken;
    await expect(outbox.enqueue(post('http://127.0.0.1'), { transaction: client })).rejects.toMatchObject({
      code: 'database-unreachable',
    });
  });

  it('says how a URL is written that nobody can read, and quotes nothing of it', async () => {
    const error = await openDatabase({ url: 'postgres://u:can/ary@localhost:x/db' }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code: 'invalid-database' });
    expect(String(error)).toContain('options.url: expected a URL');
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('can/ary');
  });

  it('takes one of its ways to be told what to open', async () => {
    await expect(openDatabase({ url: 'postgres://a', directory: 'b' })).rejects.toMatchObject({
      code: 'invalid-database',
    });
    await expect(openDatabase({ ulr: 'postgres://a' } as never)).rejects.toMatchObject({
      code: 'invalid-database',
      message: expect.stringContaining('; did you mean `url`?'),
    });
    await expect(openDatabase({ directory: '' })).rejects.toThrow('options.directory: expected a path');
  });

  it.each([
    [
      { url: 'postgres://a', pooSize: 3 },
      'options.pooSize: there is no such option; did you mean `poolSize`?',
    ],
    [{ url: 'postgres://a', queryTimeoutMs: 0 }, 'options.queryTimeoutMs: expected a whole number'],
    [{ directory: join(tmpdir(), 'never-opened'), poolSize: 3 }, 'options.poolSize: there is no such option'],
    [{ pool: {} }, 'options.pool: expected an object with the functions query, connect'],
  ])('refuses %j', async (options, message) => {
    await expect(openDatabase(options as never)).rejects.toThrow(message);
  });

  it('opens an embedded directory once', async () => {
    const directory = await migratedDirectory();
    const database = await openDatabase({ directory });
    await expect(openDatabase({ directory })).rejects.toThrow(`in use by process ${process.pid}`);
    await database.close();
    // As a process leaves it that was killed.
    await writeFile(join(directory, 'hookplate.lock'), '999999999');
    await (await openDatabase({ directory })).close();
  });

  it('says that a directory is damaged', async () => {
    const directory = await migratedDirectory();
    const [first = ''] = await readdir(join(directory, 'data', 'global'));
    expect(first).not.toBe('');
    await writeFile(join(directory, 'data', 'PG_VERSION'), 'no version');
    await writeFile(join(directory, 'data', 'global', 'pg_control'), 'no control file');
    await expect(openDatabase({ directory })).rejects.toMatchObject({ code: 'directory-damaged' });
  });

  it('makes no new database over a damaged one', async () => {
    const directory = await migratedDirectory();
    const version = join(directory, 'data', 'PG_VERSION');
    await rename(version, `${directory}/aside`);
    for (let tries = 0; tries < 2; tries++) {
      await expect(openDatabase({ directory })).rejects.toMatchObject({ code: 'directory-damaged' });
    }
    await rename(`${directory}/aside`, version);
    const database = await openDatabase({ directory });
    onTestFinished(() => database.close());
    await executorOf(database).query('select from hookplate.message');
  });
});

describe('migrating a database', () => {
  it('is safe when several instances do it at once, and can be repeated', async () => {
    const url = await emptyPostgres();
    const databases = await Promise.all([1, 2, 3, 4].map(() => openDatabase({ url })));
    onTestFinished(async () => void (await Promise.all(databases.map(database => database.close()))));
    await Promise.all(databases.map(database => database.migrate()));
    const outboxes = await Promise.all(databases.map(database => createOutbox({ database })));
    await Promise.all(outboxes.map(outbox => outbox.stop()));
  });

  it('is missed by an outbox, which says so', async () => {
    const database = await openDatabase({ url: await emptyPostgres() });
    onTestFinished(() => database.close());
    await expect(createOutbox({ database })).rejects.toMatchObject({ code: 'database-not-migrated' });
  });

  it('refuses a database of a later version', async () => {
    const url = await emptyPostgres();
    const database = await openDatabase({ url });
    onTestFinished(() => database.close());
    await database.migrate();
    await query(url, "insert into hookplate.migration (tag) values ('0099_later')");
    const newer = { code: 'database-newer' };
    await expect(database.migrate()).rejects.toMatchObject(newer);
    await expect(openDatabase({ url })).rejects.toMatchObject(newer);
  });

  it('refuses an embedded one of a later version when it is opened, and leaves its directory free', async () => {
    const directory = await migratedDirectory();
    const database = await openDatabase({ directory });
    await executorOf(database).query("insert into hookplate.migration (tag) values ('0099_later')");
    await database.close();
    for (let tries = 0; tries < 2; tries++) {
      await expect(openDatabase({ directory })).rejects.toMatchObject({ code: 'database-newer' });
    }
  });
});

it('a pool of the caller stays open', async () => {
  const pool = new pg.Pool({ connectionString: await emptyPostgres() });
  onTestFinished(() => pool.end());
  const database = await openDatabase({ pool });
  await database.migrate();
  await database.close();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});
