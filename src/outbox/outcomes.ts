import type { Connection } from '../database/database.ts';
import { numberOf, type Row, textOf } from '../database/row.ts';
import { checkThat, defineOptions, optional, wholeNumber } from '../options/define-options.ts';
import { figuresSince, hourMs } from './figures.ts';
import { isFree, isTaken } from './message.ts';
import { hasProfile, type SomeProfiles, someProfiles } from './some-profiles.ts';

export interface OutcomesQuery {
  /** The start of the first period: the beginning of an hour (UTC). More than 30 days ago, what happened counts at the beginning of its day. */
  readonly since: Date;
  /** The length of each period in milliseconds: a number of hours. */
  readonly periodMs: number;
  /** The number of periods, at most 100; whatever came after the last one counts as part of it. */
  readonly periods: number;
  /** Only messages of this profile, or of one of several. Default: all. */
  readonly profile?: SomeProfiles | undefined;
}

/** What became of the messages of one webhook: each is in one figure at most, unless it was resent: each end counts. */
export interface Outcomes {
  /** The id of the webhook; undefined for messages that no webhook made. */
  readonly webhook: string | undefined;
  readonly profile: string | undefined;
  /** The number of messages that were delivered in each period from `since` on. */
  readonly delivered: readonly number[];
  /** The number of messages that were given up in each period: many hours after they were enqueued, if all attempts failed. */
  readonly failed: readonly number[];
  /** Messages that have failed, and will be tried again. */
  readonly retrying: number;
  /** Messages that wait for their first attempt. */
  readonly waiting: number;
  /** Messages whose first attempt is being made. */
  readonly sending: number;
  /** Messages that somebody has ended since `since`, also those that were resent. */
  readonly cancelled: number;
}

const countingOf = (ofProfile: string): string => `
select m.webhook, m.profile, floor(extract(epoch from m.at - $1::timestamptz) * 1000 / $2::float8)::int as period,
  sum(m.succeeded) as delivered, sum(m.failed) as failed, sum(m.cancelled) as cancelled, 0 as retrying, 0 as waiting, 0 as sending
from (${figuresSince('$1::timestamptz', [ofProfile])}) m
where m.succeeded + m.failed + m.cancelled > 0 group by 1, 2, 3
union all
select coalesce(m.webhook, ''), coalesce(m.profile, ''), 0, 0, 0, 0, count(*) filter (where m.attempts > 0),
  count(*) filter (where m.attempts = 0 and ${isFree}), count(*) filter (where m.attempts = 0 and ${isTaken})
from hookplate.job m where ${ofProfile} group by 1, 2`;

const readQuery = defineOptions<Required<OutcomesQuery>>({
  since: checkThat(
    'the beginning of an hour (UTC)',
    (value): value is Date => value instanceof Date && value.getTime() % hourMs === 0,
  ),
  periodMs: checkThat(
    'a number of hours in milliseconds',
    (value): value is number => typeof value === 'number' && value > 0 && value % hourMs === 0,
  ),
  periods: wholeNumber(1, 100),
  profile: optional(someProfiles),
});

/**
 * Counts what became of messages, for each webhook that has any.
 *
 * @throws {InvalidArgument} naming the invalid option.
 */
export async function readOutcomes(
  { executor }: Pick<Connection, 'executor'>,
  query: OutcomesQuery,
): Promise<readonly Outcomes[]> {
  const { since, periodMs, periods, profile } = readQuery(query);
  const values: unknown[] = [since.toISOString(), periodMs];
  const parameterOf = (value: unknown): string => `$${values.push(value)}`;
  const ofProfile = profile === undefined ? 'true' : hasProfile('m.profile', profile, parameterOf);
  const { rows } = await executor.query(countingOf(ofProfile), values);
  const found = new Map<string, Counts>();
  for (const row of rows) {
    const [webhook, of] = [textOf(row, 'webhook') || undefined, textOf(row, 'profile') || undefined];
    const key = JSON.stringify([webhook, of]);
    const counts = found.get(key) ?? noneIn(periods, webhook, of);
    found.set(key, counts);
    add(row, counts);
  }
  return [...found.values()];
}

interface Counts extends Outcomes {
  readonly delivered: number[];
  readonly failed: number[];
  retrying: number;
  waiting: number;
  sending: number;
  cancelled: number;
}

function noneIn(periods: number, webhook: string | undefined, profile: string | undefined): Counts {
  const zeros = (): number[] => Array.from({ length: periods }, () => 0);
  return {
    webhook,
    profile,
    delivered: zeros(),
    failed: zeros(),
    retrying: 0,
    waiting: 0,
    sending: 0,
    cancelled: 0,
  };
}

function add(row: Row, counts: Counts): void {
  const period = Math.min(numberOf(row, 'period'), counts.delivered.length - 1);
  counts.delivered[period] = (counts.delivered[period] ?? 0) + numberOf(row, 'delivered');
  counts.failed[period] = (counts.failed[period] ?? 0) + numberOf(row, 'failed');
  counts.retrying += numberOf(row, 'retrying');
  counts.waiting += numberOf(row, 'waiting');
  counts.sending += numberOf(row, 'sending');
  counts.cancelled += numberOf(row, 'cancelled');
}
