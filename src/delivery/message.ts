import { randomUUID } from 'node:crypto';
import type { WebhookRequest } from '../webhook/webhook-request.ts';
import { parseWireRequest, type WireRequest } from './wire/wire-request.ts';

/** A request under its identity, the same in every attempt. */
export interface Message {
  readonly id: string;
  readonly request: WebhookRequest;
  /** Absent where the URL is none that could be dialled. */
  readonly wire: WireRequest | undefined;
}

/** Takes a request for sending. The caller's object may change afterwards; the message does not. */
export function parseMessage(request: WebhookRequest, id: string | undefined, userAgent: string): Message {
  const wire = parseWireRequest(request, userAgent);
  return { id: id === undefined ? `msg_${randomUUID()}` : parseId(id), request, wire };
}

/** A dot would let a part of the id pass for a timestamp: the signed content is joined by dots. */
function parseId(id: unknown): string {
  if (typeof id === 'string' && /^[!-\-/-~]{1,256}$/.test(id)) return id;
  throw new TypeError('id: expected 1 to 256 visible ASCII characters without a dot');
}
