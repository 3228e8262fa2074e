import type { Delivery } from '../delivery/delivery.ts';

/** Something that went wrong beside a process, which goes on as if nothing had been. */
export type WorkflowFailure = WebhookFailure | StoreFailure;

/** A webhook could not be told of an event. */
export interface WebhookFailure {
  readonly kind: 'webhook';
  readonly pid: string;
  readonly event: 'Started' | 'Completed' | 'Errored';
  /** Its index in the list of webhooks. */
  readonly webhook: number;
  /** What was tried. Absent if the request could not be made, or not be handed over. */
  readonly delivery?: Delivery;
  /** Why the request could not be made, or not be handed over. */
  readonly error?: unknown;
}

/** The status of a process could not be written. */
export interface StoreFailure {
  readonly kind: 'store';
  readonly pid: string;
  readonly error: unknown;
}
