import { Problem } from '../api/problem.ts';
import { defineOptions, optional, type WithDefaults, wholeNumber } from '../options/define-options.ts';

/** What one profile may have and do, so that it takes nothing from others. Rates hold for each instance. */
export interface ProfileLimits {
  /** How many webhooks it has at most. Default 500. */
  readonly maxWebhooks?: number | undefined;
  /** How many tests it sends in a minute. Default 10. */
  readonly maxTestsPerMinute?: number | undefined;
  /** How many events programs report to the API in a second, over ten seconds; `notify` refuses none. Default 100. */
  readonly maxEventsPerSecond?: number | undefined;
}

export const readProfileLimits = defineOptions<WithDefaults<ProfileLimits>>({
  maxWebhooks: optional(wholeNumber(1), 500),
  maxTestsPerMinute: optional(wholeNumber(1), 10),
  maxEventsPerSecond: optional(wholeNumber(1), 100),
});

/** At most so many events in one request, all of which may be of one profile. */
export const maxEventsOfRequest = 1000;
const burstSeconds = 10;

export function createRates(
  { maxTestsPerMinute, maxEventsPerSecond }: WithDefaults<ProfileLimits>,
  now: () => number,
) {
  const burst = Math.max(maxEventsOfRequest, burstSeconds * maxEventsPerSecond);
  return {
    tests: new Rate({ count: maxTestsPerMinute, perMs: 60_000 }, now),
    events: new Rate({ count: maxEventsPerSecond, perMs: 1000, burst }, now),
  };
}

/** At most so many profiles are remembered; then the ones that were quiet for longest are forgotten. */
const maxRemembered = 10_000;

/**
 * How much each profile may do in a time. What it has not used up is there later, up to a burst.
 * https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm
 */
export class Rate {
  readonly #intervalMs: number;
  readonly #burst: number;
  readonly #now: () => number;
  /** The time at which all that was used will have been earned again, by profile; the one that used some last is last. */
  readonly #earnedAt = new Map<string, number>();

  constructor(
    { count, perMs, burst = count }: { count: number; perMs: number; burst?: number },
    now: () => number,
  ) {
    this.#intervalMs = perMs / count;
    this.#burst = burst;
    this.#now = now;
  }

  /** Uses up some of it. @throws {Problem} 429 with the time to wait, if a profile has less; then nothing is used up. */
  use(wanted: ReadonlyMap<string, number>, what: string): void {
    const now = this.#now();
    const next = [...wanted].map(([profile, count]): [string, number] => {
      const earnedAt = Math.max(now, this.#earnedAt.get(profile) ?? 0) + count * this.#intervalMs;
      const waitMs = earnedAt - now - this.#burst * this.#intervalMs;
      if (waitMs > 0) throw throttled(what, waitMs);
      return [profile, earnedAt];
    });
    for (const [profile, earnedAt] of next) {
      this.#earnedAt.delete(profile);
      this.#earnedAt.set(profile, earnedAt);
    }
    for (const [profile] of this.#earnedAt) {
      if (this.#earnedAt.size <= maxRemembered) break;
      this.#earnedAt.delete(profile);
    }
  }
}

function throttled(what: string, waitMs: number): Problem {
  const seconds = String(Math.ceil(waitMs / 1000));
  const detail = `${what} Try again in ${seconds} seconds.`;
  return new Problem(429, 'throttled', detail, { 'retry-after': seconds });
}
