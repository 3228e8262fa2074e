import { expect, it, onTestFinished } from 'vitest';
import { anOpenDatabase } from '../../src/database/open-database.ts';
import { listEndpoints } from '../../src/outbox/endpoint.ts';
import { findMessages, type MessageQuery } from '../../src/outbox/find-messages.ts';
import { openDatabase } from '../../src/outbox/index.ts';
import { expectShortPlans } from './big-backlog.ts';
import { explaining, grownTables, longSteps, type Plan } from './explain.ts';
import { numberedInSql, numberedUuid } from './numbered-uuid.ts';
import { emptyPostgres, migratedPostgres } from './test-database.ts';

const filling = `
with message as materialized (
  select ${numberedInSql('a', 'n')} as id, case when n % 2 = 0 then 'm' || n end as given_id, ${numberedInSql('e', 'n % 1000')} as endpoint, 'w' || n % 1000 as webhook, 'event-' || n % 50 as event, 'p' || n % 500 as profile,
    'h' || n % 700 as host, 'POST' as method, 1 as request_bytes, at as created_at, (at at time zone 'UTC')::date as request_day,
    case when n % 100 = 0 then 'failed' when n <= $1::int - 2000 then 'delivered' end as state
  from (select n, now() - ($1::int - n) * interval '1 second' as at from generate_series(1, $1::int) n) n
), waiting as (
  insert into hookplate.job (bucket, id, given_id, endpoint, webhook, event, profile, host, method, request_bytes, created_at, request_day, due_at)
  select 0, id, given_id, endpoint, webhook, event, profile, host, method, request_bytes, created_at, request_day, now() from message where state is null
)
insert into hookplate.ended (bucket, id, given_id, endpoint, webhook, event, profile, host, method, request_bytes, created_at, request_day, state, position, finished_at)
select 0, id, given_id, endpoint, webhook, event, profile, host, method, request_bytes, created_at, request_day, state, 0, created_at from message where state is not null`;

it('no filter of a million messages reads them all', async () => {
  const database = await openDatabase({ url: await emptyPostgres(), queryTimeoutMs: 600_000 });
  onTestFinished(() => database.close());
  await database.migrate();
  const connection = anOpenDatabase(database, 'database');
  const { executor } = connection;
  const count = 1_000_000;
  await executor.query(
    `select hookplate.make_partitions((now() at time zone 'UTC')::date - n) from generate_series(0, 12) n`,
  );
  await executor.query(filling, [count]);
  await executor.query('vacuum analyze hookplate.job, hookplate.ended');
  const grown = new Set(await grownTables(executor));
  // Lists may read all that wait, but no history.
  grown.delete('job');
  const day = new Date(Date.now() - 86_400_000);
  const filters: readonly MessageQuery[] = [
    {},
    { state: 'pending' },
    { state: 'sending' },
    { state: 'delivered' },
    { state: 'failed' },
    { webhook: 'w17' },
    { endpoint: numberedUuid('e', 17) },
    { host: 'h17' },
    { event: 'event-17' },
    { profile: 'p17' },
    { since: day },
    { until: day },
    { since: day, until: new Date(), profile: 'p17', state: 'failed' },
    { webhook: 'none' },
    { idPrefix: 'm9999' },
    { idPrefix: numberedUuid('a', 0x99900).slice(0, -2) },
    { ids: [numberedUuid('a', 1), numberedUuid('a', 2), 'none'] },
    { failing: true },
    {
      cursor: Buffer.from(JSON.stringify([day.toISOString(), numberedUuid('a', 1)])).toString('base64url'),
      event: 'event-17',
    },
  ];
  for (const filter of filters) {
    // Nor does an index lead through more than a few thousand of them.
    const onPlan = (plan: Plan) =>
      expect(longSteps(plan, { grown, maxRows: 10_000 }), JSON.stringify(filter)).toEqual([]);
    await findMessages(explaining(connection, onPlan), filter);
  }
});

it('a page of 50,000 endpoints reads that page alone', async () => {
  const database = await openDatabase({ url: await migratedPostgres() });
  onTestFinished(() => database.close());
  const connection = anOpenDatabase(database, 'database');
  const { executor } = connection;
  await executor.query(`insert into hookplate.endpoint (bucket, id, webhook, origin, host, failing_since, disabled_at)
    select 0, ${numberedInSql('e', 'n')}, 'w' || n % 1000, 'http://h', 'h', case when n % 500 = 0 then now() end, case when n % 1000 = 0 then now() end
    from generate_series(1, 50000) n`);
  await executor.query('vacuum analyze hookplate.endpoint');
  const grown = await grownTables(executor);
  const cursor = Buffer.from(JSON.stringify([numberedUuid('e', 3)])).toString('base64url');
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
    const onPlan = (plan: Plan) =>
      expect(longSteps(plan, { grown, maxRows: 1000 }), JSON.stringify(query)).toEqual([]);
    await listEndpoints(explaining(connection, onPlan), query);
  }
});

it('no statement reads all messages where a million are due at one endpoint', async () => {
  const database = await openDatabase({ url: await migratedPostgres(), queryTimeoutMs: 600_000 });
  onTestFinished(() => database.close());
  await expectShortPlans(database, 1_000_000);
});
