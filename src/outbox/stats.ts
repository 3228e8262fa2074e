import type { Connection } from '../database/database.ts';
import { numberOf, timeOf } from '../database/row.ts';
import { checkThat, defineOptions, expected, wholeNumber } from '../options/define-options.ts';
import { areThereFigures, figuresSince } from './figures.ts';
import { conditionsOf, filterChecks, type MessageFilter } from './find-messages.ts';
import { isTaken } from './message.ts';
import { historySince } from './past-ends.ts';
import { hasProfile, type SomeProfiles } from './some-profiles.ts';

/** The filters restrict counts to the messages that match, and their attempts; the backlog is that of all of `profile`, or of all. */
export interface StatsQuery extends Omit<MessageFilter, 'state' | 'failing' | 'since' | 'until'> {
  /**
   * The start of the first bucket, and the earliest time that counts. At the beginning of an hour (UTC), with buckets of whole
   * hours, it may be older than history: up to 30 days, and up to a year at the beginning of a day, with buckets of whole days.
   */
  readonly since: Date;
  /** The length of each bucket in milliseconds; there may be at most 10,000 buckets. */
  readonly bucketMs: number;
}

/** The counts for one stretch of time. */
export interface StatsBucket {
  readonly from: Date;
  /** Messages that were enqueued. */
  readonly enqueued: number;
  /** Recorded attempts; `succeeded` counts those answered by 2xx. */
  readonly attempts: number;
  readonly succeeded: number;
  /** Messages that were given up: `failed`, `gone` or `refused`. Each time counts, also of one that was resent since. */
  readonly failed: number;
}

/** The current amount of work of all processes together; an estimate above 10,000 messages. */
export interface Backlog {
  /** Messages that wait for an attempt. */
  readonly pending: number;
  /** Messages that are being sent, by any process. */
  readonly sending: number;
  /** Pending messages that none of the keys of the last process opened: they wait for a process with their key. */
  readonly unopened: number;
  /** The time in milliseconds that the oldest due attempt has been due; 0 if none is. */
  readonly oldestDueMs: number;
  /** The age in milliseconds of the oldest message that has not ended; 0 if there is none. */
  readonly oldestMs: number;
}

export interface OutboxStats extends Backlog {
  /** From `since` to now, without gaps. */
  readonly buckets: readonly StatsBucket[];
}

const maxBuckets = 10_000;

/** Adds up the rows of a source in each bucket. */
function countingIn(source: string, { since, bucketMs }: Record<'since' | 'bucketMs', string>): string {
  return `
with bucket as (
  select generate_series(0, least(floor(extract(epoch from now() - ${since}) * 1000 / ${bucketMs}), ${maxBuckets})::int) as number
), counted as (
  select floor(extract(epoch from at - ${since}) * 1000 / ${bucketMs})::bigint as number, sum(enqueued) as enqueued,
    sum(attempts) as attempts, sum(succeeded) as succeeded, sum(failed) as failed
  from (${source}) source group by 1
)
select ${since} + bucket.number * ${bucketMs} * interval '1 millisecond' as start, coalesce(enqueued, 0) as enqueued,
  coalesce(attempts, 0) as attempts, coalesce(succeeded, 0) as succeeded, coalesce(failed, 0) as failed
from bucket left join counted using (number) order by bucket.number`;
}

/** SQL: the figures since a time, and the messages enqueued since then that have not ended. */
function figuresAndJobsSince(since: string, conditions: readonly string[]): string {
  const where = [`m.created_at >= ${since}`, 'm.round = 0', ...conditions].join(' and ');
  return `
select at, enqueued, attempts, succeeded, failed from (${figuresSince(since, conditions)}) figures
union all select m.created_at, 1, 0, 0, 0 from hookplate.job m where ${where}`;
}

/** At most so many messages are counted one by one. */
const maxCounted = 10_000;

/** Counts the messages that are due first, and those that wait in lines; beyond that, of all, uses the planner's estimate. */
const backlogOf = (ofProfile?: string): string => `
with due as materialized (
  select m.due_at, m.created_at, m.reason, coalesce(${isTaken}, false) as is_taken
  from hookplate.job m where m.due_at is not null${and(ofProfile)} order by m.due_at limit ${maxCounted}
), waiting as materialized (
  select m.created_at, coalesce(${isTaken}, false) as is_taken from hookplate.job m
  where m.line is not null and m.due_at is null${and(ofProfile)} order by m.line, m.position limit ${maxCounted}
), counted as (
  select (select count(*) from due) as due, (select count(*) from waiting) as waiting,
    (select count(*) from due where is_taken) + (select count(*) from waiting where is_taken) as sending
), estimated as (
  select sending,
    ${ofProfile === undefined ? `${estimated('due', 'job_due')} + ${estimated('waiting', 'job_in_line')}` : 'due + waiting'} as unfinished
  from counted
)
select unfinished - sending as pending, sending,
  (select count(*) from due where reason = 'wrong-key' and not is_taken) as unopened,
  (select coalesce(extract(epoch from now() - min(due_at)) * 1000, 0) from due where not is_taken) as due,
  coalesce(extract(epoch from now() - least((select min(created_at) from due), (select min(created_at) from waiting))) * 1000, 0)
    as oldest
from estimated`;

const and = (condition?: string): string => (condition === undefined ? '' : ` and ${condition}`);

/** SQL: a count, or where it has reached its limit, what the planner knows of the index. */
const estimated = (counted: string, index: string): string =>
  `case when ${counted} < ${maxCounted} then ${counted}
      else greatest(${counted}, (select reltuples from pg_class where oid = 'hookplate.${index}'::regclass)) end`;

const { state: _state, failing: _failing, since: _since, until: _until, ...filters } = filterChecks;

const readQuery = defineOptions<Required<StatsQuery>>({
  ...filters,
  since: checkThat(
    'a valid date',
    (value): value is Date => value instanceof Date && !Number.isNaN(value.getTime()),
  ),
  bucketMs: wholeNumber(1),
});

/** @throws {InvalidArgument} naming the invalid option. */
export async function readStats(connection: Connection, query: StatsQuery): Promise<OutboxStats> {
  const { since, bucketMs, ...filter } = readQuery(query);
  const { ended: conditions = [], values } = conditionsOf(filter);
  const sourceOf = areThereFigures({ since, bucketMs, filter }) ? figuresAndJobsSince : historySince;
  const given = {
    since: `$${values.length + 1}::timestamptz`,
    bucketMs: `$${values.length + 2}::float8`,
  };
  const counting = countingIn(sourceOf(given.since, conditions), given);
  const counted = await connection.executor.query(counting, [...values, since.toISOString(), bucketMs]);
  if (counted.rows.length > maxBuckets) {
    throw expected('options.bucketMs', `at most ${maxBuckets} buckets since then`);
  }
  return {
    buckets: counted.rows.map(bucket => ({
      from: timeOf(bucket, 'start'),
      enqueued: numberOf(bucket, 'enqueued'),
      attempts: numberOf(bucket, 'attempts'),
      succeeded: numberOf(bucket, 'succeeded'),
      failed: numberOf(bucket, 'failed'),
    })),
    ...(await readBacklog(connection, filter.profile)),
  };
}

export async function readBacklog(
  { executor }: Pick<Connection, 'executor'>,
  profile?: SomeProfiles,
): Promise<Backlog> {
  const values: unknown[] = [];
  const ofProfile =
    profile === undefined ? undefined : hasProfile('m.profile', profile, value => `$${values.push(value)}`);
  const { rows } = await executor.query(backlogOf(ofProfile), values);
  const count = (column: string): number => Math.max(0, rows[0] ? numberOf(rows[0], column) : 0);
  return {
    pending: count('pending'),
    sending: count('sending'),
    unopened: count('unopened'),
    oldestDueMs: count('due'),
    oldestMs: count('oldest'),
  };
}
