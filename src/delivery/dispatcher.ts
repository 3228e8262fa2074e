import './node-version.ts';
import { headerText } from '../http/field-syntax.ts';
import {
  aText,
  checkThat,
  defineOptions,
  listener,
  milliseconds,
  objectWith,
  optional,
  wholeNumber,
} from '../options/define-options.ts';
import type { WebhookRequest } from '../webhook/webhook-request.ts';
import type { Delivery } from './delivery.ts';
import {
  type DispatcherOptions,
  type DispatcherSettings,
  readDispatcherOptions,
} from './dispatcher-options.ts';
import { createGuardedConnect } from './guard/guarded-connect.ts';
import { type OutgoingMessage, parseMessage } from './message.ts';
import { type Call, CallRegistry } from './queue/call.ts';
import { type EndpointLoad, EndpointQueue } from './queue/endpoint-queue.ts';
import { createDeliverer } from './retry/deliverer.ts';
import { type ActiveSecrets, createKeyRing, type KeyRing, unsigned } from './signature/key-ring.ts';
import type { Attempt } from './wire/attempt.ts';
import { createAttemptSender } from './wire/attempt-sender.ts';
import { failed } from './wire/classify-error.ts';
import { createTracedAgent } from './wire/traced-agent.ts';

/** Options that `send` and `deliver` share. */
export interface SendOptions {
  /**
   * The id of the message, the same in every attempt: 1 to 256 visible ASCII characters without a dot. Default: random.
   */
  readonly id?: string | undefined;
  /** Aborts the call at once, even while it waits. */
  readonly signal?: AbortSignal | undefined;
  /** The id of the configuration that made the request; passed to the function `secrets`. */
  readonly webhook?: string | undefined;
}

/** Options of `deliver`. */
export interface DeliverOptions extends SendOptions {
  /** Called after each attempt, whatever its outcome. Errors that it throws, or rejects with, are ignored. */
  readonly onAttempt?: (() => void) | undefined;
}

/** Options of `send`, for callers who store messages and count attempts themselves. */
export interface SendOnceOptions extends SendOptions {
  /** The number of this attempt, from 1, for its record and its event. Default 1. */
  readonly number?: number | undefined;
  /** Sent as the header `traceparent` (W3C Trace Context) unless the request has one, and reported with the event. */
  readonly traceparent?: string | undefined;
  /** Sign this attempt in place of the dispatcher's own: for a test of a secret that is not stored yet. Default: those. */
  readonly secrets?: ActiveSecrets | undefined;
  /** The time that the attempt has been due, in milliseconds; reported with the event. */
  readonly waitedMs?: number | undefined;
}

export interface CloseOptions {
  /** Time for calls in flight to finish before they are aborted. Default: the timeout of one attempt. */
  readonly timeoutMs?: number | undefined;
}

/**
 * Sends requests. `send` and `deliver` resolve to a record of the result, whatever it is. They reject only for wrong
 * use, with a `TypeError` (code `invalid-argument`) that quotes nothing of the request, and after `close`, with an
 * `Error` (code `closed`).
 */
export interface Dispatcher {
  /** Sends a request once. */
  readonly send: (request: WebhookRequest, options?: SendOnceOptions) => Promise<Attempt>;
  /** Sends a request until it is delivered, or until the schedule or the receiver ends the delivery. */
  readonly deliver: (request: WebhookRequest, options?: DeliverOptions) => Promise<Delivery>;
  /** The current numbers of requests in flight and waiting, for each endpoint that has any. */
  readonly endpoints: () => readonly EndpointLoad[];
  /** Accepts no more calls, lets those in flight finish, aborts them at the deadline, and closes all connections. */
  readonly close: (options?: CloseOptions) => Promise<void>;
}

/** With a dot, a part of the id could pass for a timestamp: dots separate the parts of the signed content. */
const messageId = checkThat(
  '1 to 256 visible ASCII characters without a dot',
  (value): value is string => typeof value === 'string' && /^[!-\-/-~]{1,256}$/.test(value),
);
const sendChecks = {
  id: optional(messageId),
  signal: optional(objectWith<AbortSignal>('addEventListener', 'removeEventListener')),
  webhook: optional(aText),
};
const readDeliverOptions = defineOptions<Pick<DeliverOptions, 'id' | 'signal' | 'webhook' | 'onAttempt'>>({
  ...sendChecks,
  onAttempt: optional(listener()),
});
type ReadSendOnce = {
  [K in keyof Required<Omit<SendOnceOptions, 'secrets'>>]: SendOnceOptions[K] | undefined;
};
const readSendOnceOptions = defineOptions<
  ReadSendOnce & { readonly number: number; readonly secrets: KeyRing | undefined }
>({
  ...sendChecks,
  number: optional(wholeNumber(1), 1),
  traceparent: optional(headerText),
  secrets: optional((value, name) => (value === 'unsigned' ? unsigned : createKeyRing(value, name))),
  waitedMs: optional(
    checkThat('a number from 0', (value): value is number => typeof value === 'number' && value >= 0),
  ),
});
const readCloseOptions = defineOptions<CloseOptions>({ timeoutMs: optional(milliseconds(0)) });

/**
 * Creates a dispatcher with connections of its own: connections depend on the verdict about addresses.
 *
 * @throws {TypeError} naming the invalid option.
 */
export function createDispatcher(options?: DispatcherOptions): Dispatcher {
  const settings = readDispatcherOptions(options);
  const agent = createTracedAgent(createGuardedConnect(settings), settings.perEndpoint);
  const queue = new EndpointQueue(settings);
  const sendAttempt = createAttemptSender(agent, queue, settings);
  const deliverMessage = createDeliverer(sendAttempt, settings);
  const calls = new CallRegistry();

  return Object.freeze<Dispatcher>({
    send: async (request, options) => {
      const { id, signal, number, webhook, ...own } = readSendOnceOptions(options);
      const message = { ...parseMessage(request, id, settings.userAgent, webhook), ...own };
      const send = async (call: Call): Promise<Attempt> =>
        (await sendAttempt(message, number, call)) ?? abortedAttempt(message, number, settings);
      return calls.run(send, signal);
    },
    deliver: async (request, options) => {
      const { id, signal, onAttempt, webhook } = readDeliverOptions(options);
      const message = parseMessage(request, id, settings.userAgent, webhook);
      return calls.run(call => deliverMessage(message, call, onAttempt), signal);
    },
    endpoints: () => queue.loads,
    close: async options => {
      const { timeoutMs = settings.timeoutMs } = readCloseOptions(options);
      await calls.close(timeoutMs);
      await agent.destroy();
    },
  });
}

/** The attempt of a call that was aborted before its turn: nothing was sent. */
function abortedAttempt({ wire }: OutgoingMessage, number: number, { now }: DispatcherSettings): Attempt {
  const outcome = failed('aborted', wire?.host ?? 'the receiver');
  return { number, startedAt: new Date(now()), durationMs: 0, outcome };
}
