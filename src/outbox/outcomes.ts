import type { Connection } from '../database/database.ts';
import { numberOf, optionalTextOf, type Row } from '../database/row.ts';
import { aText, checkThat, defineOptions, optional, wholeNumber } from '../options/define-options.ts';
import { isGivenUp } from './message.ts';

export interface OutcomesQuery {
  /** The start of the first period; only messages that were enqueued since then count. */
  readonly since: Date;
  /** The length of each period in milliseconds. */
  readonly periodMs: number;
  /** The number of periods, at most 100; whatever came after the last one counts as part of it. */
  readonly periods: number;
  /** Only messages of this profile. Default: all. */
  readonly profile?: string | undefined;
}

/** What became of the messages of one webhook, by the period in which they were enqueued. */
export interface Outcomes {
  /** The id of the webhook; undefined for messages that no webhook made. */
  readonly webhook: string | undefined;
  readonly profile: string | undefined;
  /** The number of messages that were delivered, for each period from `since` on. */
  readonly delivered: readonly number[];
  /** The number of messages that ended otherwise; cancelled ones do not count. */
  readonly failed: readonly number[];
  /** Messages that have failed, and will be tried again. */
  readonly retrying: number;
}

const counting = `
select m.webhook, m.profile,
  floor(extract(epoch from m.created_at - $1::timestamptz) * 1000 / $2::float8)::int as period,
  count(*) filter (where m.state = 'delivered') as delivered,
  count(*) filter (where ${isGivenUp}) as failed,
  count(*) filter (where m.finished_at is null and m.attempts > 0) as retrying
from hookplate.message m
where m.created_at >= $1::timestamptz and ($3::text is null or m.profile = $3::text)
group by 1, 2, 3`;

const readQuery = defineOptions<Required<OutcomesQuery>>({
  since: checkThat(
    'a valid date',
    (value): value is Date => value instanceof Date && !Number.isNaN(value.getTime()),
  ),
  periodMs: wholeNumber(1),
  periods: wholeNumber(1, 100),
  profile: optional(aText),
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
  const { rows } = await executor.query(counting, [since.toISOString(), periodMs, profile ?? null]);
  const found = new Map<string, Counts>();
  for (const row of rows) {
    const [webhook, of] = [optionalTextOf(row, 'webhook'), optionalTextOf(row, 'profile')];
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
}

function noneIn(periods: number, webhook: string | undefined, profile: string | undefined): Counts {
  const zeros = (): number[] => Array.from({ length: periods }, () => 0);
  return { webhook, profile, delivered: zeros(), failed: zeros(), retrying: 0 };
}

function add(row: Row, counts: Counts): void {
  const period = Math.min(numberOf(row, 'period'), counts.delivered.length - 1);
  counts.delivered[period] = (counts.delivered[period] ?? 0) + numberOf(row, 'delivered');
  counts.failed[period] = (counts.failed[period] ?? 0) + numberOf(row, 'failed');
  counts.retrying += numberOf(row, 'retrying');
}
