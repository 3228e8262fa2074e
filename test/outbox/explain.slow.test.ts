import { expect, it, onTestFinished } from 'vitest';
import type { Connection } from '../../src/database/database.ts';
import { listEndpoints } from '../../src/outbox/endpoint.ts';
import { findMessages, type MessageQuery } from '../../src/outbox/find-messages.ts';
import { openDatabase } from '../../src/outbox/index.ts';
import { readOutboxOptions } from '../../src/outbox/outbox-options.ts';
import { emptyPostgres, migratedPostgres } from './test-database.ts';

const filling = `
insert into hookplate.message (id, endpoint, webhook, event, profile, host, method, request_bytes, digest, state, created_at,
  due_at, finished_at)
select 'm' || n, 'e' || n % 1000, 'w' || n % 1000, 'event-' || n % 50, 'p' || n % 500, 'h' || n % 700, 'POST', 1, '',
  case when n % 100 = 0 then 'failed' when n > $1::int - 2000 then 'pending' else 'delivered' end,
  now() - ($1::int - n) * interval '1 second',
  case when n % 100 <> 0 and n > $1::int - 2000 then now() end,
  case when n % 100 = 0 or n <= $1::int - 2000 then now() - ($1::int - n) * interval '1 second' end
from generate_series(1, $1::int) n`;

/** Runs nothing but what it is asked to explain, and keeps the plans. */
function explainingExecutor({ query }: Connection['executor'], plans: string[]): Connection['executor'] {
  return {
    query: async (text, values) => {
      const { rows } = await query(`explain (analyze, format json) ${text}`, values);
      plans.push(JSON.stringify(rows));
      return { rows: [] };
    },
  };
}

/** The most that any step of the plans returned, or read and left out. */
function mostRowsOf(plans: readonly string[]): number {
  const read = plans.join().matchAll(/"(?:Actual Rows|Rows Removed by [^"]+)":(\d+)/g);
  return Math.max(...Array.from(read, ([, rows]) => Number(rows)));
}

it('no filter of a million messages reads them all', async () => {
  const database = await openDatabase({ url: await emptyPostgres(), queryTimeoutMs: 600_000 });
  onTestFinished(() => database.close());
  await database.migrate();
  const { executor } = readOutboxOptions({ database }).settings.database;
  const count = 1_000_000;
  await executor.query(filling, [count]);
  await executor.query('vacuum analyze hookplate.message');
  const day = new Date(Date.now() - 86_400_000);
  const filters: readonly MessageQuery[] = [
    {},
    { state: 'pending' },
    { state: 'sending' },
    { state: 'delivered' },
    { state: 'failed' },
    { webhook: 'w17' },
    { endpoint: 'e17' },
    { host: 'h17' },
    { event: 'event-17' },
    { profile: 'p17' },
    { since: day },
    { until: day },
    { since: day, until: new Date(), profile: 'p17', state: 'failed' },
    { webhook: 'none' },
    { idPrefix: 'm999' },
    { ids: ['m1', 'm2', 'none'] },
    { failing: true },
    {
      cursor: Buffer.from(JSON.stringify([day.toISOString(), 'm'])).toString('base64url'),
      event: 'event-17',
    },
  ];
  for (const filter of filters) {
    const plans: string[] = [];
    await findMessages({ executor: explainingExecutor(executor, plans) }, filter);
    expect(plans.join(), JSON.stringify(filter)).not.toContain('Seq Scan');
    // Nor does an index lead through more than a few thousand of them.
    expect(mostRowsOf(plans), JSON.stringify(filter)).toBeLessThan(10_000);
  }
});

it('a page of 50,000 endpoints reads that page alone', async () => {
  const database = await openDatabase({ url: await migratedPostgres() });
  onTestFinished(() => database.close());
  const { executor } = readOutboxOptions({ database }).settings.database;
  await executor.query(`insert into hookplate.endpoint (id, webhook, origin, host, failing_since, disabled_at)
    select 'e' || n, 'w' || n % 1000, 'http://h', 'h', case when n % 500 = 0 then now() end, case when n % 1000 = 0 then now() end
    from generate_series(1, 50000) n`);
  await executor.query('vacuum analyze hookplate.endpoint');
  const cursor = Buffer.from(JSON.stringify(['e3'])).toString('base64url');
  for (const query of [
    {},
    { cursor },
    { state: 'healthy' },
    { state: 'failing' },
    { state: 'disabled' },
    { webhook: 'w17' },
    { webhook: 'w17', cursor },
    { webhook: 'w0', state: 'failing' },
    { webhook: 'none' },
  ] as const) {
    const plans: string[] = [];
    await listEndpoints({ executor: explainingExecutor(executor, plans) }, query);
    expect(plans.join(), JSON.stringify(query)).not.toContain('Seq Scan');
    expect(mostRowsOf(plans), JSON.stringify(query)).toBeLessThan(1000);
  }
});
