import { expect, it } from 'vitest';
import { anOpenDatabase } from '../../src/database/open-database.ts';
import { pruneEvents } from '../../src/events/find-events.ts';
import { createEvents } from '../../src/events/index.ts';
import { explaining, grownTables, longSteps, type Plan } from '../outbox/explain.ts';
import { numberedInSql, numberedUuid } from '../outbox/numbered-uuid.ts';
import { openTestDatabase, testOutbox } from '../outbox/test-database.ts';
import { orderEvents } from './order-events.ts';

/** 50,000 events of one profile that wait, some of them to be tried again, and as many past ones of many. */
const filling = [
  `insert into hookplate.event (bucket, id, profile, source, event, process, happened_at, stored_at, ordered, content, retry_at, waits_for)
   select 0, ${numberedInSql('e', 'n')}, 'busy', case when n % 10 = 0 then 'ci' else '' end, 'stored', case when n % 7 = 0 then 'p' || n end, at, at,
     case when n % 3 = 0 then 'line ' || n % 100 end, '\\x00'::bytea || convert_to('{"facts":{}}', 'UTF8'),
     case when n % 50 = 0 then now() + interval '1 hour' end, case when n % 50 = 0 then 'unknown-event' end
   from (select n, now() - interval '1 hour' + n * interval '1 millisecond' as at from generate_series(1, 50000) n) e`,
  `insert into hookplate.past_event (bucket, id, profile, source, event, process, happened_at, stored_at, content, messages)
   select 0, ${numberedInSql('a', 'n')}, 'p' || n % 100, case when n % 10 = 0 then 'ci' else '' end, 'stored', case when n % 7 = 0 then 'q' || n end,
     at, at, '\\x00'::bytea || '{}', '[]' from (select n, now() - interval '3 days' + n * interval '1 second' as at from generate_series(1, 50000) n) e`,
  `insert into hookplate.given_id (bucket, id, names, kept_from)
   select 0, ${numberedInSql('f', 'n')}, ${numberedInSql('e', 'n')}, now() - interval '1 hour' from generate_series(1, 50000) n`,
];

/** What waits has no index of its own for them, which would cost each report: they may read all of that, but no history. */
const readsBacklog = new Set([
  'to list those of a profile',
  'to list those of a name',
  'to erase those of a profile',
]);

it('no statement reads all events where 50,000 of one profile wait', async () => {
  const database = await openTestDatabase('PostgreSQL');
  const { executor } = anOpenDatabase(database, 'database');
  // As if it had run for days; the partition of today is empty.
  await executor.query(
    "select hookplate.make_partitions((now() at time zone 'UTC')::date - n) from generate_series(1, 4) n",
  );
  for (const statement of filling) await executor.query(statement);
  await executor.query('vacuum analyze hookplate.event, hookplate.past_event, hookplate.given_id');
  const grown = await grownTables(executor);
  let plans: Plan[] = [];
  const explained = explaining(anOpenDatabase(database, 'database'), plan => plans.push(plan));
  const outbox = await testOutbox(database);
  const events = createEvents({
    ...{ database: explained, outbox, events: orderEvents, webhooks: [], pollMs: 60_000 },
  });
  const event = orderEvents.create('stored', { writer: 'w', line: 'a', number: 1, path: 'a' });
  const acts: Readonly<Record<string, () => Promise<unknown>>> = {
    'to store an event': () => events.notify(event, { profile: 'busy' }),
    'to store one with an id': () => events.notify(event, { profile: 'busy', id: 'x' }),
    'to store one again': () => events.notify(event, { profile: 'busy', id: 'x' }),
    'to store one in an order': () => events.notify(event, { profile: 'busy', ordered: 'line 3' }),
    'to list events': () => events.page(),
    'to list those of a profile': () => events.page({ profile: 'p7' }),
    'to list those of a source': () => events.page({ source: 'ci' }),
    'to list those of a name': () => events.page({ event: 'stored', cursor: undefined }),
    'to list those that wait': () => events.page({ state: 'waiting', until: new Date(0) }),
    'to find one': () => events.find(numberedUuid('e', 7)),
    'to read one': () => events.content(numberedUuid('a', 7)),
    'to find those of a process': () => events.ofProcess('p7'),
    'to tell some': async () => {
      await events.start();
      await events.stop({ timeoutMs: 0 });
    },
    'to erase those of a profile': () => events.erase('p7'),
    'to prune': () => pruneEvents(explained, 30),
  };
  for (const [name, act] of Object.entries(acts)) {
    plans = [];
    await act();
    expect(plans, `${name} asks the database`).not.toEqual([]);
    const long = plans.flatMap(plan => longSteps(plan, { grown, maxRows: 20_000 }));
    expect(
      readsBacklog.has(name) ? long.filter(step => !/ of (?:event|rows),/.test(step)) : long,
      name,
    ).toEqual([]);
  }
});
