import { createOutbox, type Outbox } from '../../src/outbox/index.ts';
import { numberedInSql, numberedUuid } from '../../test/outbox/numbered-uuid.ts';
import { openPostgres } from '../outbox/bench-database.ts';
import { runSuite } from '../run-suite.ts';
import type { SuiteResult, Table } from '../suite-result.ts';

/* What people and services ask about messages, beside many that have ended within a month. */

const daysKept = 30;
const hour = 3_600_000;

/** Messages of a thousand webhooks in a hundred profiles, one in a hundred failed; and a thousand that wait. */
const filling = [
  `select hookplate.make_partitions((now() at time zone 'UTC')::date - n) from generate_series(0, ${daysKept}) n`,
  `insert into hookplate.endpoint (bucket, id, profile, webhook, origin, host)
   select 0, ${numberedInSql('e', 'n')}, 'p' || n % 100, 'w' || n, 'https://h' || n, 'h' || n from generate_series(0, 999) n`,
  `insert into hookplate.ended (bucket, id, given_id, endpoint, webhook, event, profile, host, method, request_bytes, request_day, created_at,
     position, state, attempts, finished_at, number, started_at, duration_ms, status)
   select 0, ${numberedInSql('a', 'n')}, case when n % 2 = 0 then 'order-' || n end, ${numberedInSql('e', 'n % 1000')}, 'w' || n % 1000, 'event-' || n % 10,
     'p' || n % 100, 'h' || n % 1000, 'POST', 200, at at time zone 'UTC', at, 0,
     case when n / 1000 % 100 = 0 then 'failed' else 'delivered' end, 1, at, 1, at, 20, case when n / 1000 % 100 = 0 then 500 else 200 end
   from (select n, now() - ($1::int - n) * (interval '${daysKept - 1} days' / $1::int) as at from generate_series(1, $1::int) n) n`,
  `insert into hookplate.job (bucket, id, endpoint, webhook, event, profile, host, method, request_bytes, request_day, created_at, due_at)
   select 0, ${numberedInSql('b', 'n')}, ${numberedInSql('e', 'n')}, 'w' || n, 'event-1', 'p' || n % 100, 'h' || n, 'POST', 200, now() at time zone 'UTC', now(), now() + interval '1 day'
   from generate_series(0, 999) n`,
  `insert into hookplate.request (bucket, message, day, content)
   select 0, id, request_day, '\\x00'::bytea || convert_to('["POST","https://h/",[],"{}"]', 'utf8') from hookplate.message`,
  `insert into hookplate.figure (bucket, endpoint, webhook, profile, hour, enqueued, attempts, succeeded, failed, cancelled)
   select 0, endpoint, webhook, profile, date_trunc('hour', finished_at, 'UTC'), count(*), count(*), count(*) filter (where state = 'delivered'),
     count(*) filter (where state = 'failed'), 0 from hookplate.ended group by endpoint, webhook, profile, 5`,
  // As PostgreSQL does by itself after so many changes.
  'vacuum analyze hookplate.endpoint, hookplate.job, hookplate.ended, hookplate.request, hookplate.figure',
];

type Asked = readonly [what: string, ask: () => Promise<unknown>];

async function pagesOf(outbox: Outbox): Promise<readonly Asked[]> {
  const [day, weekAgo] = [new Date(Date.now() - 24 * hour), new Date(Date.now() - 7 * 24 * hour)];
  const { next: second } = await outbox.messages({ limit: 50 });
  const { next: old } = await outbox.messages({ limit: 50, until: weekAgo });
  const filters = [
    ['the newest', {}],
    ['the second page', { cursor: second }],
    ['a page of a week ago', { cursor: old }],
    ['waiting', { state: 'pending' }],
    ['delivered', { state: 'delivered' }],
    ['failed', { state: 'failed' }],
    ['failed within a day', { state: 'given-up', endedSince: day }],
    ['of a webhook', { webhook: 'w17' }],
    ['of an endpoint', { endpoint: numberedUuid('e', 17) }],
    ['of a host', { host: 'h17' }],
    ['of an event', { event: 'event-7' }],
    ['of a profile', { profile: 'p17' }],
    ['of a profile, failed', { profile: 'p17', state: 'failed' }],
    ['of a profile, of one event', { profile: 'p17', event: 'event-7' }],
    ['of a profile, of an event that it does not have', { profile: 'p17', event: 'event-8' }],
    ['of one day', { since: weekAgo, until: new Date(weekAgo.getTime() + 24 * hour) }],
    ['of a profile, of a webhook that it does not have', { profile: 'p17', webhook: 'w18' }],
    ['by the beginning of a given id', { idPrefix: 'order-99' }],
    ['by the beginning of an id', { idPrefix: numberedUuid('a', 0x1000).slice(0, -2) }],
  ] as const;
  return filters.map(([what, filter]) => [what, () => outbox.messages({ ...filter, limit: 50 })]);
}

function figuresOf(outbox: Outbox, count: number): readonly Asked[] {
  const hoursAgo = (hours: number): Date => new Date(Math.floor(Date.now() / hour - hours) * hour);
  const daysAgo = (days: number): Date => new Date(Math.floor(Date.now() / (24 * hour) - days) * 24 * hour);
  return [
    ['one message', () => outbox.message(`order-${count - (count % 2)}`)],
    ['the count of failed messages', () => outbox.count({ state: 'failed' })],
    ['the count of a profile', () => outbox.count({ profile: 'p17' })],
    ['the chart of a day', () => outbox.stats({ since: hoursAgo(24), bucketMs: hour })],
    ['the chart of a month', () => outbox.stats({ since: daysAgo(29), bucketMs: 24 * hour })],
    ['the chart of a profile', () => outbox.stats({ since: hoursAgo(24), bucketMs: hour, profile: 'p17' })],
    [
      'what became of the messages of a profile',
      () => outbox.outcomes({ since: hoursAgo(24), periodMs: hour, periods: 24, profile: 'p17' }),
    ],
    ['endpoints', () => outbox.endpoints({ limit: 50 })],
    ['the backlog', () => outbox.backlog()],
  ];
}

/** Milliseconds: the median, and 95 in a hundred. */
async function measure(
  ask: () => Promise<unknown>,
  times: number,
): Promise<readonly [p50: number, p95: number]> {
  await ask();
  const taken: number[] = [];
  for (let time = 0; time < times; time++) {
    const begun = performance.now();
    await ask();
    taken.push(performance.now() - begun);
  }
  taken.sort((a, b) => a - b);
  const at = (part: number): number => taken[Math.min(times - 1, Math.floor(times * part))] ?? Number.NaN;
  return [at(0.5), at(0.95)];
}

await runSuite(async ({ quick }): Promise<SuiteResult> => {
  const [count, times] = quick ? [2000, 2] : [1_000_000, 40];
  // To fill the tables takes minutes.
  const database = await openPostgres(600_000);
  const { executor } = database.connection;
  for (const statement of filling) await executor.query(statement, statement.includes('$1') ? [count] : []);
  const outbox = await createOutbox({ database: database.connection });
  const tables: Table[] = [];
  for (const [title, asked] of [
    ['A page of 50 messages', await pagesOf(outbox)],
    ['Other answers', figuresOf(outbox, count)],
  ] as const) {
    const rows = [];
    for (const [name, ask] of asked) rows.push({ name, values: await measure(ask, times) });
    tables.push({
      title: `${title}, beside ${count.toLocaleString('en')} that have ended`,
      unit: 'ms',
      columns: ['p50', 'p95'],
      rows,
    });
  }
  await outbox.stop();
  await database.close();
  const slowest = (table: number): number =>
    Math.max(...(tables[table]?.rows ?? []).map(({ values: [, p95 = Number.NaN] }) => p95));
  return {
    suite: 'lists',
    tables,
    targets: [
      {
        what: 'ms for a page of 50 messages, p95, the slowest of all filters',
        wanted: 50,
        atMost: true,
        reached: slowest(0),
      },
      { what: 'ms for another answer, p95, the slowest', wanted: 200, atMost: true, reached: slowest(1) },
    ],
  };
});
