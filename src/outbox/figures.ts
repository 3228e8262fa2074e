import { numberOf } from '../database/row.ts';
import type { SqlExecutor } from '../database/sql-executor.ts';
import { firstUuid } from '../database/uuid.ts';
import { isStateOfGivenUp, isSuccess } from './message.ts';

/*
 * Figures: how often something happened in an hour, for each profile, webhook and endpoint. They outlive history, and what
 * happened at 14:00 stays at 14:00, whatever becomes of the message later.
 *
 *     whoever ends messages or records attempts ──adds rows──▶ new_figure ──each minute──▶ figure
 *                                                                by the hour for 30 days, then by the day for a year
 *
 * The statement that changes messages also counts them: either both happen or neither. It only adds rows, so that nobody
 * waits for anybody; a row for each hour, profile, webhook and endpoint of a batch. A message counts as enqueued when it
 * first ends, in the hour in which it was created: callers whose transactions are open for long write nothing. Until then it
 * is counted where it waits.
 */

export const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Hours are told apart for so many days, and for one more: clocks differ. */
const daysOfHours = 30;
const daysKept = 365;

const keys = 'endpoint, webhook, profile, hour, bucket';
const figures = ['enqueued', 'attempts', 'succeeded', 'failed', 'cancelled'] as const;
const columns = `${keys}, ${figures.join(', ')}`;

/**
 * SQL, as a part of a `with`: counts messages that end now, and attempts.
 *
 * @param rows A select of `bucket`, `endpoint`, `webhook`, `profile`, `created_at`, `round` and `state` of messages, and of the `number` and
 *   `status` of the attempts that ended them. Attempts that ended no message have no `round`.
 */
export function counting(rows: string): string {
  return `counted as (
  insert into hookplate.new_figure (${columns})
  select coalesce(e.endpoint, '${firstUuid}'), coalesce(e.webhook, ''), coalesce(e.profile, ''), date_trunc('hour', t.at, 'UTC'), e.bucket,
    count(*) filter (where t.is_start),
    count(e.number) filter (where not t.is_start),
    count(*) filter (where not t.is_start and ${isSuccess('e.status')}),
    count(*) filter (where not t.is_start and ${isStateOfGivenUp('e.state')}),
    count(*) filter (where not t.is_start and e.state = 'cancelled')
  from (${rows}) e cross join lateral (values (now()::timestamptz(3), false), (e.created_at, true)) t(at, is_start)
  where not t.is_start or e.round = 0 group by 1, 2, 3, 4, 5
)`;
}

/**
 * SQL, as a part of a `with`: counts messages that end as they are stored, a select of their `bucket`, `endpoint`, `webhook`, `profile`,
 * `created_at` and `state`. Each adds a row: grouping would cost a tenth of each statement that stores a single message, and few
 * of those end so.
 */
export function countingStored(rows: string): string {
  return `counted as (
  insert into hookplate.new_figure (${columns})
  select coalesce(endpoint, '${firstUuid}'), coalesce(webhook, ''), coalesce(profile, ''), date_trunc('hour', created_at, 'UTC'), bucket, 1, 0, 0,
    (${isStateOfGivenUp('state')})::int, (state = 'cancelled')::int
  from (${rows}) stored
)`;
}

/** Periods that follow each other, and the messages that count in them. */
interface Counted {
  readonly since: Date;
  readonly bucketMs: number;
  readonly filter: Readonly<Record<string, unknown>>;
}

/** Whether there are figures for all of it: else history has to be counted. */
export function areThereFigures({ since, bucketMs, filter }: Counted): boolean {
  const isOther = Object.entries(filter).some(
    ([name, value]) => value !== undefined && !['profile', 'webhook', 'endpoint'].includes(name),
  );
  if (isOther) return false;
  const isWhole = (unitMs: number): boolean => since.getTime() % unitMs === 0 && bucketMs % unitMs === 0;
  const ageMs = Date.now() - since.getTime();
  return (isWhole(hourMs) && ageMs <= daysOfHours * dayMs) || (isWhole(dayMs) && ageMs <= daysKept * dayMs);
}

/** SQL: the figures since a time, with their hours as `at`; but for messages `enqueued` that have not ended. */
export function figuresSince(since: string, conditions: readonly string[]): string {
  const where = [`m.hour >= ${since}`, ...conditions].join(' and ');
  return ['figure', 'new_figure']
    .map(
      table =>
        `select m.webhook, m.profile, m.hour as at, ${figures.join(', ')} from hookplate.${table} m where ${where}`,
    )
    .join(' union all ');
}

/** SQL: the beginning of the day (UTC) that was so many days ago. */
const daysAgo = (days: number): string => `(date_trunc('day', now(), 'UTC') - interval '${days * 24} hours')`;
const foldedBefore = daysAgo(daysOfHours + 1);

/** SQL: adds rows to those of their hours, or of their days; always in the same order, so that two processes never deadlock. */
const addingUp = (rows: string): string => `
  insert into hookplate.figure as f (${columns})
  select endpoint, webhook, profile, case when hour < ${foldedBefore} then date_trunc('day', hour, 'UTC') else hour end, bucket,
    ${figures.map(figure => `sum(${figure})`).join(', ')}
  from ${rows} group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (${keys}) do update set ${figures.map(figure => `${figure} = f.${figure} + excluded.${figure}`).join(', ')}`;

/** At most so many rows are added up by one statement. */
const maxAdded = 5000;

const addingNew = `
with gone as (
  delete from hookplate.new_figure n where n.position = any(array(
    select position from hookplate.new_figure order by position limit ${maxAdded} for update skip locked))
  returning n.*
), added as (${addingUp('gone')})
select count(*) as count from gone`;

/** Adds up the new figures. Several processes may do so at once. */
export async function addUpFigures(executor: SqlExecutor): Promise<void> {
  while ((await countOf(addingNew, executor)) === maxAdded);
}

/** Removes the oldest hour, or day, that nobody asks for any more. */
const removing = `
with gone as (
  delete from hookplate.figure where hour = (
    select hour from hookplate.figure where hour < ${daysAgo(daysKept + 1)} order by hour limit 1)
  returning hour
)
select count(*) as count from gone`;

/** Adds an hour to its day. Of a day that was folded, only the first hour is left: a look at each finds the others. */
const folding = `
with gone as (
  delete from hookplate.figure where hour = (
    select f.hour from (
      select ${foldedBefore} - n * interval '24 hours' as start from generate_series(1, ${daysKept - daysOfHours + 1}) n) d
    cross join lateral (
      select hour from hookplate.figure
      where hour > d.start and hour < d.start + interval '24 hours' order by hour limit 1) f
    limit 1)
  returning *
), added as (${addingUp('gone')})
select count(*) as count from gone`;

/** Adds up new figures, folds old hours to days, and removes what is older than a year: an hour by each statement. */
export async function keepFigures(executor: SqlExecutor, signal?: AbortSignal): Promise<void> {
  await addUpFigures(executor);
  for (const statement of [removing, folding]) {
    while (!signal?.aborted && (await countOf(statement, executor)) > 0);
  }
}

async function countOf(statement: string, { query }: SqlExecutor): Promise<number> {
  const { rows } = await query(statement);
  return rows[0] ? numberOf(rows[0], 'count') : 0;
}
