import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { Outbox } from '../../src/outbox/index.ts';
import { readOutboxOptions } from '../../src/outbox/outbox-options.ts';
import { get, post } from '../delivery/loopback-dispatcher.ts';
import { httpServer } from '../loopback-server.ts';
import { backends, executorOf, openTestDatabase, testOutbox } from './test-database.ts';

const reason = 'webhook-deleted';

async function endOf(outbox: Outbox, id: string) {
  const message = await outbox.message(id);
  return [message?.state, message?.reason];
}

describe.each(backends)('a webhook that is cancelled on %s', backend => {
  it('gets nothing more from its commit on, in any process, while others do', async () => {
    const receiver = await httpServer();
    const database = await openTestDatabase(backend);
    const outbox = await testOutbox(database);
    const other = await testOutbox(database);
    const shared = { endpoint: 'shared', ordered: 'line' };
    await outbox.enqueue(post(receiver.url), { id: 'first', webhook: 'gone', ...shared });
    await outbox.enqueue(post(receiver.url), { id: 'second', webhook: 'gone', ...shared });
    await outbox.enqueue(post(receiver.url), { id: 'kept', webhook: 'kept', ...shared });
    await outbox.enqueueAll(
      Array.from({ length: 1100 }, (_, index) => ({
        request: get(receiver.url),
        id: `due-${index}`,
        webhook: 'gone',
      })),
    );
    await outbox.cancelWebhook('gone', { reason });
    // Both take at once; the upkeep begins only after a while.
    await other.start();
    await outbox.start();
    await expect.poll(() => endOf(outbox, 'kept'), { timeout: 20_000 }).toEqual(['delivered', undefined]);
    await expect.poll(() => outbox.count({ webhook: 'gone', state: 'cancelled' })).toBe(1102);
    for (const id of ['first', 'second', 'due-0', 'due-1099'])
      expect(await endOf(outbox, id)).toEqual(['cancelled', reason]);
    expect(receiver.hits.map(({ headers }) => headers['webhook-id'])).toEqual(['kept']);
  });

  it('is none of those whose ids no message can have: these are refused, and not restored either', async () => {
    const outbox = await testOutbox(await openTestDatabase(backend));
    const ids = ['', 'a\0b', '\ud800', 'x'.repeat(257), undefined, 5] as string[];
    for (const id of ids) {
      for (const change of [outbox.cancelWebhook(id), outbox.restoreWebhook(id)]) {
        const refusal = await change.then(
          () => 'taken',
          error => error,
        );
        expect([id, refusal]).toMatchObject([
          id,
          { code: 'invalid-argument', message: expect.stringMatching(/^webhook: expected text of 1 to 256/) },
        ]);
      }
    }
    await outbox.cancelWebhook('\u{1f600}'.repeat(256));
  });

  it('stays if the transaction is rolled back', async () => {
    const receiver = await httpServer();
    const database = await openTestDatabase(backend);
    const outbox = await testOutbox(database);
    await outbox.enqueue(post(receiver.url), { id: 'm', webhook: 'kept' });
    const { transaction } = readOutboxOptions({ database }).settings.database;
    const undone = transaction(async tx => {
      await outbox.cancelWebhook('kept', { transaction: tx });
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    await outbox.start();
    await expect.poll(() => endOf(outbox, 'm')).toEqual(['delivered', undefined]);
  });

  it('lets what is under way end by itself, and tries it no more', async () => {
    const held: ServerResponse[] = [];
    const receiver = await httpServer(response => void held.push(response));
    const database = await openTestDatabase(backend);
    const outbox = await testOutbox(database, { schedule: [3_600_000] });
    for (const id of ['one', 'two']) await outbox.enqueue(post(receiver.url), { id, webhook: 'gone' });
    await outbox.start();
    await expect.poll(() => held).toHaveLength(2);
    await outbox.cancelWebhook('gone', { reason });
    held[0]?.end();
    held[1]?.writeHead(500).end();
    const ends = async () =>
      (await Promise.all(['one', 'two'].map(id => endOf(outbox, id)))).toSorted().map(String);
    await expect.poll(ends).toEqual([`cancelled,${reason}`, 'delivered,']);
    expect(receiver.hits).toHaveLength(2);
  });

  it('has its new messages stored as cancelled, and none resent or retried', async () => {
    const database = await openTestDatabase(backend);
    const outbox = await testOutbox(database);
    await outbox.enqueue(post('http://127.0.0.1:9/'), { id: 'waits', webhook: 'gone' });
    await outbox.enqueue(post('http://127.0.0.1:9/'), { id: 'ended', webhook: 'gone' });
    await outbox.cancel('ended');
    await outbox.cancelWebhook('gone');
    await outbox.cancelWebhook('gone', { reason: 'again' });
    await outbox.enqueue(post('http://127.0.0.1:9/'), { id: 'new', webhook: 'gone' });
    expect(await endOf(outbox, 'new')).toEqual(['cancelled', 'webhook-cancelled']);
    expect(await outbox.resendAll({ webhook: 'gone' })).toBe(0);
    const refused = (verb: string, id: string) => ({
      code: 'wrong-state',
      message: `The message ${id} cannot be ${verb}: its webhook was cancelled (webhook-cancelled).`,
    });
    await expect(outbox.resend('ended')).rejects.toMatchObject(refused('resent', 'ended'));
    await expect(outbox.retryNow('waits')).rejects.toMatchObject(refused('retried', 'waits'));
    const { rows } = await executorOf(database).query('select reason from hookplate.cancelled_webhook');
    expect(rows).toEqual([{ reason: 'webhook-cancelled' }]);
  });

  it('sends again once a webhook of its id is restored, but nothing from before', async () => {
    const receiver = await httpServer();
    const database = await openTestDatabase(backend);
    const outbox = await testOutbox(database);
    const { query } = executorOf(database);
    const enqueue = (id: string) => outbox.enqueue(post(receiver.url), { id, webhook: 'again' });
    await enqueue('waits');
    await query("update hookplate.job set created_at = created_at - interval '1 minute'");
    await outbox.cancelWebhook('again');
    await enqueue('late');
    await query("update hookplate.job set created_at = created_at - interval '1 minute'");
    const { transaction } = readOutboxOptions({ database }).settings.database;
    await transaction(async tx => {
      await outbox.restoreWebhook('again', { transaction: tx });
      await outbox.enqueue(post(receiver.url), { id: 'new', webhook: 'again', transaction: tx });
    });
    await outbox.start();
    for (const id of ['waits', 'late'])
      await expect.poll(() => endOf(outbox, id)).toEqual(['cancelled', 'webhook-cancelled']);
    await expect.poll(() => endOf(outbox, 'new')).toEqual(['delivered', undefined]);
    await expect(outbox.resend('late')).rejects.toMatchObject({ code: 'wrong-state' });
    await outbox.resend('new');
    await expect.poll(() => receiver.hits).toHaveLength(2);
    await outbox.cancelWebhook('again', { reason: 'deleted-again' });
    await enqueue('newest');
    expect(await endOf(outbox, 'newest')).toEqual(['cancelled', 'deleted-again']);
    expect(receiver.hits.map(({ headers }) => headers['webhook-id'])).toEqual(['new', 'new']);
  });
});
