import { hash, randomUUID } from 'node:crypto';
import type { WebhookRequest } from '../../webhook/webhook-request.ts';
import type { SqlExecutor } from '../database/database.ts';
import type { Sealer } from '../encryption/sealer.ts';
import { endpointOf } from '../endpoints/endpoint-id.ts';
import { OutboxError } from '../outbox-error.ts';

export interface EnqueueOptions {
  /** The `webhook-id`: 1 to 256 visible ASCII characters without a dot. Default random. */
  readonly id?: string;
  /** The id of the configuration that made the request. */
  readonly webhook?: string;
  readonly event?: string;
  readonly profile?: string;
  /** The caller's transaction, by an adapter of pg-boss: the message exists exactly when it commits. */
  readonly transaction?: SqlExecutor;
  /** Not sent before this time. Default: at once. */
  readonly notBefore?: Date;
  /** Messages of one name to one endpoint leave one after the other. Default: no order. */
  readonly ordered?: string;
}

/** In place of a request that could not be made: the code that says why, such as that of a `RenderError`. */
export interface UnmadeRequest {
  readonly failed: string;
}

/** A message on its way into the database. */
export interface NewMessage {
  readonly id: string;
  readonly job: string;
  readonly endpoint: string;
  readonly origin: string;
  readonly host: string;
  readonly webhook: string | null;
  readonly event: string | null;
  readonly profile: string | null;
  readonly method: string;
  readonly request: Uint8Array | null;
  readonly requestBytes: number;
  readonly digest: Buffer;
  readonly line: string | null;
  readonly notBefore: Date | null;
  /** Of one that is stored as failed. */
  readonly reason: string | null;
}

export function newMessage(
  request: WebhookRequest | UnmadeRequest,
  options: EnqueueOptions,
  sealer: Sealer,
): NewMessage {
  const { webhook, event, profile, notBefore, ordered } = options;
  const id = options.id ?? `msg_${randomUUID()}`;
  const known = {
    id,
    job: randomUUID(),
    webhook: webhook ?? null,
    event: event ?? null,
    profile: profile ?? null,
    notBefore: notBefore ?? null,
  };
  if ('failed' in request) return { ...known, ...nothingToSend(request) };
  const { method, url, headers, body = null } = request;
  const bytes = Buffer.from(JSON.stringify([method, url, headers, body]));
  const endpoint = endpointOf(url, webhook);
  return {
    ...known,
    ...endpoint,
    method,
    request: sealer.seal(bytes, id),
    requestBytes: bytes.length,
    digest: hash('sha256', bytes, 'buffer'),
    line: ordered === undefined ? null : `${endpoint.endpoint} ${ordered}`,
    reason: null,
  };
}

function nothingToSend({ failed }: UnmadeRequest) {
  return {
    endpoint: '',
    origin: '',
    host: '',
    method: '',
    request: null,
    requestBytes: 0,
    digest: hash('sha256', failed, 'buffer'),
    line: null,
    reason: failed,
  };
}

/**
 * The request that `newMessage` stored.
 *
 * @throws {OutboxError} `wrong-key`, or `request-damaged` where no process can open it.
 */
export function openRequest(stored: Uint8Array, id: string, sealer: Sealer): WebhookRequest {
  try {
    const [method, url, headers, body] = JSON.parse(Buffer.from(sealer.open(stored, id)).toString());
    return { method, url, headers, ...(body !== null && { body }) };
  } catch (error) {
    if (sealer.isOfOtherKey(stored)) throw error;
    // Without what was thrown: an error of JSON quotes the request.
    throw new OutboxError(
      'request-damaged',
      `What is stored of the request of the message ${id} is damaged.`,
    );
  }
}
