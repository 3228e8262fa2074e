import { createHmac, type KeyObject } from 'node:crypto';

export interface SignedContent {
  readonly id: string;
  /** Seconds since 1970, of the attempt. */
  readonly timestamp: number;
  /** As it goes onto the wire; the body of a GET is empty, and signed as such (Standard Webhooks speaks of POST). */
  readonly body: Uint8Array;
}

/**
 * Signs what is sent: `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, once for each key, separated by
 * spaces (Standard Webhooks 1.0.0, signature scheme and webhook headers).
 */
export function sign(content: SignedContent, keys: readonly KeyObject[]): string {
  const head = `${content.id}.${content.timestamp}.`;
  return keys.map(key => `v1,${hmac(key, head, content.body)}`).join(' ');
}

function hmac(key: KeyObject, head: string, body: Uint8Array): string {
  return createHmac('sha256', key).update(head).update(body).digest('base64');
}
