import type { Attempt } from '../../delivery/wire/attempt.ts';
import type { WebhookRequest } from '../../webhook/webhook-request.ts';
import { numberOf, optionalTextOf, type Row, textOf } from '../database/row.ts';

/**
 * Where a message stands.
 *
 *     pending ──taken──▶ sending ──2xx──▶ delivered
 *        ▲                  ├──410──▶ gone
 *        │                  ├──address refused──▶ refused
 *        │                  ├──no attempt left──▶ failed
 *        ├──another attempt─┤
 *        └──no key opens it─┘
 *
 * `pending` and `sending` become `cancelled` by `cancel`, and `pending` becomes `failed` when its endpoint is disabled.
 * A message that has ended becomes `pending` again when it is resent. One whose request could not be rendered, or whose
 * endpoint is disabled, is `failed` from the start.
 */
export type MessageState = 'pending' | 'sending' | 'delivered' | 'failed' | 'gone' | 'refused' | 'cancelled';

/** A message as lists show it: nothing of its URL but the host, no headers, no body. */
export interface Message {
  /** The `webhook-id` of every attempt. */
  readonly id: string;
  readonly state: MessageState;
  /** Why it ended as it did, where its last attempt does not say; or why it waits for another process (`wrong-key`). */
  readonly reason: string | undefined;
  readonly endpoint: string;
  readonly webhook: string | undefined;
  readonly event: string | undefined;
  readonly profile: string | undefined;
  /** This and the host are empty where the request could not be rendered. */
  readonly method: string;
  readonly host: string;
  /** How often it was resent. */
  readonly resent: number;
  /** Attempts since it was enqueued, or resent last. */
  readonly attempts: number;
  readonly createdAt: Date;
  /** When the next attempt is due, as long as there is one. */
  readonly nextAttemptAt: Date | undefined;
  readonly finishedAt: Date | undefined;
}

export interface StoredAttempt extends Attempt {
  /** 0 for those after the message was enqueued, 1 after it was resent once. */
  readonly round: number;
}

export interface MessageDetails extends Message {
  readonly history: readonly StoredAttempt[];
  /** What is sent; only where it was asked for, and until it is pruned. */
  readonly request?: WebhookRequest;
}

/** A message when it has ended, as `onDelivery` is told. */
export type EndedMessage = Pick<
  Message,
  'id' | 'state' | 'reason' | 'endpoint' | 'webhook' | 'event' | 'profile' | 'host' | 'resent' | 'attempts'
>;

/** Of a row as a statement returned it. */
export function endedMessage(row: Row): EndedMessage {
  return Object.freeze({
    id: textOf(row, 'id'),
    // Its column holds nothing else.
    state: textOf(row, 'state') as MessageState,
    reason: optionalTextOf(row, 'reason'),
    endpoint: textOf(row, 'endpoint'),
    webhook: optionalTextOf(row, 'webhook'),
    event: optionalTextOf(row, 'event'),
    profile: optionalTextOf(row, 'profile'),
    host: textOf(row, 'host'),
    resent: numberOf(row, 'round'),
    attempts: numberOf(row, 'attempts'),
  });
}
