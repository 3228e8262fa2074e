import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  defaultSchedule,
  durableSchedule,
  nextDelay,
  type RetryPolicy,
  retryAfterCapMs,
} from '../../../src/delivery/retry/next-delay.ts';
import type { AttemptError, AttemptOutcome } from '../../../src/delivery/wire/attempt.ts';
import { runs } from '../../properties.ts';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);
const [second, minute, hour] = [1000, 60_000, 3_600_000];

function answered(status: number, ...retryAfter: readonly string[]): AttemptOutcome {
  const headers = retryAfter.map(value => ['retry-after', value] as const);
  return { kind: 'answered', status, headers, body: '', truncated: false };
}

function failed(error: AttemptError): AttemptOutcome {
  return { kind: 'failed', error, message: '' };
}

describe('the delay until the next attempt', () => {
  it('follows the schedule of this process', () => {
    expect(defaultSchedule).toEqual([second, 5 * second, 30 * second]);
    expect([1, 2, 3, 4].map(attempt => nextDelay(attempt, answered(500), now, 0))).toEqual([
      second,
      5 * second,
      30 * second,
      undefined,
    ]);
  });

  it('follows the durable schedule', () => {
    const hours = [2, 5, 10, 14, 20, 24].map(count => count * hour);
    expect(durableSchedule).toEqual([5 * second, 5 * minute, 30 * minute, ...hours]);
  });

  it('is stretched by jitter up to a tenth', () => {
    expect(nextDelay(1, answered(500), now, 0.5)).toBe(1050);
    expect(nextDelay(1, answered(500), now, 1)).toBe(1100);
  });

  it.each([
    ['dns', true],
    ['connection-refused', true],
    ['connection-reset', true],
    ['tls', true],
    ['timeout', true],
    ['protocol', true],
    ['too-large-headers', true],
    ['signature', true],
    ['refused-address', false],
    ['aborted', false],
  ] as const)('after %s: %s', (error, retried) => {
    expect(nextDelay(1, failed(error), now, 0) !== undefined).toBe(retried);
  });

  it('is none after success, after 410, and after a redirect for good', () => {
    for (const status of [200, 202, 204, 299, 301, 308, 410])
      expect(nextDelay(1, answered(status), now, 0)).toBeUndefined();
  });

  it('is none after what the policy calls final, except for answers that promise better luck', () => {
    const policy: RetryPolicy = { schedule: [second], finalStatuses: [302, 404, 408, 425, 429, 500] };
    const retried = [302, 303, 404, 400, 408, 425, 429, 500, 503].filter(
      status => nextDelay(1, answered(status), now, 0, policy) !== undefined,
    );
    expect(retried).toEqual([303, 400, 408, 425, 429, 500, 503]);
  });

  it.each([
    ['the schedule where the receiver asks for less', 503, ['0'], second],
    ['what the receiver asks for', 503, ['120'], 120 * second],
    ['what the receiver asks for by date', 429, ['Sat, 21 Nov 2026 12:02:00 GMT'], 2 * minute],
    ['what the receiver asks for in any failing answer', 404, ['120'], 120 * second],
    ['the cap where the receiver asks for more', 503, ['99999999999999999999'], 10 * hour],
    ['the cap where the receiver names a far date', 503, ['Sat, 21 Nov 2099 12:02:00 GMT'], 10 * hour],
    ['the schedule where the receiver contradicts itself', 503, ['120', '60'], second],
    ['the schedule where the receiver asks for nonsense', 503, ['1e20'], second],
    ['the schedule where the receiver asks for the past', 503, ['Sat, 21 Nov 2020 12:02:00 GMT'], second],
  ] as const)('is %s', (_, status, retryAfter, delay) => {
    expect(retryAfterCapMs).toBe(10 * hour);
    expect(nextDelay(1, answered(status, ...retryAfter), now, 0)).toBe(delay);
  });

  it('is never negative, never shorter than the schedule, never past the cap', () => {
    const retryAfter = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map(String),
      fc.double().map(String),
      fc.date().map(date => (Number.isNaN(date.getTime()) ? 'never' : date.toUTCString())),
    );
    const outcome = fc.tuple(fc.integer({ min: 300, max: 599 }), fc.array(retryAfter, { maxLength: 3 }));
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    const schedule = fc.array(fc.nat(2 ** 31 - 1), { minLength: 1 });
    const attempt = fc.integer({ min: -1, max: 12 });
    fc.assert(
      fc.property(outcome, random, schedule, attempt, ([status, values], jitter, delays, number) => {
        const policy = { schedule: delays, finalStatuses: [] };
        const delay = nextDelay(number, answered(status, ...values), now, jitter, policy);
        const scheduled = delays[number - 1];
        expect(delay === undefined).toBe(scheduled === undefined || [301, 308, 410].includes(status));
        if (scheduled === undefined || delay === undefined) return;
        expect(delay).toBeGreaterThanOrEqual(scheduled);
        expect(delay).toBeLessThanOrEqual(Math.max(scheduled * 1.1, retryAfterCapMs));
      }),
      { numRuns: runs(2000) },
    );
  });
});

it.each([
  ['policy.schedule: expected a list', answered(500), {}],
  ['policy.finalStatuses: expected a list', answered(404), { schedule: [1] }],
  ['policy: expected an object', answered(500), null],
  ['outcome: expected an object', undefined, undefined],
])('says what it cannot use: %s', (message, outcome, policy) => {
  // A caller without types can pass anything.
  const call = nextDelay as (...given: unknown[]) => unknown;
  expect(() => call(1, outcome, 0, 0, policy)).toThrow(expect.objectContaining({ message }));
});
