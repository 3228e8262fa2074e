import { parseRetryAfter } from '../../http/retry-after.ts';
import { checkThat, objectWith } from '../../options/define-options.ts';
import { type Answered, type AttemptError, type AttemptOutcome, isAccepted } from '../wire/attempt.ts';

/** When there is another attempt, as data. */
export interface RetryPolicy {
  /** Milliseconds to wait after the first attempt, after the second, and so on; its end is the end. */
  readonly schedule: readonly number[];
  /** Answers that end a delivery at once. 408, 425, 429 and 5xx never do, 410 always. */
  readonly finalStatuses: readonly number[];
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** For deliveries that end with this process. */
export const defaultSchedule: readonly number[] = [1 * second, 5 * second, 30 * second];

/** For deliveries that survive a restart: about three days. */
export const durableSchedule: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** The longest that a receiver can delay the next attempt, in milliseconds: 10 hours. */
export const retryAfterCapMs: number = 10 * hour;

/** How much jitter may add to a time. */
const jitter = 0.1;

/**
 * Milliseconds until the attempt after number `attempt` (from 1), or nothing if that was the last. What the schedule
 * says, or up to 10 hours more if the receiver asks for it (`Retry-After`); each with up to 10 % of jitter.
 * `now` is in milliseconds since 1970, `random` at least 0 and below 1.
 *
 * @throws {TypeError} for a policy without its lists.
 */
export function nextDelay(
  attempt: number,
  outcome: AttemptOutcome,
  now: number,
  random: number,
  policy: RetryPolicy = { schedule: defaultSchedule, finalStatuses: [] },
): number | undefined {
  readOutcome(outcome, 'outcome');
  readPolicy(policy, 'policy');
  readList(policy.schedule, 'policy.schedule');
  readList(policy.finalStatuses, 'policy.finalStatuses');
  const scheduled = policy.schedule[attempt - 1];
  if (scheduled === undefined || !isRetried(outcome, policy)) return undefined;
  const stretch = 1 + jitter * random;
  const hint = outcome.kind === 'answered' ? (retryAfterOf(outcome, now) ?? 0) : 0;
  return Math.max(scheduled * stretch, Math.min(hint * stretch, retryAfterCapMs));
}

const readOutcome = objectWith<AttemptOutcome>();
const readPolicy = objectWith<RetryPolicy>();
const readList = checkThat('a list', (value): value is readonly unknown[] => Array.isArray(value));

/** Where another attempt would end as this one did. */
const finalErrors: ReadonlySet<AttemptError> = new Set(['refused-address', 'gone', 'aborted']);

function isRetried(outcome: AttemptOutcome, policy: RetryPolicy): boolean {
  if (outcome.kind === 'failed') return !finalErrors.has(outcome.error);
  if (isAccepted(outcome) || outcome.status === 410) return false;
  return isAlwaysRetried(outcome.status) || !policy.finalStatuses.includes(outcome.status);
}

/** Answers that say of themselves that a later request may fare better. */
export function isAlwaysRetried(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}

function retryAfterOf(outcome: Answered, now: number): number | undefined {
  const values = outcome.headers.filter(([name]) => name === 'retry-after').map(([, value]) => value);
  return parseRetryAfter(values, now);
}
