import { columnArrays } from '../database/column-arrays.ts';
import type { Connection, SqlExecutor } from '../database/database.ts';
import { isTrue, numberOf, textOf } from '../database/row.ts';
import { isFree, notifying } from './message.ts';

/*
 * A *line* is the messages to one endpoint that leave one after the other. Its *head* is due; those behind it are due at no
 * time, and cost nobody anything. Who makes the next one due?
 *
 *     enqueue            locks the line until its transaction ends, then looks whether it has a head
 *     whoever records    *tries* that lock: where somebody is just enqueuing, it could not see what they add
 *     the upkeep         each second makes the first of a line due that has no head
 *
 * Without the lock, a message that is not committed while the head before it is recorded would wait for ever, and two
 * that are enqueued into an empty line would both be heads.
 *
 * A head that fails holds up those behind it for `hold`, counted from its first failure.
 */

/** How long a message that fails holds up those behind it, in milliseconds: five minutes. Infinity: until it ends. */
export const usualHoldMs = 300_000;

/** Any number, the same in every instance. The key beside it is the line's. */
const advisoryClass = 7_402_120;

/** Waits for everybody else who enqueues into these lines; in one order everywhere. */
export async function lockLines(lines: readonly string[], { query }: SqlExecutor): Promise<void> {
  const distinct = [...new Set(lines)].toSorted();
  if (distinct.length === 0) return;
  await query(
    `select count(pg_advisory_xact_lock(${advisoryClass}, key)) as locked
     from (select distinct hashtext(line) as key from unnest((select $1::text::text[])) as line order by 1) keys`,
    columnArrays({ line: 'text' }, distinct.map(asRow)),
  );
}

/** Those that nobody is enqueuing into; they are locked until the transaction ends. */
export async function tryLines(lines: readonly string[], { query }: SqlExecutor): Promise<readonly string[]> {
  if (lines.length === 0) return [];
  const { rows } = await query(
    `select line from (
       select line, pg_try_advisory_xact_lock(${advisoryClass}, hashtext(line)) as is_ours
       from unnest((select $1::text::text[])) as line
     ) tried where is_ours`,
    columnArrays({ line: 'text' }, lines.map(asRow)),
  );
  return rows.map(row => textOf(row, 'line'));
}

function asRow(line: string): { readonly line: string } {
  return { line };
}

/** The first of a line that nobody has tried, and since when one before it fails. */
const advancing = `
with first as (
  select u.id, u.due_at, (
    select max(p.failed_at) from hookplate.message p
    where p.line = l.line and p.finished_at is null and p.position < u.position and p.failed_at is not null) as failed_at
  from unnest((select $1::text::text[])) as l(line) cross join lateral (
    select m.id, m.due_at, m.position from hookplate.message m
    where m.line = l.line and m.finished_at is null and m.failed_at is null and m.round = 0
    order by m.position limit 1) u
), held as (
  select id, due_at, case
    when failed_at is null then now()
    when $2::float8 is not null then greatest(now(), failed_at + $2::float8 * interval '1 millisecond') end as until
  from first
)
update hookplate.message m set due_at = h.until
from held h where m.id = h.id and h.until is not null and (m.due_at is null or m.due_at > h.until)
returning ${notifying} as woken`;

/** Makes the next messages of lines due, in the transaction that has tried their locks before. */
export async function advanceLines(
  lines: readonly string[],
  holdMs: number,
  { query }: SqlExecutor,
): Promise<void> {
  if (lines.length === 0) return;
  const hold = Number.isFinite(holdMs) ? holdMs : null;
  await query(advancing, [...columnArrays({ line: 'text' }, lines.map(asRow)), hold]);
}

/**
 * Lines from a place on whose first message that nobody has tried is not taken, and is due at no time or later than it has
 * to be: the one that held it up may have ended while the line was locked.
 */
const findingHeadless = `
with recursive step as (
  (select line, 1 as number from hookplate.message
   where line > $1::text and line is not null and finished_at is null order by line limit 1)
  union all
  select (select m.line from hookplate.message m
    where m.line > s.line and m.line is not null and m.finished_at is null order by m.line limit 1), s.number + 1
  from step s where s.line is not null and s.number < 1000
)
select s.line, s.number, exists (
  select from (
    select m.due_at, m.taken_until, m.position from hookplate.message m
    where m.line = s.line and m.finished_at is null and m.failed_at is null and m.round = 0
    order by m.position limit 1) m
  where ${isFree} and (m.due_at is null or m.due_at > now() and not exists (
    select from hookplate.message p
    where p.line = s.line and p.finished_at is null and p.failed_at is not null and p.position < m.position))
) as is_headless
from step s where s.line is not null`;

/** Makes the first message due of each line that has no head; where to go on, if there may be more lines. */
export async function mendLines(
  { executor, transaction }: Pick<Connection, 'executor' | 'transaction'>,
  from: string,
  holdMs: number,
): Promise<string | undefined> {
  const { rows } = await executor.query(findingHeadless, [from]);
  const headless = rows.filter(row => isTrue(row, 'is_headless')).map(row => textOf(row, 'line'));
  if (headless.length > 0) {
    await transaction(async tx => advanceLines(await tryLines(headless, tx), holdMs, tx));
  }
  const last = rows.at(-1);
  return last && numberOf(last, 'number') >= 1000 ? textOf(last, 'line') : undefined;
}
