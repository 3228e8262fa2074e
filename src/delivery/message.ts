import { randomUUID } from 'node:crypto';
import type { WebhookRequest } from '../webhook/webhook-request.ts';
import type { KeyRing } from './signature/key-ring.ts';
import { parseWireRequest, type WireRequest } from './wire/request.ts';

/** A request with its id, the same in every attempt. */
export interface OutgoingMessage {
  readonly id: string;
  readonly request: WebhookRequest;
  /** Absent if the URL is not an `http:` or `https:` URL. */
  readonly wire: WireRequest | undefined;
  /** The id of the configuration that made the request. */
  readonly webhook: string | undefined;
  /** The trace that it belongs to. */
  readonly traceparent?: string | undefined;
  /** Sign it in place of the dispatcher's own. */
  readonly secrets?: KeyRing | undefined;
  /** The time that its attempt had been due, in milliseconds. */
  readonly waitedMs?: number | undefined;
}

/** Prepares a request for sending. The caller's object may change afterwards; the message does not. */
export function parseMessage(
  request: WebhookRequest,
  id: string = randomUUID(),
  userAgent: string,
  webhook?: string,
): OutgoingMessage {
  const wire = parseWireRequest(request, userAgent);
  return { id, request: frozenCopy(request), wire, webhook };
}

function frozenCopy({ method, url, headers, body }: WebhookRequest): WebhookRequest {
  const pairs = headers.map(([name, value]) => Object.freeze([name, value] as const));
  return Object.freeze({ method, url, headers: Object.freeze(pairs), ...(body !== undefined && { body }) });
}
