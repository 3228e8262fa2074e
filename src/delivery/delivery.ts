import type { Attempt, AttemptOutcome } from './wire/attempt.ts';
import { isAccepted } from './wire/attempt.ts';

/**
 * How a delivery ended. `gone`: the receiver answered 410, to this or a short while ago, and wants no more messages; `refused`: its address may not be
 * dialled; `failed`: the last attempt that the schedule allows failed.
 */
export type DeliveryState = 'delivered' | 'failed' | 'gone' | 'refused' | 'aborted';

/** A message, and all that was done to bring it to its receiver. */
export interface Delivery {
  readonly id: string;
  readonly state: DeliveryState;
  /** In their order. */
  readonly attempts: readonly Attempt[];
}

/** The state of a delivery whose last attempt came out like this. */
export function deliveryState(outcome: AttemptOutcome): DeliveryState {
  if (outcome.kind === 'answered') {
    if (isAccepted(outcome)) return 'delivered';
    return outcome.status === 410 ? 'gone' : 'failed';
  }
  if (outcome.error === 'aborted') return 'aborted';
  if (outcome.error === 'gone') return 'gone';
  return outcome.error === 'refused-address' ? 'refused' : 'failed';
}
