import { expect } from 'vitest';
import type { Connection } from '../../src/database/database.ts';
import { anOpenDatabase } from '../../src/database/open-database.ts';
import type { NewEvent } from '../../src/events/event.ts';
import { pruneEvents } from '../../src/events/find-events.ts';
import { letAllFirstGo } from '../../src/events/held-up.ts';
import { createEvents } from '../../src/events/index.ts';
import type { Database } from '../../src/outbox/index.ts';
import { explaining, grownTables, longSteps, type Plan } from '../outbox/explain.ts';
import { numberedInSql, numberedUuid } from '../outbox/numbered-uuid.ts';
import { testOutbox } from '../outbox/test-database.ts';
import { orderEvents } from './order-events.ts';

interface EventBacklog {
  /** The number of events that wait, and of past ones. */
  readonly count: number;
  /** The number of profiles that those that wait are of. */
  readonly profiles: number;
}

/** SQL: whether an event is in no catalogue any more, and older than any history. Those with an order hold up others. */
const isForgotten = 'n % 101 = 3';
/** Events that wait, some of them to be tried again, now or in an hour, and as many past ones of a hundred profiles. */
const filling = [
  `insert into hookplate.event (bucket, id, profile, source, event, process, reported_by, happened_at, stored_at, ordered, content, retry_at, waits_for)
   select 0, ${numberedInSql('e', 'n')}, 'p' || n % $2::int, case when n % 10 = 0 then 'ci' else '' end,
     case when ${isForgotten} then 'forgotten' else 'stored' end, case when n % 7 = 0 then 'p' || n end,
     case when n % 5000 = 1 then 'ada' end, at, case when ${isForgotten} then at - interval '40 days' else at end,
     case when n % 3 = 0 then 'line ' || n % 100 end,
     '\\x00'::bytea || convert_to(json_build_object('facts', json_build_object('writer', 'w', 'line', 'a', 'number', n, 'path', 'a'))::text, 'UTF8'),
     case when n % 500 = 0 then now() when n % 50 = 0 then now() + interval '1 hour' end, case when n % 50 = 0 then 'unknown-event' end
   from (select n, now() - interval '1 hour' + n * interval '1 millisecond' as at from generate_series(1, $1::int) n) e`,
  // Half as many are held up, in a hundred orders of which every second one has nothing before them.
  `insert into hookplate.event (bucket, id, profile, source, event, happened_at, stored_at, ordered, content, retry_at)
   select 0, ${numberedInSql('d', 'n')}, 'held', '', 'stored', now(), now() - interval '2 hours' + n * interval '1 millisecond', 'line ' || n % 100, '\\x00'::bytea || convert_to('{"facts":{}}', 'UTF8'),
     case when n > 100 or n % 2 = 0 then 'infinity' else now() + interval '1 hour' end::timestamptz
   from generate_series(1, $1::int / 2) n where $2::int > 0 order by n`,
  `insert into hookplate.past_event (bucket, id, profile, source, event, process, reported_by, happened_at, stored_at, told_at, content, messages)
   select 0, ${numberedInSql('a', 'n')}, 'p' || n % 100, case when n % 10 = 0 then 'ci' else '' end, 'stored', case when n % 7 = 0 then 'q' || n end,
     case when n % 5000 = 1 then 'ada' end, at, at, at, '\\x00'::bytea || '{}', '[]'
   from (select n, now() - interval '3 days' + n * (interval '50000 seconds' / $1::int) as at from generate_series(1, $1::int) n) e
   where $2::int > 0`,
  `insert into hookplate.given_id (bucket, id, names, kept_from)
   select 0, ${numberedInSql('f', 'n')}, ${numberedInSql('e', 'n')}, now() - interval '1 hour' from generate_series(1, $1::int) n where $2::int > 0`,
];

/** What waits has no index of its own for them, which would cost each report: they may read all of that, but no history. */
const readsBacklog = new Set([
  'to list those of a profile',
  'to list those of a profile without any',
  'to list those of a name',
  'to list those of a name without any',
  'to list those that were reported',
  'to erase those of a profile',
]);

/** What marks each statement that is made only where there is something to do. */
const markers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'to tell some': {
    'finds profiles': 'pg_try_advisory_xact_lock',
    'takes events': 'row_number() over (partition by profile',
    'ends events, and lets the next of their orders go': 'insert into hookplate.past_event',
    'puts off events': 'set waits_for = l.reason',
    'looks for events to try again': 'retry_at <= now()',
    'locks the profile of an event': 'count(pg_advisory_xact_lock',
    'holds up events': "set retry_at = 'infinity'",
  },
  'to prune': { 'removes events, and lets the next of their orders go': 'delete from hookplate.event' },
};

const problem: NewEvent = {
  ...{ profile: 'p0', source: 'ci', catalogue: undefined, event: undefined, problem: 'It is not JSON.' },
  ...{ process: undefined, happenedAt: new Date(), reportedBy: 'ci', replayOf: undefined },
  ...{ ordered: undefined, givenId: 'unreadable', traceparent: undefined, content: '{}' },
};

/**
 * Asks a database with so many events everything that is asked about events, and expects that no statement reads a table that
 * grows, or a backlog, from end to end.
 */
export async function expectShortEventPlans(
  database: Database,
  { count, profiles }: EventBacklog,
): Promise<void> {
  const connection = anOpenDatabase(database, 'database');
  const { executor } = connection;
  // As if it had run for days; the partition of today is empty.
  await executor.query(
    "select hookplate.make_partitions((now() at time zone 'UTC')::date - n) from generate_series(1, 4) n",
  );
  for (const statement of filling) await executor.query(statement, [count, profiles]);
  await executor.query('vacuum analyze hookplate.event, hookplate.past_event, hookplate.given_id');
  const grown = await grownTables(executor);
  for (const [name, plans] of await plansOf(connection)) {
    expect(plans, `${name} asks the database`).not.toEqual([]);
    for (const [act, marker] of Object.entries(markers[name] ?? {})) {
      const isMarked = plans.some(({ statement }) => statement.includes(marker));
      expect.soft(isMarked, `a statement ${act}`).toBe(true);
    }
    const readWhole = new Set(readsBacklog.has(name) ? ['event'] : []);
    const limits = { grown, maxRows: 20_000, readWhole };
    expect
      .soft(
        plans.flatMap(plan => longSteps(plan, limits)),
        name,
      )
      .toEqual([]);
  }
}

/** Makes the plans of all statements, by what is done with them. */
async function plansOf(connection: Connection): Promise<ReadonlyMap<string, readonly Plan[]>> {
  let plans: Plan[] = [];
  const database = explaining(connection, plan => plans.push(plan));
  const outbox = await testOutbox(connection);
  const events = createEvents({
    ...{ database, outbox, events: orderEvents, webhooks: [], pollMs: 60_000 },
  });
  const event = orderEvents.create('stored', { writer: 'w', line: 'a', number: 1, path: 'a' });
  const store = (...given: readonly NewEvent[]) =>
    database.transaction(transaction => events.store(given, transaction));
  const known = { ...problem, event: 'stored', problem: undefined, ordered: 'line 3' };
  const acts: Readonly<Record<string, () => Promise<unknown>>> = {
    'to store an event': () => events.notify(event, { profile: 'p0' }),
    'to store one with an id': () => events.notify(event, { profile: 'p0', id: 'x' }),
    'to store one again': () => events.notify(event, { profile: 'p0', id: 'x' }),
    'to store one in an order': () => events.notify(event, { profile: 'p0', ordered: 'line 3' }),
    'to store one with an id in an order': () =>
      events.notify(event, { profile: 'p0', id: 'y', ordered: 'line 3' }),
    'to store something unreadable': () => store(problem),
    'to store several': () => store(known, { ...known, givenId: 'other' }),
    'to list events': () => events.page(),
    'to list those of a profile': () => events.page({ profile: 'p7' }),
    'to list those of a profile without any': () => events.page({ profile: 'none' }),
    'to list those of a source': () => events.page({ source: 'ci' }),
    'to list those that were reported': () => events.page({ source: '' }),
    'to list those of a name': () => events.page({ event: 'stored' }),
    'to list those of a name without any': () => events.page({ event: 'none' }),
    'to list those that wait': () => events.page({ state: 'waiting' }),
    'to list those that wait since then': () => events.page({ state: 'waiting', until: new Date(0) }),
    'to find one': () => events.find(numberedUuid('e', 7)),
    'to read one': () => events.content(numberedUuid('a', 7)),
    'to find those of a process': () => events.ofProcess('p7'),
    'to measure the backlog': () => events.backlog(),
    'to tell some': async () => {
      const done = `select exists(select from hookplate.past_event where told_at >= now() - interval '1 hour') as told,
        exists(select from hookplate.event where retry_at = 'infinity' and profile <> 'held') as held`;
      await events.start();
      await expect
        .poll(async () => (await connection.executor.query(done)).rows)
        .toEqual([{ told: true, held: true }]);
      await events.stop({ timeoutMs: 0 });
    },
    'to erase those of a profile': () => events.erase('p7'),
    'to prune': async () => expect(await pruneEvents(database, 30)).toBeGreaterThan(0),
    'to let those go that nothing holds up': () => letAllFirstGo(database.executor),
  };
  const found = new Map<string, readonly Plan[]>();
  for (const [name, act] of Object.entries(acts)) {
    plans = [];
    await act();
    found.set(name, plans);
  }
  return found;
}
