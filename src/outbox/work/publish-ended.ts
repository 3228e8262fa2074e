import { parseMessage } from '../../delivery/message.ts';
import { publishDelivery } from '../../delivery/telemetry.ts';
import { OutboxError } from '../outbox-error.ts';
import type { Recorded } from './record-attempts.ts';

/** Tells subscribers of a message that has ended what they are told of a delivery of the dispatcher's. */
export function publishEnded({ message, createdAt, last }: Recorded['ended'][number], now: number): void {
  const { id, state, attempts } = message;
  if (!last?.attempt || last.message.request instanceof OutboxError) return;
  if (state === 'pending' || state === 'sending' || state === 'cancelled') return;
  const { request } = last.message;
  const startedAt = createdAt ?? last.attempt.startedAt;
  const durationMs = Math.max(0, now - startedAt.getTime());
  publishDelivery({ id, state, attempts, startedAt, durationMs }, () => ({
    message: parseMessage(request, id, ''),
    attempt: last.attempt,
  }));
}
