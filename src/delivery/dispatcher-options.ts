import { assertMilliseconds } from '../http/assert-milliseconds.ts';
import { isFieldValue } from '../http/field-syntax.ts';
import { AllowList } from './guard/address-verdict.ts';
import { createSystemLookup, type Lookup } from './guard/system-lookup.ts';
import { defaultSchedule, isAlwaysRetried } from './retry/next-delay.ts';
import type { Secrets } from './signature/key-ring.ts';
import { parseSecret } from './signature/secret.ts';
import type { Attempt } from './wire/attempt.ts';

/** What a dispatcher can be told; everything has a default. */
export interface DispatcherOptions {
  /** For one attempt: connection, headers and body together. Default 15,000 ms. */
  readonly timeoutMs?: number;
  /** Milliseconds to wait after each failed attempt of `deliver`. Default 1 s, 5 s, 30 s. */
  readonly schedule?: readonly number[];
  /** Statuses that end a delivery, beside 410. None that promise better luck later: 408, 425, 429, 5xx. Default none. */
  readonly finalStatuses?: readonly number[];
  /** Sign each attempt. `whsec_` and base64 of 24 to 64 bytes. Default none: nothing is signed. */
  readonly secrets?: Secrets;
  /** CIDR ranges that may be dialled although they are not public. Default none. */
  readonly allow?: readonly string[];
  /** Gives all addresses of a name. Default: the system's resolver. */
  readonly lookup?: Lookup;
  /** Of a response's body, in bytes, that are read and kept. Default 20,480 (20 KB). */
  readonly maxResponseBytes?: number;
  /** Requests in flight to one origin; others wait for their turn. Default 64. */
  readonly perEndpoint?: number;
  /** For requests without a `user-agent` of their own. Default `hookplate`. */
  readonly userAgent?: string;
  /** Milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number;
  /** At least 0, below 1. Default `Math.random`. */
  readonly random?: () => number;
  /**
   * Told of each attempt when it is over; `host` is absent where the URL has none. What it throws, or rejects with, is
   * ignored.
   */
  readonly onAttempt?: (
    attempt: Attempt,
    message: { readonly id: string; readonly host: string | undefined },
  ) => void;
}

export type Settings = Required<DispatcherOptions>;

export const defaults: Settings = {
  timeoutMs: 15_000,
  schedule: defaultSchedule,
  finalStatuses: [],
  secrets: [],
  allow: [],
  lookup: createSystemLookup(),
  maxResponseBytes: 20 * 1024,
  perEndpoint: 64,
  userAgent: 'hookplate',
  now: Date.now,
  random: Math.random,
  onAttempt: () => {},
};

/**
 * Fills in the defaults, and keeps copies: later changes to the caller's lists change nothing.
 *
 * @throws {TypeError} naming the option that cannot be.
 */
export function normalizeOptions(options: DispatcherOptions = {}): Settings {
  const settings = { ...defaults, ...definedEntries(options) };
  assertMilliseconds(settings.timeoutMs, 'options.timeoutMs', 1);
  assertWhole(settings.maxResponseBytes, 'maxResponseBytes', 0);
  assertWhole(settings.perEndpoint, 'perEndpoint', 1);
  assertUserAgent(settings.userAgent);
  for (const name of ['lookup', 'now', 'random', 'onAttempt'] as const) assertFunction(settings[name], name);
  const schedule = listOf(settings.schedule, 'schedule', (ms, name) =>
    assertMilliseconds(ms, `options.${name}`, 0),
  );
  const finalStatuses = listOf(settings.finalStatuses, 'finalStatuses', assertFinalStatus);
  const allow = listOf(settings.allow, 'allow', () => {});
  new AllowList(allow);
  const { secrets } = settings;
  if (typeof secrets === 'function') return { ...settings, schedule, finalStatuses, allow };
  const assertSecret = (secret: string, name: string): unknown => parseSecret(secret, `options.${name}`);
  return { ...settings, schedule, finalStatuses, allow, secrets: listOf(secrets, 'secrets', assertSecret) };
}

/** An option that is there but `undefined` is as good as absent. */
function definedEntries(options: DispatcherOptions): Partial<Settings> {
  if (options === null || typeof options !== 'object') throw new TypeError('options: expected an object');
  const unknown = Object.keys(options).find(name => !Object.hasOwn(defaults, name));
  if (unknown !== undefined) throw new TypeError(`options.${unknown}: there is no such option`);
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

function listOf<T>(list: readonly T[], name: string, assert: (entry: T, name: string) => void): readonly T[] {
  if (!Array.isArray(list)) throw new TypeError(`options.${name}: expected a list`);
  const copy = [...list];
  copy.forEach((entry, index) => {
    assert(entry, `${name}[${index}]`);
  });
  return copy;
}

function assertWhole(value: unknown, name: string, least: number): void {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return;
  throw new TypeError(`options.${name}: expected a whole number from ${least}`);
}

function assertFinalStatus(status: number, name: string): void {
  const possible = Number.isInteger(status) && status >= 300 && !isAlwaysRetried(status);
  if (!possible)
    throw new TypeError(`options.${name}: expected a status from 300 to 499 but 408, 425 and 429`);
}

function assertFunction(value: unknown, name: string): void {
  if (typeof value !== 'function') throw new TypeError(`options.${name}: expected a function`);
}

function assertUserAgent(value: unknown): void {
  if (typeof value === 'string' && value !== '' && isFieldValue(value)) return;
  throw new TypeError('options.userAgent: expected text that a header can carry');
}
