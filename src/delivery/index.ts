export type { Answered, Attempt, AttemptError, AttemptOutcome, Failed } from './attempt.ts';
export type { Delivery, DeliveryState } from './delivery.ts';
export type { AttemptEvent, DeliveryEvent, HttpAttributes } from './delivery-events.ts';
export {
  type CloseOptions,
  createDispatcher,
  type Dispatcher,
  type SendOnceOptions,
  type SendOptions,
} from './dispatcher.ts';
export type { DispatcherOptions } from './dispatcher-options.ts';
export type { Secrets } from './key-ring.ts';
export {
  defaultSchedule,
  durableSchedule,
  nextDelay,
  type RetryPolicy,
  retryAfterCapMs,
} from './next-delay.ts';
export type { Lookup } from './system-lookup.ts';
