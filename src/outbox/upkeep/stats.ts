import { checkThat, defineOptions, expected, wholeNumber } from '../../http/define-options.ts';
import type { Connection } from '../database/database.ts';
import { numberOf, timeOf } from '../database/row.ts';

export interface StatsQuery {
  readonly since: Date;
  /** The length of each bucket, in milliseconds: at most 10,000 buckets. */
  readonly bucketMs: number;
}

/** What happened in one stretch of time. */
export interface StatsBucket {
  readonly from: Date;
  /** Messages that were enqueued. */
  readonly enqueued: number;
  /** Attempts that were recorded, and those of them that were answered by 2xx. */
  readonly attempts: number;
  readonly succeeded: number;
}

/** What there is to do at the moment, for all processes together. */
export interface Backlog {
  /** Messages that wait for an attempt. */
  readonly pending: number;
  /** Messages that are being sent, by any process. */
  readonly sending: number;
  /** Those that wait for a process with a key that opens them: `pending` ones that none of the last one's keys opened. */
  readonly unopened: number;
  /** How long the oldest attempt that is due has been so, in milliseconds; 0 where none is. */
  readonly oldestDueMs: number;
  /** How long ago the oldest message that has not ended was enqueued, in milliseconds; 0 where there is none. */
  readonly oldestMs: number;
}

export interface OutboxStats extends Backlog {
  /** From `since` to now, without gaps. */
  readonly buckets: readonly StatsBucket[];
}

const counting = `
with bucket as (
  select generate_series(0, floor(extract(epoch from now() - $1::timestamptz) * 1000 / $2::float8)::int) as number
), enqueued as (
  select floor(extract(epoch from created_at - $1::timestamptz) * 1000 / $2::float8)::int as number, count(*) as n
  from hookplate.message where created_at >= $1::timestamptz group by 1
), made as (
  select floor(extract(epoch from recorded_at - $1::timestamptz) * 1000 / $2::float8)::int as number, count(*) as n,
    count(*) filter (where status between 200 and 299) as succeeded
  from hookplate.attempt where recorded_at >= $1::timestamptz group by 1
)
select $1::timestamptz + bucket.number * $2::float8 * interval '1 millisecond' as start, coalesce(enqueued.n, 0) as enqueued,
  coalesce(made.n, 0) as attempts, coalesce(made.succeeded, 0) as succeeded
from bucket left join enqueued using (number) left join made using (number) order by bucket.number`;

const backlog = `
select count(*) filter (where state = 'pending') as pending, count(*) filter (where state = 'sending') as sending,
  count(*) filter (where state = 'pending' and reason = 'wrong-key') as unopened,
  coalesce(extract(epoch from now() - min(next_attempt_at) filter (where state = 'pending')) * 1000, 0) as due,
  coalesce(extract(epoch from now() - min(created_at)) * 1000, 0) as oldest
from hookplate.message where finished_at is null`;

const mostBuckets = 10_000;

const readQuery = defineOptions<StatsQuery>({
  since: checkThat(
    'a valid date',
    (value): value is Date => value instanceof Date && !Number.isNaN(value.getTime()),
  ),
  bucketMs: wholeNumber(1),
});

/** @throws {InvalidArgument} naming the invalid option. */
export async function readStats(connection: Connection, query: StatsQuery): Promise<OutboxStats> {
  const { since, bucketMs } = readQuery(query);
  if ((Date.now() - since.getTime()) / bucketMs > mostBuckets) {
    throw expected('options.bucketMs', `at most ${mostBuckets} buckets since then`);
  }
  const counted = await connection.executor.executeSql(counting, [since.toISOString(), bucketMs]);
  return {
    buckets: counted.rows.map(bucket => ({
      from: timeOf(bucket, 'start') ?? since,
      enqueued: numberOf(bucket, 'enqueued'),
      attempts: numberOf(bucket, 'attempts'),
      succeeded: numberOf(bucket, 'succeeded'),
    })),
    ...(await readBacklog(connection)),
  };
}

export async function readBacklog({ executor }: Connection): Promise<Backlog> {
  const { rows } = await executor.executeSql(backlog);
  const count = (column: string): number => Math.max(0, rows[0] ? numberOf(rows[0], column) : 0);
  return {
    pending: count('pending'),
    sending: count('sending'),
    unopened: count('unopened'),
    oldestDueMs: count('due'),
    oldestMs: count('oldest'),
  };
}
