import { expect, it, onTestFinished } from 'vitest';
import type { Connection } from '../../src/database/database.ts';
import { findMessages, type MessageQuery } from '../../src/outbox/find-messages.ts';
import { openDatabase } from '../../src/outbox/index.ts';
import { readOutboxOptions } from '../../src/outbox/outbox-options.ts';
import { emptyPostgres } from './test-database.ts';

const filling = `
insert into hookplate.message (id, endpoint, webhook, event, profile, host, method, request_bytes, digest, state, created_at,
  due_at, finished_at)
select 'm' || n, 'e' || n % 1000, 'w' || n % 1000, 'event-' || n % 50, 'p' || n % 500, 'h' || n % 700, 'POST', 1, '',
  case when n % 100 = 0 then 'failed' when n > $1::int - 2000 then 'pending' else 'delivered' end,
  now() - ($1::int - n) * interval '1 second',
  case when n % 100 <> 0 and n > $1::int - 2000 then now() end,
  case when n % 100 = 0 or n <= $1::int - 2000 then now() - ($1::int - n) * interval '1 second' end
from generate_series(1, $1::int) n`;

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
    {
      cursor: Buffer.from(JSON.stringify([day.toISOString(), 'm'])).toString('base64url'),
      event: 'event-17',
    },
  ];
  for (const filter of filters) {
    const plans: string[] = [];
    const explaining: Connection['executor'] = {
      query: async (text, values) => {
        const { rows } = await executor.query(`explain (analyze, format json) ${text}`, values);
        plans.push(JSON.stringify(rows));
        return { rows: [] };
      },
    };
    await findMessages({ executor: explaining }, filter);
    expect(plans.join(), JSON.stringify(filter)).not.toContain('Seq Scan');
    // Nor does an index lead through more than a few thousand of them.
    const read = plans.join().matchAll(/"Actual Rows":(\d+)/g);
    expect(Math.max(...Array.from(read, ([, rows]) => Number(rows))), JSON.stringify(filter)).toBeLessThan(
      10_000,
    );
  }
});
