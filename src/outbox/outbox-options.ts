import type { Connection, Database } from '../database/database.ts';
import { DatabaseError } from '../database/database-error.ts';
import { anOpenDatabase } from '../database/open-database.ts';
import { retentionDaysCheck, usualRetentionDays } from '../database/retention.ts';
import { aListOfKeys, createSealer, type Sealer } from '../database/sealer.ts';
import type { DispatcherOptions } from '../delivery/dispatcher-options.ts';
import { durableSchedule } from '../delivery/retry/next-delay.ts';
import {
  aFunction,
  aListOf,
  type Check,
  defineOptions,
  expected,
  listener,
  milliseconds,
  optional,
  unchecked,
  type WithDefaults,
  wholeNumber,
} from '../options/define-options.ts';
import type { DisabledEndpoint, FailingEndpoint } from './endpoint.ts';
import { usualHoldMs } from './line.ts';
import type { EndedMessage } from './message.ts';
import { OutboxError } from './outbox-error.ts';

/** Options that are passed to the dispatcher unchanged. */
const passedOn = [
  'finalStatuses',
  'secrets',
  'allow',
  'lookup',
  'tls',
  'maxResponseBytes',
  'userAgent',
  'onAttempt',
] as const satisfies readonly (keyof DispatcherOptions)[];

type PassedOn = Pick<DispatcherOptions, (typeof passedOn)[number]>;

export interface OutboxOptions extends PassedOn {
  /** The result of `openDatabase`. */
  readonly database: Database;
  /** The waits after failed attempts, in milliseconds. Default `durableSchedule`: about three days. */
  readonly schedule?: readonly number[] | undefined;
  /** Time for one attempt: connection, headers and body together. Default 15,000 ms. */
  readonly timeoutMs?: number | undefined;
  /**
   * Maximum number of messages that this process sends at the same time; half as many slow ones may be added. Default
   * 200.
   */
  readonly concurrency?: number | undefined;
  /**
   * Maximum number of messages in flight to one endpoint, over all processes: approximate, and lower while it fails.
   * Default 64.
   */
  readonly perEndpoint?: number | undefined;
  /**
   * The time that a failing message holds up those behind it in its order, in milliseconds; `'forever'`: until it ends.
   * Default 300,000 (5 minutes).
   */
  readonly hold?: number | 'forever' | undefined;
  /** Requests with more bytes in their stored form are refused. Default 1,048,576 (1 MiB). */
  readonly maxRequestBytes?: number | undefined;
  /** Milliseconds between two looks of an idle worker for work, such as retries that are due. Default 1000. */
  readonly pollMs?: number | undefined;
  /** The time of nothing but failures after which an endpoint is disabled. Default 432,000,000 ms (5 days). */
  readonly disableAfterMs?: number | undefined;
  /**
   * The number of days for which messages are kept after their end, and attempts after they were made; figures are kept for a
   * year. Default 30.
   */
  readonly retentionDays?: number | undefined;
  /**
   * Keys of 32 bytes each, in base64. The first seals stored requests, all of them open them. Default: none, requests
   * are stored in plain text.
   */
  readonly encryptionKeys?: readonly string[] | undefined;
  /**
   * Milliseconds since 1970, for records and signatures; the database's clock decides what is due. Default `Date.now`.
   */
  readonly now?: (() => number) | undefined;
  /** Returns a number of at least 0 and below 1. Default `Math.random`. */
  readonly random?: (() => number) | undefined;
  /** Called for each message that ended, in the process that recorded it. */
  readonly onDelivery?: ((message: EndedMessage) => void) | undefined;
  /** Called for each endpoint that has done nothing but fail for half of `disableAfterMs`. */
  readonly onEndpointFailing?: ((endpoint: FailingEndpoint) => void) | undefined;
  /** Called for each endpoint that was disabled, because of its failures, of a 410, or by `disableEndpoint`. */
  readonly onEndpointDisabled?: ((endpoint: DisabledEndpoint) => void) | undefined;
  /**
   * Called once when the database becomes unavailable, and at most every ten minutes with a message that no key of this
   * process opens. Default: emits a warning of the process.
   */
  readonly onError?: ((error: unknown) => void) | undefined;
}

type Listeners = WithDefaults<
  Pick<OutboxOptions, 'onDelivery' | 'onEndpointFailing' | 'onEndpointDisabled' | 'onError'>
>;
type Numbers = WithDefaults<
  Pick<
    OutboxOptions,
    | 'schedule'
    | 'timeoutMs'
    | 'concurrency'
    | 'perEndpoint'
    | 'maxRequestBytes'
    | 'pollMs'
    | 'disableAfterMs'
    | 'retentionDays'
    | 'now'
    | 'random'
  >
>;

export interface OutboxSettings extends Listeners, Numbers {
  readonly database: Connection;
  /** Seals with the first of `encryptionKeys`. */
  readonly sealer: Sealer;
  readonly finalStatuses: readonly number[];
  /** In milliseconds. */
  readonly hold: number;
}

/** The default size of a request, in bytes: 1 MiB. */
export const usualMaxRequestBytes: number = 2 ** 20;

const day = 24 * 60 * 60 * 1000;
/** The default of `disableAfterMs`. */
export const usualDisableAfterMs = 5 * day;

const aHold: Check<number> = (value, name) => {
  if (value === 'forever') return Number.POSITIVE_INFINITY;
  if (typeof value === 'number') return milliseconds(0)(value, name);
  throw expected(name, "milliseconds, or 'forever'");
};

type Read = Omit<OutboxSettings, 'sealer'> &
  Omit<PassedOn, 'finalStatuses'> & { readonly encryptionKeys: readonly string[] };

const readSettings = defineOptions<Read>({
  database: anOpenDatabase,
  schedule: optional(aListOf(milliseconds(0)), durableSchedule),
  concurrency: optional(wholeNumber(1), 200),
  perEndpoint: optional(wholeNumber(1), 64),
  timeoutMs: optional(milliseconds(1), 15_000),
  hold: optional(aHold, usualHoldMs),
  maxRequestBytes: optional(wholeNumber(1), usualMaxRequestBytes),
  pollMs: optional(milliseconds(1), 1000),
  disableAfterMs: optional(wholeNumber(1), usualDisableAfterMs),
  retentionDays: optional(retentionDaysCheck, usualRetentionDays),
  encryptionKeys: optional(aListOfKeys, []),
  now: optional(aFunction<() => number>(), Date.now),
  random: optional(aFunction<() => number>(), Math.random),
  onDelivery: optional(listener(), () => {}),
  onEndpointFailing: optional(listener(), () => {}),
  onEndpointDisabled: optional(listener(), () => {}),
  onError: optional(listener(), warn),
  finalStatuses: optional(unchecked(), []),
  secrets: unchecked(),
  allow: unchecked(),
  lookup: unchecked(),
  tls: unchecked(),
  maxResponseBytes: unchecked(),
  userAgent: unchecked(),
  onAttempt: unchecked(),
});

/**
 * Checks the options and fills in the defaults.
 *
 * @throws {InvalidArgument} naming the invalid option.
 */
export function readOutboxOptions(options: OutboxOptions): {
  readonly settings: OutboxSettings;
  readonly dispatcherOptions: DispatcherOptions;
} {
  const { encryptionKeys, ...read } = readSettings(options);
  const settings = { ...read, sealer: createSealer(encryptionKeys) };
  const { timeoutMs, concurrency, now, random } = settings;
  const given = passedOn.filter(name => settings[name] !== undefined).map(name => [name, settings[name]]);
  // The outbox itself limits endpoints, before their messages are taken, and remembers those that are gone.
  const own = { timeoutMs, perEndpoint: 2 * concurrency, now, random, schedule: [], goneMs: 0 };
  return { settings, dispatcherOptions: { ...Object.fromEntries(given), ...own } };
}

function warn(error: unknown): void {
  const why = error instanceof Error ? error.message : 'unknown error';
  const isOfMessage =
    error instanceof OutboxError || (error instanceof DatabaseError && error.code === 'wrong-key');
  const warning = isOfMessage ? why : `The outbox waits for its database: ${why}`;
  process.emitWarning(warning, { type: 'HookplateWarning' });
}
