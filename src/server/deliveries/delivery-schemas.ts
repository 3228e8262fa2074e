import * as v from 'valibot';
import type { Attempt } from '../../delivery/wire/attempt.ts';
import type { Message, MessageDetails } from '../../outbox/messages/message.ts';
import type { WebhookRequest } from '../../webhook/webhook-request.ts';
import { pageOf, timestamp } from '../routes/page.ts';

const pairs = v.array(v.tuple([v.string(), v.string()]));

export const requestSchema = v.pipe(
  v.object({ method: v.string(), url: v.string(), headers: pairs, body: v.optional(v.string()) }),
  v.description('What is sent, with `***` for secrets.'),
);

export const attemptSchema = v.object({
  round: v.optional(v.pipe(v.number(), v.description('0 at first, 1 after it was resent once.'))),
  number: v.number(),
  startedAt: timestamp,
  durationMs: v.number(),
  address: v.optional(v.string()),
  outcome: v.variant('kind', [
    v.object({
      kind: v.literal('answered'),
      status: v.number(),
      headers: pairs,
      body: v.string(),
      truncated: v.boolean(),
    }),
    v.object({ kind: v.literal('failed'), error: v.string(), message: v.string() }),
  ]),
});

const messageStates = ['pending', 'sending', 'delivered', 'failed', 'gone', 'refused', 'cancelled'] as const;
export const stateSchema = v.picklist(messageStates);
export const endedStateSchema = v.picklist(['delivered', 'failed', 'gone', 'refused', 'cancelled']);

const delivery = {
  id: v.pipe(v.string(), v.description('The `webhook-id` of every attempt.')),
  state: stateSchema,
  reason: v.optional(v.string()),
  endpoint: v.string(),
  webhook: v.optional(v.string()),
  event: v.optional(v.string()),
  profile: v.optional(v.string()),
  method: v.string(),
  host: v.string(),
  resent: v.number(),
  attempts: v.number(),
  createdAt: timestamp,
  nextAttemptAt: v.optional(timestamp),
  finishedAt: v.optional(timestamp),
};

export const deliverySchema = v.object(delivery);
export const deliveryPage = pageOf(deliverySchema);
export const deliveryDetails = v.object({
  ...delivery,
  history: v.array(attemptSchema),
  request: v.optional(requestSchema),
});

export type DeliveryView = v.InferInput<typeof deliverySchema>;
export type AttemptView = v.InferInput<typeof attemptSchema>;

/** Takes the secrets of a webhook out of what its receiver answered, and out of what was sent. */
export interface Redaction {
  readonly text: (text: string) => string;
  readonly header: (name: string, value: string) => string;
}

export function viewDelivery(message: Message): DeliveryView {
  const { id, state, reason, endpoint, webhook, event, profile, method, host, resent, attempts } = message;
  const { createdAt, nextAttemptAt, finishedAt } = message;
  return {
    ...{ id, state, reason, endpoint, webhook, event, profile, method, host, resent, attempts },
    createdAt: createdAt.toISOString(),
    ...(nextAttemptAt && { nextAttemptAt: nextAttemptAt.toISOString() }),
    ...(finishedAt && { finishedAt: finishedAt.toISOString() }),
  };
}

/** What a receiver answered may hold what it was sent. */
export function viewAttempt(attempt: Attempt & { readonly round?: number }, redact: Redaction): AttemptView {
  const { round, number, startedAt, durationMs, address, outcome } = attempt;
  return {
    ...(round !== undefined && { round }),
    number,
    startedAt: startedAt.toISOString(),
    durationMs,
    ...(address !== undefined && { address }),
    outcome:
      outcome.kind === 'failed'
        ? { ...outcome }
        : {
            ...outcome,
            headers: outcome.headers.map(([name, value]): [string, string] => [name, redact.text(value)]),
            body: redact.text(outcome.body),
          },
  };
}

export function viewRequest({ method, url, headers, body }: WebhookRequest, redact: Redaction) {
  return {
    method,
    url,
    headers: headers.map(([name, value]): [string, string] => [name, redact.header(name, value)]),
    ...(body !== undefined && { body }),
  };
}

export function viewDetails(message: MessageDetails, redact: Redaction) {
  return {
    ...viewDelivery(message),
    history: message.history.map(attempt => viewAttempt(attempt, redact)),
    ...(message.request && { request: viewRequest(message.request, redact) }),
  };
}
