import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/outbox/index.ts';
import { post } from '../delivery/loopback-dispatcher.ts';
import { httpServer } from '../loopback-server.ts';
import { numberedInSql, numberedUuid } from './numbered-uuid.ts';
import { executorOf, migratedPostgres, testOutbox } from './test-database.ts';

const endpoint = numberedUuid('e', 1);
/** As `enqueue` stores them, all at once. */
const filling = `
with stored as (
  insert into hookplate.job (bucket, id, endpoint, webhook, host, method, request_bytes, request_day, due_at)
  select 0, ${numberedInSql('d', 'n')}, '${endpoint}', 'w', '127.0.0.1', 'POST', 50, now() at time zone 'UTC', now() from generate_series(1, $1::int) n
  returning id, request_day
)
insert into hookplate.request (bucket, message, day, content)
select 0, id, request_day, '\\x00'::bytea || convert_to(json_build_array('POST', $2::text, '[]'::json, 'body')::text, 'UTF8') from stored`;

it('an endpoint that is gone with 200,000 messages stops nobody, and all of them end', async () => {
  const gone = await httpServer(response => response.writeHead(410).end());
  const healthy = await httpServer();
  const database = await openDatabase({ url: await migratedPostgres() });
  onTestFinished(() => database.close());
  const { query } = executorOf(database);
  const count = 200_000;
  await query(filling, [count, gone.url]);
  const troubles: unknown[] = [];
  const outbox = await testOutbox(database, { onError: error => void troubles.push(error) });
  await outbox.start();
  await expect.poll(async () => (await outbox.endpoint(endpoint))?.disabledBecause).toBe('gone');
  // Others are delivered while its messages fail.
  for (let index = 0; index < 50; index++) await outbox.enqueue(post(healthy.url), { id: `h${index}` });
  await expect.poll(() => healthy.hits.length).toBe(50);
  const states = async () => {
    const { rows } = await query(
      `select state, reason, count(*)::int as count from hookplate.message where endpoint = '${endpoint}' group by 1, 2 order by 1`,
    );
    return rows;
  };
  await expect.poll(async () => (await outbox.backlog()).pending).toBe(0);
  const [failed, answered, ...others] = await states();
  expect(failed).toMatchObject({ state: 'failed', reason: 'endpoint-disabled' });
  expect(answered).toMatchObject({ state: 'gone', reason: null });
  expect(others).toEqual([]);
  // It was asked a few times, by those that were on their way when the first answer came.
  expect(gone.hits.length).toBeLessThan(200);
  expect(troubles).toEqual([]);
});
