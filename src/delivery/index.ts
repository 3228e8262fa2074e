export type { Delivery, DeliveryState } from './delivery.ts';
export {
  type CloseOptions,
  createDispatcher,
  type DeliverOptions,
  type Dispatcher,
  type SendOnceOptions,
  type SendOptions,
} from './dispatcher.ts';
export type { AttemptedMessage, DispatcherOptions } from './dispatcher-options.ts';
export type { Lookup } from './lookup/system-lookup.ts';
export type { EndpointLoad } from './queue/endpoint-queue.ts';
export {
  defaultSchedule,
  durableSchedule,
  nextDelay,
  type RetryPolicy,
  retryAfterCapMs,
} from './retry/next-delay.ts';
export type { ActiveSecrets, Secrets, SignedMessage } from './signature/key-ring.ts';
export type { AttemptEvent, DeliveryEvent, HttpAttributes } from './telemetry.ts';
export type { Answered, Attempt, AttemptError, AttemptOutcome, Failed } from './wire/attempt.ts';
export type { TlsOptions } from './wire/tls-context.ts';
