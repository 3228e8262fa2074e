import { expect, it } from 'vitest';
import type { Connection } from '../../src/database/database.ts';
import { anOpenDatabase } from '../../src/database/open-database.ts';
import type { WebhooksOf } from '../../src/events/index.ts';
import { openTestDatabase, testOutbox } from '../outbox/test-database.ts';
import { orders, paid, testEvents, toldOf, tried, webhook } from './test-events.ts';

it('a worker takes events as the last one has left them, also where that ended after it had looked for profiles', async () => {
  const database = await openTestDatabase('PostgreSQL');
  const connection = anOpenDatabase(database, 'database');
  let whenLocked = async (): Promise<void> => {};
  const slow: Connection = {
    ...connection,
    transaction: work =>
      connection.transaction(({ query }) =>
        work({
          query: async (text, values) => {
            const found = await query(text, values);
            if (text.includes('pg_try_advisory_xact_lock') && found.rows.length > 0) await whenLocked();
            return found;
          },
        }),
      ),
  };
  const events = await testEvents(slow, { webhooks: [webhook('chat')], events: orders });
  const first = await events.notify(paid('1'), { profile: 'shop', ordered: 'a' });
  const behind = await events.notify(paid('2'), { profile: 'shop', ordered: 'a' });
  const other = await events.notify(paid('3'), { profile: 'shop' });
  whenLocked = async () => {
    await connection.executor.query(
      "update hookplate.event set retry_at = now() + interval '1 hour', waits_for = 'failed' where id = $1",
      [first.id],
    );
  };
  await events.start();
  await expect.poll(toldOf(events, other.id)).toHaveLength(1);
  expect(await events.find(behind.id)).toMatchObject({ messages: undefined });
});

it('a worker that does nothing in its transaction for too long loses its events to others', async () => {
  let end = (): void => {};
  const isOver = new Promise<void>(resolve => {
    end = resolve;
  });
  const limits: unknown[] = [];
  const idle: WebhooksOf = async (_, { query }) => {
    const { rows } = await query(`select current_setting('lock_timeout') as waiting,
      current_setting('idle_in_transaction_session_timeout') as idling`);
    limits.push(...rows);
    // As if that time were over.
    await query("select set_config('idle_in_transaction_session_timeout', '1', true)");
    await isOver;
    return [];
  };
  const { events, database } = await tried('PostgreSQL', idle, { onError: () => {} });
  const { id } = await events.notify(paid('1'), { profile: 'shop' });
  await events.start();
  await expect.poll(() => limits).toEqual([{ waiting: '1s', idling: '30s' }]);
  const outbox = await testOutbox(database);
  const other = await testEvents(database, { outbox, webhooks: [webhook('chat')], events: orders });
  await other.start();
  await expect.poll(toldOf(other, id)).toHaveLength(1);
  end();
});
