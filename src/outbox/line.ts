import { columnArrays } from '../database/column-arrays.ts';
import type { Connection } from '../database/database.ts';
import { isTrue, numberOf, textOf } from '../database/row.ts';
import { prepared, type SqlExecutor } from '../database/sql-executor.ts';
import { isFree, notifying } from './message.ts';

/*
 * A *line* is a sequence of messages to one endpoint that leave one after the other. Its *head* is due; those behind it
 * have no due time, and cost nobody anything. Who makes the next one due?
 *
 *     enqueue            locks the line until its transaction ends, then looks whether it has a head
 *     recording          *tries* that lock: while somebody is enqueuing, it could not see what they add; then its worker
 *                        tries again, until nobody is
 *     the upkeep         each second makes the first message due in each line without a head, if that worker has ended
 *
 * Without the lock, a message that is not committed while the head before it is recorded would wait for ever, and two
 * that are enqueued into an empty line would both be heads.
 *
 * A head that fails holds up those behind it for `hold`, counted from its first failure.
 */

/** The time that a failing message holds up those behind it, in milliseconds: five minutes. Infinity: until it ends. */
export const usualHoldMs = 300_000;

/** An arbitrary number, the same in every instance; the second key is the line's in the schema. */
const advisoryClass = 7_402_120;
const keyOf = (line: string): string => `hashtext('hookplate' || ${line})`;
const keyOfLine = keyOf('line');
/** SQL: waits for everybody else who enqueues into a line, in one statement with the enqueuing. */
export const lockingOf = (line: string): string => `pg_advisory_xact_lock(${advisoryClass}, ${keyOf(line)})`;

const locking = prepared(
  `select count(pg_advisory_xact_lock(${advisoryClass}, key)) as locked
   from (select distinct ${keyOfLine} as key from unnest((select $1::text::text[])) as line order by 1) keys`,
);
const trying = prepared(
  `select line from (
     select line, pg_try_advisory_xact_lock(${advisoryClass}, ${keyOfLine}) as is_ours
     from unnest((select $1::text::text[])) as line
   ) tried where is_ours`,
);

/** Waits for everybody else who enqueues into these lines; always in the same order. */
export async function lockLines(lines: readonly string[], { query }: SqlExecutor): Promise<void> {
  const distinct = [...new Set(lines)].toSorted();
  if (distinct.length === 0) return;
  await query(locking, columnArrays({ line: 'text' }, distinct.map(asRow)));
}

/** Locks those lines that nobody is enqueuing into, until the transaction ends, and returns them. */
export async function tryLines(lines: readonly string[], { query }: SqlExecutor): Promise<readonly string[]> {
  if (lines.length === 0) return [];
  const { rows } = await query(trying, columnArrays({ line: 'text' }, lines.map(asRow)));
  return rows.map(row => textOf(row, 'line'));
}

function asRow(line: string): { readonly line: string } {
  return { line };
}

/** Finds the first untried message of a line, and since when a message before it has been failing. */
const advancing = prepared(`
with first as (
  select u.id, u.due_at, (
    select max(p.failed_at) from hookplate.job p
    where p.line = l.line and p.position < u.position and p.failed_at is not null) as failed_at
  from unnest((select $1::text::text[])) as l(line) cross join lateral (
    select m.id, m.due_at, m.position from hookplate.job m
    where m.line = l.line and m.failed_at is null and m.round = 0
    order by m.position limit 1) u
), held as (
  select id, due_at, case
    when failed_at is null then now()
    when $2::float8 is not null then greatest(now(), failed_at + $2::float8 * interval '1 millisecond') end as until
  from first
)
update hookplate.job m set due_at = h.until
from held h where m.id = h.id and m.id = any(array(select id from held)) and h.until is not null and (m.due_at is null or m.due_at > h.until)
returning ${notifying} as woken`);

/** Makes the next messages of lines due, in the transaction that already holds their locks. */
export async function advanceLines(
  lines: readonly string[],
  holdMs: number,
  { query }: SqlExecutor,
): Promise<void> {
  if (lines.length === 0) return;
  const hold = Number.isFinite(holdMs) ? holdMs : null;
  await query(advancing, [...columnArrays({ line: 'text' }, lines.map(asRow)), hold]);
}

/** Makes the next messages of those lines due that nobody is enqueuing into; resolves to the others. */
export async function advanceFreeLines(
  { transaction }: Pick<Connection, 'transaction'>,
  lines: readonly string[],
  holdMs: number,
): Promise<readonly string[]> {
  return transaction(async tx => {
    const ours = new Set(await tryLines(lines, tx));
    await advanceLines([...ours], holdMs, tx);
    return lines.filter(line => !ours.has(line));
  });
}

/**
 * Finds lines, from a given one on, whose first untried message is not taken, and has no due time or a later one than
 * necessary: the message that held it up may have ended while the line was locked.
 */
const findingHeadless = `
with recursive step as (
  (select line, 1 as number from hookplate.job
   where line > $1::text and line is not null order by line limit 1)
  union all
  select (select m.line from hookplate.job m
    where m.line > s.line and m.line is not null order by m.line limit 1), s.number + 1
  from step s where s.line is not null and s.number < 1000
)
select s.line, s.number, exists (
  select from (
    select m.due_at, m.taken_until, m.position from hookplate.job m
    where m.line = s.line and m.failed_at is null and m.round = 0
    order by m.position limit 1) m
  where ${isFree} and (m.due_at is null or m.due_at > now() and not exists (
    select from hookplate.job p
    where p.line = s.line and p.failed_at is not null and p.position < m.position))
) as is_headless
from step s where s.line is not null`;

/**
 * Makes the first message of each line without a head due; resolves to the line to continue from, if there may be more.
 */
export async function mendLines(
  connection: Pick<Connection, 'executor' | 'transaction'>,
  from: string,
  holdMs: number,
): Promise<string | undefined> {
  const { rows } = await connection.executor.query(findingHeadless, [from]);
  const headless = rows.filter(row => isTrue(row, 'is_headless')).map(row => textOf(row, 'line'));
  if (headless.length > 0) await advanceFreeLines(connection, headless, holdMs);
  const last = rows.at(-1);
  return last && numberOf(last, 'number') >= 1000 ? textOf(last, 'line') : undefined;
}
