import type { Attempt } from './attempt.ts';
import { isFieldValue } from './field-syntax.ts';

/** What a dispatcher can be told; everything has a default. */
export interface DispatcherOptions {
  /** For one attempt: connection, headers and body together. Default 15,000 ms. */
  readonly timeoutMs?: number;
  /** Of a response's body, in bytes, that are read and kept. Default 20,480 (20 KB). */
  readonly maxResponseBytes?: number;
  /** For requests without a `user-agent` of their own. Default `hookplate`. */
  readonly userAgent?: string;
  /** Milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number;
  /** Told of each attempt when it is over. */
  readonly onAttempt?: (attempt: Attempt) => void;
}

export type Settings = Required<DispatcherOptions>;

export const defaults: Settings = {
  timeoutMs: 15_000,
  maxResponseBytes: 20 * 1024,
  userAgent: 'hookplate',
  now: Date.now,
  onAttempt: () => {},
};

/**
 * Fills in the defaults.
 *
 * @throws {TypeError} naming the option that cannot be.
 */
export function normalizeOptions(options: DispatcherOptions = {}): Settings {
  const settings = { ...defaults, ...definedEntries(options) };
  assertWhole(settings.timeoutMs, 'timeoutMs', 1);
  assertWhole(settings.maxResponseBytes, 'maxResponseBytes', 0);
  assertUserAgent(settings.userAgent);
  assertFunction(settings.now, 'now');
  assertFunction(settings.onAttempt, 'onAttempt');
  return settings;
}

/** An option that is there but `undefined` is as good as absent. */
function definedEntries(options: DispatcherOptions): Partial<Settings> {
  if (options === null || typeof options !== 'object') throw new TypeError('options: expected an object');
  const unknown = Object.keys(options).find(name => !(name in defaults));
  if (unknown !== undefined) throw new TypeError(`options.${unknown}: there is no such option`);
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** Timers count milliseconds in 31 bits; a longer one fires at once. */
const largestTimer = 2 ** 31 - 1;

function assertWhole(value: unknown, name: string, least: number): void {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= largestTimer) return;
  throw new TypeError(`options.${name}: expected a whole number from ${least} to ${largestTimer}`);
}

function assertFunction(value: unknown, name: string): void {
  if (typeof value !== 'function') throw new TypeError(`options.${name}: expected a function`);
}

function assertUserAgent(value: unknown): void {
  if (typeof value === 'string' && value !== '' && isFieldValue(value)) return;
  throw new TypeError('options.userAgent: expected text that a header can carry');
}
