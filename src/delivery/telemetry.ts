import { type Channel, channel } from 'node:diagnostics_channel';
import type { DeliveryState } from './delivery.ts';
import type { OutgoingMessage } from './message.ts';
import type { Attempt, AttemptOutcome } from './wire/attempt.ts';
import { isAccepted } from './wire/attempt.ts';

/**
 * Attributes according to OpenTelemetry's semantic conventions for HTTP clients. They contain nothing of the URL but
 * host and port, no header and no body.
 */
export interface HttpAttributes {
  readonly 'http.request.method': string;
  readonly 'url.scheme'?: string;
  readonly 'server.address'?: string;
  readonly 'server.port'?: number;
  readonly 'network.peer.address'?: string;
  readonly 'http.response.status_code'?: number;
  /** The status of an unsuccessful answer as text, or the kind of the failure. */
  readonly 'error.type'?: string;
  /** The number of earlier attempts; absent in the first. */
  readonly 'http.request.resend_count'?: number;
}

/** Published on `hookplate:attempt` when an attempt ends. */
export interface AttemptEvent {
  /** The id of the message, which the receiver sees in `webhook-id`. */
  readonly id: string;
  readonly number: number;
  readonly startedAt: Date;
  readonly durationMs: number;
  /** The time that it had been due before, if the caller stores messages; absent otherwise. */
  readonly waitedMs?: number;
  /** The trace that its message belongs to, if it is known. */
  readonly traceparent?: string;
  readonly attributes: HttpAttributes;
}

/** Published on `hookplate:delivery` when a delivery ends. */
export interface DeliveryEvent {
  readonly id: string;
  readonly state: DeliveryState;
  /** The number of attempts. */
  readonly attempts: number;
  readonly startedAt: Date;
  /** From beginning to end, including waits. */
  readonly durationMs: number;
  /** The attributes of the last attempt. */
  readonly attributes: HttpAttributes;
}

const attemptChannel = channel('hookplate:attempt');
const deliveryChannel = channel('hookplate:delivery');

export function publishAttempt(message: OutgoingMessage, attempt: Attempt): void {
  if (!attemptChannel.hasSubscribers) return;
  const { number, startedAt, durationMs } = attempt;
  publish<AttemptEvent>(attemptChannel, {
    id: message.id,
    number,
    startedAt: new Date(startedAt),
    durationMs,
    ...(message.waitedMs !== undefined && { waitedMs: message.waitedMs }),
    ...(message.traceparent !== undefined && { traceparent: message.traceparent }),
    attributes: attributesOf(message, attempt),
  });
}

/** `lastOf`, which returns the request and the last attempt, is called only if there are subscribers. */
export function publishDelivery(
  delivery: Omit<DeliveryEvent, 'attributes'>,
  lastOf: () => { readonly message: OutgoingMessage; readonly attempt: Attempt | undefined },
): void {
  if (!deliveryChannel.hasSubscribers) return;
  const { message, attempt } = lastOf();
  publish<DeliveryEvent>(deliveryChannel, { ...delivery, attributes: attributesOf(message, attempt) });
}

/**
 * Publishes to subscribers that can neither change a delivery nor end the process. Node raises a subscriber's error as
 * an uncaught exception in a tick of its own; ticks run in order, so that one before and one after enclose exactly
 * those.
 */
function publish<Event>(to: Channel, event: Event): void {
  let isCaught = false;
  process.nextTick(() => {
    try {
      process.setUncaughtExceptionCaptureCallback(() => warnOfSubscriber(to));
      isCaught = true;
    } catch {
      // The application, or the module `domain`, already catches them.
    }
  });
  to.publish(Object.freeze(event));
  process.nextTick(() => {
    if (isCaught) process.setUncaughtExceptionCaptureCallback(null);
  });
}

function warnOfSubscriber({ name }: Channel): void {
  process.emitWarning(`A subscriber of ${String(name)} has thrown an error`, { type: 'HookplateWarning' });
}

/** The attributes of an attempt; before its end, of its request. */
export function attributesOf(
  { request, wire }: OutgoingMessage,
  attempt: Attempt | undefined,
): HttpAttributes {
  return Object.freeze({
    'http.request.method': request.method,
    ...(wire && { 'url.scheme': wire.scheme, 'server.address': wire.host, 'server.port': wire.port }),
    ...(attempt?.address !== undefined && { 'network.peer.address': attempt.address }),
    ...(attempt && outcomeAttributes(attempt.outcome)),
    ...(attempt && attempt.number > 1 && { 'http.request.resend_count': attempt.number - 1 }),
  });
}

function outcomeAttributes(outcome: AttemptOutcome): Partial<HttpAttributes> {
  if (outcome.kind === 'failed') return { 'error.type': outcome.error };
  const status = { 'http.response.status_code': outcome.status };
  return isAccepted(outcome) ? status : { ...status, 'error.type': String(outcome.status) };
}
