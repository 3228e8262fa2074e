import * as v from 'valibot';
import type { Attempt } from '../../delivery/wire/attempt.ts';
import { longestValue } from '../../delivery/wire/kept-headers.ts';
import type { Message, MessageDetails } from '../../outbox/messages/message.ts';
import type { WebhookRequest } from '../../webhook/webhook-request.ts';
import { pageOf, timestamp } from '../routes/page.ts';

const pairs = v.array(v.tuple([v.string(), v.string()]));
const forEditors =
  'For editors alone, as some receivers send back what they were sent; absent where the request, or a secret of the webhook, can no longer be read.';

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
      headers: v.optional(v.pipe(pairs, v.description(forEditors))),
      body: v.optional(v.pipe(v.string(), v.description(forEditors))),
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
  /** Of a text whose end is missing, and in it perhaps the rest of a secret. */
  readonly cutText: (text: string) => string;
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

type Outcome = Attempt['outcome'];

/** What a receiver answered may hold what it was sent: without a redaction, none of it is shown. */
export function viewAttempt(
  { round, number, startedAt, durationMs, address, outcome }: Attempt & { readonly round?: number },
  redact: Redaction | undefined,
): AttemptView {
  return {
    ...(round !== undefined && { round }),
    number,
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(durationMs),
    ...(address !== undefined && { address }),
    outcome: viewOutcome(outcome, redact),
  };
}

function viewOutcome(outcome: Outcome, redact: Redaction | undefined): AttemptView['outcome'] {
  if (outcome.kind === 'failed') return { ...outcome };
  const { kind, status, truncated, headers, body } = outcome;
  return {
    ...{ kind, status, truncated },
    ...(redact && {
      headers: headers.map(([name, value]): [string, string] => {
        const isCut = value.length >= longestValue;
        return [name, isCut ? redact.cutText(value) : redact.text(value)];
      }),
      body: truncated ? redact.cutText(body) : redact.text(body),
    }),
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

/** Without a redaction, neither what was sent nor what came back is shown. */
export function viewDetails(message: MessageDetails, redact: Redaction | undefined) {
  return {
    ...viewDelivery(message),
    history: message.history.map(attempt => viewAttempt(attempt, redact)),
    ...(redact && message.request && { request: viewRequest(message.request, redact) }),
  };
}
