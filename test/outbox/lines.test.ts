import type { ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Connection } from '../../src/database/database.ts';
import { type Outbox, openDatabase } from '../../src/outbox/index.ts';
import { readOutboxOptions } from '../../src/outbox/outbox-options.ts';
import { keepGoing } from '../../src/outbox/upkeep.ts';
import { post } from '../delivery/loopback-dispatcher.ts';
import { httpServer } from '../loopback-server.ts';
import {
  backends,
  emptyPostgres,
  executorOf,
  onPostgres,
  openTestDatabase,
  testOutbox,
} from './test-database.ts';

describe.each(backends)('a line on %s', backend => {
  it('waits for a failing head as long as `hold` says', async () => {
    const receiver = await httpServer((response, { headers }) => {
      response.writeHead(headers['webhook-id'] === 'head' ? 500 : 200).end();
    });
    const database = await openTestDatabase(backend);
    const outbox = await testOutbox(database, { hold: 200, schedule: [3_600_000] });
    const forever = await testOutbox(database, { hold: 'forever', schedule: [3_600_000] });
    const ordered = { webhook: 'w', ordered: 'line' };
    for (const id of ['head', 'second', 'third'])
      await outbox.enqueue(post(receiver.url), { ...ordered, id });
    await forever.start();
    await expect.poll(async () => (await outbox.message('head'))?.attempts).toBe(1);
    await forever.stop();
    expect(await outbox.message('second')).toMatchObject({ state: 'pending', nextAttemptAt: undefined });
    await outbox.start();
    await expect.poll(async () => (await outbox.message('third'))?.state).toBe('delivered');
    expect(await outbox.message('head')).toMatchObject({ state: 'pending', attempts: 1 });
    expect(receiver.hits.map(({ headers }) => headers['webhook-id'])).toEqual(['head', 'second', 'third']);
  });

  it('does not give up its order because its messages are old, as long as its head was not tried', async () => {
    const held: ServerResponse[] = [];
    const receiver = await httpServer((response, _hit, before) => {
      if (before === 0) held.push(response);
      else response.end();
    });
    const database = await openTestDatabase(backend);
    const outbox = await testOutbox(database, { hold: 1 });
    const ids = ['head', 'second', 'third'];
    for (const id of ids) await outbox.enqueue(post(receiver.url), { webhook: 'w', ordered: 'line', id });
    await executorOf(database).query(
      `update hookplate.job set created_at = now() - interval '1 hour', due_at = due_at - interval '1 hour'`,
      [],
    );
    await outbox.start();
    await expect.poll(() => held.length).toBe(1);
    await keepGoing(database as Connection, 1, new AbortController().signal);
    expect(receiver.hits).toHaveLength(1);
    held[0]?.end();
    await expect.poll(() => receiver.hits.length).toBe(3);
    expect(receiver.hits.map(({ headers }) => headers['webhook-id'])).toEqual(ids);
  });

  it('skips none that the process before it had taken', async () => {
    const receiver = await httpServer();
    const database = await openTestDatabase(backend);
    const outbox = await testOutbox(database);
    const ids = ['head', 'taken', 'third', 'fourth'];
    for (const id of ids) await outbox.enqueue(post(receiver.url), { webhook: 'w', ordered: 'line', id });
    // The lease of the head ended a moment before.
    await executorOf(database).query(
      `update hookplate.job set taken_until = now() + interval '2 seconds', taken_by = 1 where given_id = 'taken'`,
      [],
    );
    await outbox.start();
    await expect.poll(() => receiver.hits.length).toBe(4);
    expect(receiver.hits.map(({ headers }) => headers['webhook-id'])).toEqual(ids);
  });

  it('goes on after its head was cancelled, or retried at once', async () => {
    const receiver = await httpServer((response, _hit, before) =>
      response.writeHead(before === 0 ? 500 : 200).end(),
    );
    const outbox = await testOutbox(await openTestDatabase(backend), { schedule: [3_600_000] });
    const later = { webhook: 'w', ordered: 'line' };
    for (const id of ['a', 'b', 'c']) await outbox.enqueue(post(receiver.url), { ...later, id });
    await outbox.cancel('a');
    await expect(outbox.retryNow('b')).rejects.toThrow('it waits for others in its line');
    await outbox.start();
    await expect.poll(async () => (await outbox.message('b'))?.attempts).toBe(1);
    await outbox.retryNow('b');
    await expect.poll(async () => (await outbox.message('c'))?.state).toBe('delivered');
    expect(receiver.hits.map(({ headers }) => headers['webhook-id'])).toEqual(['b', 'b', 'c']);
    await expect(outbox.retryNow('c')).rejects.toThrow('it is delivered');
    await expect(outbox.retryNow('none')).rejects.toMatchObject({ code: 'unknown-message' });
  });
});

describe.each(onPostgres)('a message whose transaction is open while the head before it is recorded', () => {
  async function enqueuedMeanwhile(afterwards: (outbox: Outbox) => Promise<unknown>) {
    const receiver = await httpServer();
    const database = await openDatabase({ url: await emptyPostgres() });
    onTestFinished(() => database.close());
    await database.migrate();
    const outbox = await testOutbox(database);
    const ordered = { webhook: 'w', ordered: 'line' };
    await outbox.enqueue(post(receiver.url), { ...ordered, id: 'head' });
    await readOutboxOptions({ database }).settings.database.transaction(async transaction => {
      await outbox.enqueue(post(receiver.url), { ...ordered, id: 'behind', transaction });
      await outbox.start();
      await expect.poll(async () => (await outbox.message('head'))?.state).toBe('delivered');
      await afterwards(outbox);
    });
    return { database, outbox };
  }

  it('goes on by the worker that recorded it, without the upkeep', async () => {
    // The upkeep, which mends lines each second, rests for long after it has taken long.
    const resting = vi.spyOn(globalThis, 'setInterval').mockImplementation(() => setTimeout(() => {}));
    onTestFinished(() => resting.mockRestore());
    const { outbox } = await enqueuedMeanwhile(async () => {});
    await expect.poll(async () => (await outbox.message('behind'))?.state).toBe('delivered');
  });

  it('goes on by the upkeep of another process, where that worker has ended', async () => {
    const { database } = await enqueuedMeanwhile(outbox => outbox.stop());
    const other = await testOutbox(database);
    await other.start();
    await expect.poll(async () => (await other.message('behind'))?.state).toBe('delivered');
  });
});

it.each(onPostgres)(
  'a head that failed holds up nobody any more who is enqueuing into its line when it is delivered',
  async () => {
    const receiver = await httpServer((response, _hit, before) =>
      response.writeHead(before === 0 ? 500 : 200).end(),
    );
    const database = await openDatabase({ url: await emptyPostgres() });
    onTestFinished(() => database.close());
    await database.migrate();
    const outbox = await testOutbox(database, { hold: 60_000, schedule: [500] });
    const ordered = { webhook: 'w', ordered: 'line' };
    for (const id of ['head', 'second']) await outbox.enqueue(post(receiver.url), { ...ordered, id });
    await outbox.start();
    await expect.poll(async () => (await outbox.message('head'))?.attempts).toBe(1);
    await readOutboxOptions({ database }).settings.database.transaction(async transaction => {
      await outbox.enqueue(post(receiver.url), { ...ordered, id: 'third', transaction });
      await expect.poll(async () => (await outbox.message('head'))?.state).toBe('delivered');
    });
    await expect
      .poll(async () => (await outbox.message('third'))?.state, { timeout: 20_000 })
      .toBe('delivered');
  },
);
