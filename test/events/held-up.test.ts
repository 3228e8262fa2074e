import { expect, it } from 'vitest';
import { pruneEvents } from '../../src/events/find-events.ts';
import { letAllFirstGo } from '../../src/events/held-up.ts';
import { numberedInSql } from '../outbox/numbered-uuid.ts';
import { executorOf } from '../outbox/test-database.ts';
import { bodiesTo, type Tried, tried, webhook } from './test-events.ts';

interface StoredRows {
  /** SQL: from the number `n`. */
  readonly ordered?: string;
  readonly retryAt: string;
  readonly storedAt?: string;
  readonly count: number;
}

/** Stores events with the orders 1, 2, 3 … in their facts. */
async function storeRows(
  { rows }: Pick<Tried, 'rows'>,
  { ordered = "'a'", retryAt, storedAt = 'now()', count }: StoredRows,
): Promise<void> {
  await rows(`
    insert into hookplate.event (bucket, id, profile, source, event, happened_at, stored_at, ordered, content, retry_at, waits_for)
    select 0, ${numberedInSql('e', 'n')}, 'shop', '', 'sent', now(), ${storedAt}, ${ordered},
      '\\x00'::bytea || convert_to(json_build_object('facts', json_build_object('order', n::text))::text, 'UTF8'), at,
      case when isfinite(at) then 'failed' end
    from generate_series(1, ${count}) n cross join lateral (select (${retryAt})::timestamptz as at) r order by n`);
}

const toldTo = async (id: string, all: Tried) => (await bodiesTo(id, all)).toSorted();
const hooked = [webhook('chat', { events: { sent: true }, payload: '$order$' })];
const heldUp = "select from hookplate.event where retry_at = 'infinity'";
const inAnHour = "now() + interval '1 hour'";

it('an event that is held up goes on once the one that held it up is erased', async () => {
  const all = await tried('PostgreSQL', hooked);
  const { events, rows } = all;
  // Those behind the first were stored after the erasing began.
  await storeRows(all, {
    retryAt: `case when n = 1 then ${inAnHour} else 'infinity' end`,
    storedAt: `case when n = 1 then now() else ${inAnHour} end`,
    count: 3,
  });
  expect(await events.erase('shop')).toBe(1);
  // At once, whether a worker runs or not; that one lets the next go once it is told.
  expect(await rows(heldUp)).toHaveLength(1);
  await events.start();
  await expect.poll(() => toldTo('chat', all)).toEqual(['2', '3']);
});

it('an event that is held up goes on although the one before it went while those behind were marked', async () => {
  const all = await tried('PostgreSQL', hooked);
  await storeRows(all, { retryAt: "'infinity'", count: 3 });
  await all.events.start();
  await expect.poll(() => toldTo('chat', all)).toEqual(['1', '2', '3']);
});

it('an event that is held up goes on after a removal of more events of its order than a statement lets go', async () => {
  const all = await tried('PostgreSQL', []);
  const { events, database, rows } = all;
  await storeRows(all, {
    retryAt: `case when n = 1 then ${inAnHour} else 'infinity' end`,
    storedAt: "case when n <= 1201 then now() - interval '40 days' else now() end",
    count: 1500,
  });
  expect(await pruneEvents({ executor: executorOf(database) }, 30)).toBe(1201);
  expect(await rows(heldUp)).toHaveLength(298);
  await events.start();
  await expect.poll(() => rows('select from hookplate.event')).toHaveLength(0);
});

it('the first event of an order goes on unless it is put off, however many orders there are', async () => {
  const all = await tried('PostgreSQL', []);
  const { database, rows } = all;
  // Of three orders: one with an event that is put off, one with an event that is about to be told, and one without either.
  await storeRows(all, {
    ordered: "(n % 3) || ' ' || n % 4500",
    retryAt: `case when n > 4500 or n % 3 = 2 then 'infinity' when n % 3 = 0 then ${inAnHour} end`,
    count: 9000,
  });
  await letAllFirstGo(executorOf(database));
  const counts = await rows(`
    select left(ordered, 1) as kind, count(*)::int as events, count(*) filter (where retry_at = 'infinity')::int as held
    from hookplate.event group by 1 order by 1`);
  expect(counts).toEqual([
    { kind: '0', events: 3000, held: 1500 },
    { kind: '1', events: 3000, held: 1500 },
    { kind: '2', events: 3000, held: 1500 },
  ]);
  const freed = 'select from hookplate.event where retry_at is null and position > 4500';
  expect(await rows(freed)).toHaveLength(0);
});
