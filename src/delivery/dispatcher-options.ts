import type { SecureContext } from 'node:tls';
import { headerText } from '../http/field-syntax.ts';
import { AllowList } from '../http/refused-addresses.ts';
import {
  aFunction,
  aListOf,
  checkThat,
  defineOptions,
  listener,
  milliseconds,
  optional,
  type WithDefaults,
  wholeNumber,
} from '../options/define-options.ts';
import { createSystemLookup, type Lookup } from './lookup/system-lookup.ts';
import { defaultSchedule, isAlwaysRetried } from './retry/next-delay.ts';
import { createKeyRing, type KeyRing, type Secrets, unsigned } from './signature/key-ring.ts';
import type { Attempt } from './wire/attempt.ts';
import { createTlsContext, type TlsOptions } from './wire/tls-context.ts';

/** The options of a dispatcher; each has a default. */
export interface DispatcherOptions {
  /** Time for one attempt: connection, headers and body together. Default 15,000 ms. */
  readonly timeoutMs?: number | undefined;
  /** The waits after failed attempts of `deliver`, in milliseconds. Default 1 s, 5 s, 30 s. */
  readonly schedule?: readonly number[] | undefined;
  /**
   * Statuses that end a delivery, in addition to 301, 308 and 410; not 408, 425, 429 or 5xx, which are always retried.
   * Default: none.
   */
  readonly finalStatuses?: readonly number[] | undefined;
  /**
   * Secrets that sign each attempt: a list of at least one, or a function that is asked once for each attempt. `whsec_`
   * and base64 of 24 to 64 bytes, or `whsk_` and base64 of an Ed25519 private key. Default: attempts are not signed.
   */
  readonly secrets?: Secrets | undefined;
  /** CIDR ranges that may be connected to although they are not public. Default: none. */
  readonly allow?: readonly string[] | undefined;
  /** Resolves a name to all its addresses. Default: the hosts file, then the name servers of the system. */
  readonly lookup?: Lookup | undefined;
  /** Trusted authorities, and a client certificate. Default: those that Node trusts, and none. */
  readonly tls?: TlsOptions | undefined;
  /** The maximum number of bytes of a response's body to read and keep. Default 20,480 (20 KB). */
  readonly maxResponseBytes?: number | undefined;
  /** The maximum number of requests in flight, and of connections, to one origin; further requests wait. Default 64. */
  readonly perEndpoint?: number | undefined;
  /**
   * The maximum number of requests that wait for one origin; further attempts fail with `queue-full`. Default 100,000.
   */
  readonly maxWaiting?: number | undefined;
  /**
   * The time for which a URL that answered 410 is not tried again with the same headers: attempts fail with `gone`.
   * Default 300,000 ms (5 minutes).
   */
  readonly goneMs?: number | undefined;
  /** The `user-agent` of requests without one. Default `hookplate`. */
  readonly userAgent?: string | undefined;
  /** The current time in milliseconds since 1970. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Returns a number of at least 0 and below 1. Default `Math.random`. */
  readonly random?: (() => number) | undefined;
  /** Called with frozen copies after each attempt. Errors that it throws, or rejects with, are ignored. */
  readonly onAttempt?: ((attempt: Attempt, message: AttemptedMessage) => void) | undefined;
}

/** Facts about a message that are reported with an attempt. */
export interface AttemptedMessage {
  readonly id: string;
  /** Absent if the URL has none. */
  readonly host: string | undefined;
  /**
   * The time between the due time of the attempt and its beginning, in milliseconds; absent if nobody stores messages.
   */
  readonly waitedMs: number | undefined;
}

export interface DispatcherSettings
  extends WithDefaults<Omit<DispatcherOptions, 'allow' | 'secrets' | 'tls'>> {
  readonly allow: AllowList;
  readonly secrets: KeyRing;
  readonly tls: SecureContext | undefined;
}

const finalStatus = checkThat(
  'a status from 300 to 499 other than 408, 425 and 429',
  (value): value is number =>
    Number.isInteger(value) && Number(value) >= 300 && !isAlwaysRetried(Number(value)),
);

/**
 * Checks the options and fills in the defaults.
 *
 * @throws {InvalidArgument} naming the invalid option.
 */
export const readDispatcherOptions: (options?: DispatcherOptions) => DispatcherSettings =
  defineOptions<DispatcherSettings>({
    timeoutMs: optional(milliseconds(1), 15_000),
    schedule: optional(aListOf(milliseconds(0)), defaultSchedule),
    finalStatuses: optional(aListOf(finalStatus), []),
    secrets: optional(createKeyRing, unsigned),
    allow: optional((ranges, name) => new AllowList(ranges, name), new AllowList([])),
    lookup: optional(aFunction<Lookup>(), createSystemLookup()),
    tls: optional(createTlsContext),
    maxResponseBytes: optional(wholeNumber(0), 20 * 1024),
    perEndpoint: optional(wholeNumber(1), 64),
    maxWaiting: optional(wholeNumber(0), 100_000),
    goneMs: optional(milliseconds(0), 300_000),
    userAgent: optional(headerText, 'hookplate'),
    now: optional(aFunction<() => number>(), Date.now),
    random: optional(aFunction<() => number>(), Math.random),
    onAttempt: optional(listener(warnOfListener), () => {}),
  });

function warnOfListener(): void {
  process.emitWarning('onAttempt threw an error', { type: 'HookplateWarning' });
}
