import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { keyOf } from '../../src/outbox/given-id.ts';
import { openDatabase } from '../../src/outbox/index.ts';
import { post } from '../delivery/loopback-dispatcher.ts';
import { httpServer } from '../loopback-server.ts';
import { postgresProxy } from './postgres/postgres-proxy.ts';
import {
  backends,
  emptyPostgres,
  executorOf,
  fillDisk,
  migratedDirectory,
  openTestDatabase,
  testOutbox,
} from './test-database.ts';

it('a database that goes away is told of once, and its workers come back by themselves', async () => {
  const receiver = await httpServer();
  const proxy = await postgresProxy();
  const database = await openDatabase({ url: proxy.urlOf(await emptyPostgres()) });
  onTestFinished(() => database.close());
  await database.migrate();
  const errors: unknown[] = [];
  const outbox = await testOutbox(database, { onError: error => void errors.push(error) });
  await outbox.start();
  const first = await outbox.enqueue(post(receiver.url));
  await expect.poll(async () => (await outbox.message(first))?.state).toBe('delivered');
  await proxy.cut();
  await expect(outbox.enqueue(post(receiver.url), { id: 'again' })).rejects.toMatchObject({
    code: 'database-unreachable',
  });
  await expect(outbox.messages()).rejects.toMatchObject({ code: 'database-unreachable' });
  await expect.poll(() => errors.length).toBeGreaterThan(0);
  await proxy.restore();
  await expect
    .poll(() => outbox.enqueue(post(receiver.url), { id: 'again' }).catch(() => 'rejected'))
    .toBe('again');
  await expect.poll(async () => (await outbox.message('again'))?.state).toBe('delivered');
  expect(errors.length).toBeLessThanOrEqual(2);
});

describe('a full disk', () => {
  it('of PostgreSQL rejects what is enqueued and loses no attempt', async () => {
    const receiver = await httpServer();
    const database = await openTestDatabase('PostgreSQL');
    const errors: unknown[] = [];
    const outbox = await testOutbox(database, { onError: error => void errors.push(error) });
    const freeMessages = await fillDisk(executorOf(database), ['job']);
    await expect(outbox.enqueue(post(receiver.url))).rejects.toMatchObject({ code: 'database-full' });
    expect((await outbox.messages()).items).toEqual([]);
    await freeMessages();
    const freeAttempts = await fillDisk(executorOf(database), ['ended']);
    await outbox.start();
    const id = await outbox.enqueue(post(receiver.url));
    await expect.poll(() => errors.length).toBe(1);
    expect((await outbox.message(id))?.state).toBe('sending');
    await freeAttempts();
    await expect.poll(async () => (await outbox.message(id))?.state).toBe('delivered');
    expect(receiver.hits).toHaveLength(1);
  });

  it('of PostgreSQL holds up no stop', async () => {
    const receiver = await httpServer();
    const database = await openTestDatabase('PostgreSQL');
    await fillDisk(executorOf(database), ['ended']);
    const errors: unknown[] = [];
    const outbox = await testOutbox(database, { onError: error => void errors.push(error) });
    await outbox.start();
    const id = await outbox.enqueue(post(receiver.url));
    await expect.poll(() => errors.length).toBe(1);
    await outbox.stop({ timeoutMs: 0 });
    const { rows } = await executorOf(database).query(
      'select id, taken_until > now() as is_taken from hookplate.message',
    );
    expect(rows).toEqual([{ id, is_taken: true }]);
  });

  it('of an embedded database is noticed before it is full', async () => {
    const directory = await migratedDirectory();
    const database = await openDatabase({ directory, reserveBytes: Number.MAX_SAFE_INTEGER });
    onTestFinished(() => database.close());
    const full = { code: 'database-full' };
    const outbox = await testOutbox(database);
    await expect(outbox.enqueue(post('http://127.0.0.1:9/'))).rejects.toMatchObject(full);
    const { query } = executorOf(database);
    await expect(query('update hookplate.endpoint set failures = 0')).rejects.toMatchObject(full);
    expect((await query('select count(*)::int as count from hookplate.message')).rows).toEqual([
      { count: 0 },
    ]);
  });
});

it.each([
  [
    'sealed and changed',
    [randomBytes(32).toString('base64')],
    'set_byte(content, 40, (get_byte(content, 40) + 1) % 256)',
  ],
  ['sealed and cut off', [randomBytes(32).toString('base64')], 'substring(content for 3)'],
  ['plain and cut off', [], 'substring(content for 10)'],
])('a stored request that is %s fails, and holds up no others', async (_, encryptionKeys, damage) => {
  const receiver = await httpServer();
  const database = await openTestDatabase('PGlite');
  const outbox = await testOutbox(database, { encryptionKeys });
  for (const id of ['damaged', 'whole']) await outbox.enqueue(post(`${receiver.url}/canary`), { id });
  await executorOf(database).query(
    `update hookplate.request set content = ${damage} where message = '${keyOf('damaged')}'`,
  );
  await outbox.start();
  const failed = { state: 'failed', reason: 'request-damaged', attempts: 0 };
  await expect.poll(() => outbox.message('damaged')).toMatchObject(failed);
  await expect.poll(async () => (await outbox.message('whole'))?.state).toBe('delivered');
  const error: unknown = await outbox.message('damaged', { request: true }).catch(reason => reason);
  expect(error).toMatchObject({ code: 'request-damaged' });
  expect(inspect(error)).not.toContain('canary');
});

describe.each(backends)('on %s', backend => {
  it('a clock that jumps neither repeats, delays, disables nor prunes', async () => {
    const receiver = await httpServer((response, _hit, before) =>
      response.writeHead(before < 2 ? 500 : 200).end(),
    );
    const year = 365 * 86_400_000;
    let jump = 0;
    const outbox = await testOutbox(await openTestDatabase(backend), { now: () => Date.now() + jump });
    await outbox.start();
    for (const [index, by] of [-year, year, 0].entries()) {
      jump = by;
      const id = await outbox.enqueue(post(receiver.url), { id: `m${index}` });
      await expect.poll(async () => (await outbox.message(id))?.state).toBe('delivered');
      expect(await outbox.prune()).toEqual({ days: 0 });
    }
    expect(receiver.hits).toHaveLength(5);
    expect((await outbox.endpoints()).items).toMatchObject([{ disabledAt: undefined, failures: 0 }]);
  });

  it('a process that stops hands back what it has not finished, and another one makes the attempt', async () => {
    const held: ServerResponse[] = [];
    const receiver = await httpServer((response, _hit, before) => {
      if (before < 3) held.push(response);
      else response.end();
    });
    const database = await openTestDatabase(backend);
    const first = await testOutbox(database);
    await first.start();
    for (let index = 0; index < 3; index++) await first.enqueue(post(receiver.url), { id: `m${index}` });
    await expect.poll(() => held.length).toBe(3);
    await first.stop({ timeoutMs: 0 });
    const second = await testOutbox(database);
    const { items: messages } = await second.messages();
    expect(messages.map(({ state, attempts }) => [state, attempts])).toEqual(Array(3).fill(['pending', 0]));
    await expect(first.enqueue(post(receiver.url))).rejects.toMatchObject({ code: 'closed' });
    await second.start();
    await expect.poll(async () => (await second.messages({ state: 'delivered' })).items.length).toBe(3);
    expect(receiver.hits).toHaveLength(6);
  });
});

it('a package that is missing is named with the command that installs it', () => {
  const program = `
    import { registerHooks } from 'node:module';
    registerHooks({ resolve: (name, context, next) => {
      if (name === 'pg') throw Object.assign(new Error('missing'), { code: 'ERR_MODULE_NOT_FOUND' });
      return next(name, context);
    } });
    const { openDatabase } = await import('${new URL('../../src/outbox/index.ts', import.meta.url).href}');
    await openDatabase({ url: 'postgres://127.0.0.1/' }).catch(error => console.log(error.code, error.message));
  `;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  expect(stdout).toBe('missing-peer hookplate needs pg for PostgreSQL: npm install pg\n');
});
