import type { SecureContext } from 'node:tls';
import { headerText } from '../http/field-syntax.ts';
import {
  aFunction,
  aListOf,
  checkThat,
  defineOptions,
  listener,
  milliseconds,
  optional,
  wholeNumber,
} from '../options/define-options.ts';
import { AllowList } from './guard/refusal.ts';
import { createSystemLookup, type Lookup } from './lookup/system-lookup.ts';
import { defaultSchedule, isAlwaysRetried } from './retry/next-delay.ts';
import { createKeyRing, type KeyRing, type Secrets } from './signature/key-ring.ts';
import type { Attempt } from './wire/attempt.ts';
import { createTlsContext, type TlsOptions } from './wire/tls-context.ts';

/** The options of a dispatcher; each has a default. */
export interface DispatcherOptions {
  /** For one attempt: connection, headers and body together. Default 15,000 ms. */
  readonly timeoutMs?: number;
  /** Milliseconds to wait after each failed attempt of `deliver`. Default 1 s, 5 s, 30 s. */
  readonly schedule?: readonly number[];
  /** Statuses that end a delivery, besides 410; not 408, 425, 429 or 5xx, which are always tried again. Default none. */
  readonly finalStatuses?: readonly number[];
  /** Sign each attempt. `whsec_` and base64 of 24 to 64 bytes. Default none: nothing is signed. */
  readonly secrets?: Secrets;
  /** CIDR ranges that may be dialled although they are not public. Default none. */
  readonly allow?: readonly string[];
  /** Resolves to all addresses of a name. Default: the hosts file, then the name servers of the system. */
  readonly lookup?: Lookup;
  /** Authorities to trust, and a client certificate. Default: what Node trusts, and none. */
  readonly tls?: TlsOptions;
  /** How much of a response's body is read and kept, in bytes. Default 20,480 (20 KB). */
  readonly maxResponseBytes?: number;
  /** Requests in flight, and connections, to one origin; other requests wait for their turn. Default 64. */
  readonly perEndpoint?: number;
  /** Requests that may wait for one origin; an attempt beyond it fails with `queue-full`. Default 100,000. */
  readonly maxWaiting?: number;
  /**
   * How long a URL that answered 410 is not asked again with the same headers: attempts fail with `gone`. Default
   * 300,000 ms (5 minutes).
   */
  readonly goneMs?: number;
  /** For requests without a `user-agent` of their own. Default `hookplate`. */
  readonly userAgent?: string;
  /** Milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number;
  /** At least 0, below 1. Default `Math.random`. */
  readonly random?: () => number;
  /** Called with frozen copies after each attempt. What it throws, or rejects with, is ignored. */
  readonly onAttempt?: (attempt: Attempt, message: AttemptedMessage) => void;
}

/** What is told of a message beside an attempt to deliver it. */
export interface AttemptedMessage {
  readonly id: string;
  /** Absent where the URL has none. */
  readonly host: string | undefined;
  /** How long the attempt had been due when it began, in milliseconds; absent where nobody keeps messages. */
  readonly waitedMs: number | undefined;
}

/** The options as they are used. */
export interface DispatcherSettings extends Required<Omit<DispatcherOptions, 'allow' | 'secrets' | 'tls'>> {
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
 * Fills in the defaults.
 *
 * @throws {InvalidArgument} naming the invalid option.
 */
export const readDispatcherOptions: (options?: DispatcherOptions) => DispatcherSettings =
  defineOptions<DispatcherSettings>({
    timeoutMs: optional(milliseconds(1), 15_000),
    schedule: optional(aListOf(milliseconds(0)), defaultSchedule),
    finalStatuses: optional(aListOf(finalStatus), []),
    secrets: optional(createKeyRing, createKeyRing([])),
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
