import { parseRetryAfter } from '../../http/retry-after.ts';
import { isFinalStatus } from '../../http/status.ts';
import { checkThat, objectWith } from '../../options/define-options.ts';
import { type Answered, type AttemptError, type AttemptOutcome, isAccepted } from '../wire/attempt.ts';

/** The rules for further attempts, as data. */
export interface RetryPolicy {
  /**
   * The waits after the first attempt, the second, and so on, in milliseconds; after the last one there are no more
   * attempts.
   */
  readonly schedule: readonly number[];
  /** Statuses that end a delivery at once. 408, 425, 429 and 5xx never do; 301, 308 and 410 always do. */
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

/** The maximum delay that a receiver can ask for, in milliseconds: 10 hours. */
export const retryAfterCapMs: number = 10 * hour;

/** Jitter adds up to this fraction of a delay. */
const jitter = 0.1;

/**
 * Milliseconds until the attempt after number `attempt` (from 1), or undefined if that was the last. It is the delay in
 * the schedule, or a longer one that the receiver asks for (`Retry-After`), up to 10 hours; each with up to 10 % of
 * jitter. `now` is in milliseconds since 1970, `random` at least 0 and below 1.
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

/** Errors with which another attempt would end as well. */
const finalErrors: ReadonlySet<AttemptError> = new Set(['refused-address', 'gone', 'aborted']);

function isRetried(outcome: AttemptOutcome, policy: RetryPolicy): boolean {
  if (outcome.kind === 'failed') return !finalErrors.has(outcome.error);
  if (isAccepted(outcome) || isFinalStatus(outcome.status)) return false;
  return isAlwaysRetried(outcome.status) || !policy.finalStatuses.includes(outcome.status);
}

/** Whether a status itself suggests that a later request may succeed. */
export function isAlwaysRetried(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}

function retryAfterOf(outcome: Answered, now: number): number | undefined {
  const values = outcome.headers.filter(([name]) => name === 'retry-after').map(([, value]) => value);
  return parseRetryAfter(values, now);
}
