import { expect, it } from 'vitest';
import { numberOf } from '../../src/database/row.ts';
import { executorOf, openTestDatabase, testOutbox } from './test-database.ts';

const storing = `
with stored as (
  insert into hookplate.message (id, endpoint, host, method, request_bytes, digest, state, created_at, finished_at)
  select 'm' || n, 'endpoint', 'example.com', 'POST', 1, '\\x00', 'delivered', now() - interval '100 days',
    now() - interval '100 days' from generate_series(1, 20000) n
)
insert into hookplate.request (message, content, stored_at)
select 'm' || n, '\\x00', now() - interval '100 days' from generate_series(1, 10) n`;

it('requests are pruned without a look at the messages that have none any more', async () => {
  const database = await openTestDatabase('PGlite');
  const { query } = executorOf(database);
  const outbox = await testOutbox(database);
  await query(storing);
  await query('analyze hookplate.message');
  const read = async (): Promise<number> => {
    await query('select pg_stat_force_next_flush()');
    const { rows } = await query(
      "select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as n from pg_stat_user_tables where relname = 'message'",
    );
    return numberOf(rows[0] ?? {}, 'n');
  };
  const before = await read();
  expect(await outbox.prune()).toEqual({ attempts: 0, requests: 10, messages: 0 });
  expect((await read()) - before).toBeLessThan(100);
});
