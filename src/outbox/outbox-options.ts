import type { Connection, Database } from '../database/database.ts';
import { DatabaseError } from '../database/database-error.ts';
import { anOpenDatabase } from '../database/open-database.ts';
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
  wholeNumber,
} from '../options/define-options.ts';
import type { DisabledEndpoint, FailingEndpoint } from './endpoint.ts';
import { usualHoldMs } from './line.ts';
import type { EndedMessage } from './message.ts';
import { OutboxError } from './outbox-error.ts';

/** How long what was stored is kept, in milliseconds. */
export interface Retention {
  /** Attempts. Default 30 days. */
  readonly attemptsMs?: number;
  /** Requests of messages that have ended; without its request a message cannot be resent. Default 30 days. */
  readonly requestsMs?: number;
  /** Messages that have ended, with all that belongs to them. Default 365 days. */
  readonly messagesMs?: number;
}

/** What is handed on to the dispatcher as it is. */
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
  /** What `openDatabase` opened. */
  readonly database: Database;
  /** Milliseconds to wait after each failed attempt. Default `durableSchedule`: about three days. */
  readonly schedule?: readonly number[];
  /** For one attempt: connection, headers and body together. Default 15,000 ms. */
  readonly timeoutMs?: number;
  /** Messages that this process sends at the same time; slow ones may come on top, half as many. Default 200. */
  readonly concurrency?: number;
  /** Messages in flight to one endpoint, over all processes: approximately, and fewer while it fails. Default 64. */
  readonly perEndpoint?: number;
  /**
   * How long a message that fails holds up those behind it in its order, in milliseconds; `'forever'`: until it ends.
   * Default 300,000 (5 minutes).
   */
  readonly hold?: number | 'forever';
  /** Requests with more bytes, as they are stored, are refused. Default 1,048,576 (1 MiB). */
  readonly maxRequestBytes?: number;
  /** How often an idle worker looks for work, in milliseconds: for retries that are due. Default 1000. */
  readonly pollMs?: number;
  /** An endpoint that only fails for so long is disabled. Default 432,000,000 ms (5 days). */
  readonly disableAfterMs?: number;
  readonly retention?: Retention;
  /** 32 bytes in base64 each: the first seals stored requests, all open them. Default none: they are stored as they are. */
  readonly encryptionKeys?: readonly string[];
  /** Milliseconds since 1970, for records and signatures; what is due says the database. Default `Date.now`. */
  readonly now?: () => number;
  /** At least 0, below 1. Default `Math.random`. */
  readonly random?: () => number;
  /** Told of each message that ended, by the process that recorded it. */
  readonly onDelivery?: (message: EndedMessage) => void;
  /** Told of each endpoint that has only failed for half of `disableAfterMs`. */
  readonly onEndpointFailing?: (endpoint: FailingEndpoint) => void;
  readonly onEndpointDisabled?: (endpoint: DisabledEndpoint) => void;
  /**
   * Told once when the database goes away, and every ten minutes of messages that no key of this process opens. Default:
   * a warning of the process.
   */
  readonly onError?: (error: unknown) => void;
}

type Listeners = Required<
  Pick<OutboxOptions, 'onDelivery' | 'onEndpointFailing' | 'onEndpointDisabled' | 'onError'>
>;
type Numbers = Required<
  Pick<
    OutboxOptions,
    | 'schedule'
    | 'timeoutMs'
    | 'concurrency'
    | 'perEndpoint'
    | 'maxRequestBytes'
    | 'pollMs'
    | 'disableAfterMs'
    | 'now'
    | 'random'
  >
>;

/** The options as they are used. */
export interface OutboxSettings extends Listeners, Numbers {
  readonly database: Connection;
  readonly retention: Required<Retention>;
  /** Seals with the first of `encryptionKeys`. */
  readonly sealer: Sealer;
  readonly finalStatuses: readonly number[];
  /** In milliseconds. */
  readonly hold: number;
}

const day = 24 * 60 * 60 * 1000;
/** How long an endpoint may only fail before it is disabled, unless something else is said. */
export const usualDisableAfterMs = 5 * day;
const defaultRetention = { attemptsMs: 30 * day, requestsMs: 30 * day, messagesMs: 365 * day };

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
  maxRequestBytes: optional(wholeNumber(1), 2 ** 20),
  pollMs: optional(milliseconds(1), 1000),
  disableAfterMs: optional(wholeNumber(1), usualDisableAfterMs),
  retention: optional(
    defineOptions<Required<Retention>>({
      attemptsMs: optional(wholeNumber(0), defaultRetention.attemptsMs),
      requestsMs: optional(wholeNumber(0), defaultRetention.requestsMs),
      messagesMs: optional(wholeNumber(0), defaultRetention.messagesMs),
    }),
    defaultRetention,
  ),
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
 * Fills in the defaults.
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
  // The outbox itself bounds endpoints, before their messages are taken, and remembers who is gone.
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
