import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { post } from '../delivery/loopback-dispatcher.ts';
import { httpServer } from '../loopback-server.ts';
import { executorOf, openTestDatabase, testOutbox } from './test-database.ts';

it('taking and recording write the rows of messages in place where an index need not know', async () => {
  const count = 300;
  const held: ServerResponse[] = [];
  // All are taken before one ends: the ends of others are new rows, which may fill a page.
  const receiver = await httpServer(response => {
    held.push(response);
    if (held.length === count) for (const each of held) each.end();
  });
  const database = await openTestDatabase('PostgreSQL');
  const outbox = await testOutbox(database, { concurrency: 4 * count, timeoutMs: 120_000 });
  await outbox.enqueueAll(
    Array.from({ length: count }, (_, index) => ({
      request: post(receiver.url),
      webhook: `w${index % 100}`,
    })),
  );
  await outbox.start();
  await expect
    .poll(async () => (await outbox.messages({ state: 'delivered', limit: 500 })).items.length)
    .toBe(count);
  await outbox.stop();
  const { query } = executorOf(database);
  const counts = async () =>
    (
      await query(
        "select n_tup_upd::int as updates, n_tup_hot_upd >= 300 as are_hot from pg_stat_user_tables where relname = 'job'",
      )
    ).rows;
  await expect.poll(counts).toEqual([{ updates: 300, are_hot: true }]);
});
