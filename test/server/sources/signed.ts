import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Source, SourceSignature } from '../../../src/webhook/sources/source.ts';

/** A secret of the form that senders of each kind have. */
export function secretFor({ signatures: [{ kind }] }: Source): string {
  return kind === 'standard-webhooks'
    ? `whsec_${Buffer.alloc(32, 5).toString('base64')}`
    : 'a-secret-of-the-sender-1';
}

interface Signed {
  readonly secret: string;
  /** Default: the first one, which is the one to prefer. */
  readonly signature?: SourceSignature;
  /** Milliseconds since 1970. Default: now. */
  readonly at?: number;
  /** The `webhook-id` of those who have one. */
  readonly id?: string;
}

/** The headers with which a sender proves who it is. */
export function sign(
  source: Source,
  body: string,
  {
    secret,
    signature = source.signatures[0],
    at = Date.now(),
    id = 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W',
  }: Signed,
): Readonly<Record<string, string>> {
  const seconds = String(Math.floor(at / 1000));
  if (signature.kind === 'token') return { [signature.header]: `${signature.prefix ?? ''}${secret}` };
  if (signature.kind === 'standard-webhooks') {
    const value = new Webhook(secret).sign(id, new Date(at), body);
    return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': value };
  }
  const { header, encoding, prefix = '', timestamp } = signature;
  const signed = timestamp ? seconds + timestamp.between + body : body;
  const mac = prefix + createHmac('sha256', secret).update(signed).digest(encoding);
  if (timestamp?.prefix !== undefined) return { [header]: `${timestamp.prefix}${seconds},${mac}` };
  return { [header]: mac, ...(timestamp && { [timestamp.header]: seconds }) };
}
