import type { Attempt, AttemptOutcome } from './wire/attempt.ts';
import { isAccepted } from './wire/attempt.ts';

/**
 * The end of a delivery. `gone`: the receiver answered 410, now or a short while ago, and asks us to stop;
 * `refused`: its address may not be connected to; `failed`: the last attempt that the schedule allows failed.
 */
export type DeliveryState = 'delivered' | 'failed' | 'gone' | 'refused' | 'aborted';

/** A message, with all attempts to deliver it. */
export interface Delivery {
  readonly id: string;
  readonly state: DeliveryState;
  /** In order. */
  readonly attempts: readonly Attempt[];
}

/** The state of a delivery whose last attempt had this outcome. */
export function deliveryState(outcome: AttemptOutcome): DeliveryState {
  if (outcome.kind === 'answered') {
    if (isAccepted(outcome)) return 'delivered';
    return outcome.status === 410 ? 'gone' : 'failed';
  }
  if (outcome.error === 'aborted') return 'aborted';
  if (outcome.error === 'gone') return 'gone';
  return outcome.error === 'refused-address' ? 'refused' : 'failed';
}
