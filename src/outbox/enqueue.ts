import { hash } from 'node:crypto';
import { bucketOf } from '../database/bucket.ts';
import type { Connection } from '../database/database.ts';
import { explainDatabaseError } from '../database/database-error.ts';
import { newId } from '../database/new-id.ts';
import type { Sealer } from '../database/sealer.ts';
import type { SqlExecutor } from '../database/sql-executor.ts';
import { isUuid } from '../database/uuid.ts';
import { checkThat, defineOptions, expected, objectWith, optional } from '../options/define-options.ts';
import { beginSpan, isTraceparent, traceparentOf } from '../tracing/tracing.ts';
import { methods, type WebhookRequest } from '../webhook/webhook-request.ts';
import { type EndpointOf, type EndpointParts, endpointOf } from './endpoint.ts';
import { givenIdOf, keyOf } from './given-id.ts';
import { aName, aProfile, isName, requestBytes } from './message.ts';
import { OutboxError } from './outbox-error.ts';
import { batchOf, type NewMessage, storeAll, storeBatch } from './store-messages.ts';

/** The details of a message other than its request. */
export interface MessageFacts {
  /** The `webhook-id`: 1 to 256 visible ASCII characters without a dot. Default: random. */
  readonly id?: string | undefined;
  /** The id of the configuration that made the request. */
  readonly webhook?: string | undefined;
  /** That webhook's name for people; shown in lists. */
  readonly name?: string | undefined;
  readonly event?: string | undefined;
  /** The profile whose event the message is about; empty for an event that has none. Default: none. */
  readonly profile?: string | undefined;
  /**
   * The name of the unit that is limited and disabled together; each profile has its own. Default: the webhook at the origin of
   * the URL, else the URL without its query.
   */
  readonly endpoint?: string | undefined;
  /** The earliest time to send it. Default: at once. */
  readonly notBefore?: Date | undefined;
  /** Messages with the same value to the same endpoint are sent one after the other. Default: no order. */
  readonly ordered?: string | undefined;
  /**
   * The span that it belongs to (W3C Trace Context, 3.2); attempts are part of its trace, and send theirs. Default: the
   * active span of OpenTelemetry, if there is one.
   */
  readonly traceparent?: string | undefined;
}

export interface InTransaction {
  /** The caller's transaction: the messages exist if and only if it commits. Default: a transaction of the outbox. */
  readonly transaction?: SqlExecutor | undefined;
}

export interface EnqueueOptions extends MessageFacts, InTransaction {}

/** Replaces a request that could not be made: the code of the reason, such as that of a `RenderError`. */
export interface UnmadeRequest {
  readonly failed: string;
}

export interface NewRequest extends MessageFacts {
  readonly request: WebhookRequest | UnmadeRequest;
}

/** For the rooms of this package. */
export interface MadeRequest extends NewRequest {
  /** In place of an id: a UUID of version 7 that no other message has, unless it is made anew. Default: a new one. */
  readonly key?: string | undefined;
}

export interface EnqueuerOptions {
  readonly connection: Connection;
  readonly sealer: Sealer;
  readonly maxRequestBytes: number;
  /** Called when messages of this process were stored. */
  readonly onStored: () => void;
}

/** Stores messages; those that arrive at the same time share a statement. */
export class Enqueuer {
  readonly #options: EnqueuerOptions;
  /** By what they are made of: many messages go to few endpoints. */
  readonly #endpoints = new Map<string, EndpointOf>();
  readonly #queues = { free: newQueue(), locking: newQueue() };

  constructor(options: EnqueuerOptions) {
    this.#options = options;
  }

  /** Resolves to the id once the message is stored, or is part of the caller's transaction. */
  async enqueue(
    request: WebhookRequest | UnmadeRequest,
    options: EnqueueOptions | undefined,
  ): Promise<string> {
    const { transaction, ...facts } = readOptions(options);
    const message = this.#newMessage(aRequest(request, 'request'), facts, 'options');
    if (!transaction) return this.#add(message);
    await storeAll([message], this.#options.connection.within(transaction));
    return idOf(message);
  }

  /** Stores all of them or none; resolves to their ids, in order. */
  async enqueueAll(
    requests: readonly MadeRequest[],
    options: InTransaction | undefined,
  ): Promise<readonly string[]> {
    const { transaction } = readTransaction(options);
    const messages = aList(requests, 'requests').map((given, index) => {
      const name = `requests[${index}]`;
      const { request, ...facts } = readRequest(given, name);
      return this.#newMessage(request, facts, name);
    });
    const store = (tx: SqlExecutor): Promise<void> => storeAll(messages, tx);
    if (transaction) await store(this.#options.connection.within(transaction));
    else {
      await this.#options.connection.transaction(store);
      this.#options.onStored();
    }
    return messages.map(idOf);
  }

  #newMessage(
    request: WebhookRequest | UnmadeRequest,
    { key: made, ...facts }: Read<MessageFacts> & Pick<MadeRequest, 'key'>,
    name: string,
  ): NewMessage {
    const { notBefore, ordered, endpoint, traceparent, ...rest } = facts;
    // A message that has to wait would hold up its whole line.
    if (ordered !== undefined && notBefore !== undefined) {
      throw expected(`${name}.notBefore`, 'no `notBefore` for an ordered message');
    }
    const { id = made ?? newId(), webhook = null, event = null, profile = null } = rest;
    const trace = traceOf(id, rest.name, traceparent);
    const key = rest.id === undefined ? id : keyOf(id);
    const known = {
      id: key,
      given_id: rest.id === undefined ? null : givenIdOf(id),
      given_bucket: rest.id === undefined ? null : bucketOf(key),
      webhook,
      name: rest.name ?? null,
      event,
      profile: profile === '' ? null : profile,
      trace,
      not_before: notBefore?.toISOString() ?? null,
    };
    const digestOf = (content: string | Buffer): string | null =>
      rest.id === undefined ? null : hash('sha256', content, 'hex');
    if ('failed' in request) {
      const bucket = bucketOf(profile ?? '');
      return { ...known, ...nothingToSend(request), bucket, digest: digestOf(request.failed) };
    }
    const bytes = requestBytes(request);
    const { maxRequestBytes, sealer } = this.#options;
    if (bytes.length > maxRequestBytes) {
      const sizes = `${bytes.length} bytes, and at most ${maxRequestBytes} are taken (maxRequestBytes)`;
      throw new OutboxError('request-too-large', `The request has ${sizes}.`);
    }
    const { url } = request;
    const parts = { url, profile, webhook, givenName: endpoint ?? null };
    const { endpoint: to, host, bucket } = this.#endpointOf(parts);
    return {
      ...known,
      bucket,
      endpoint: to,
      endpoint_name: endpoint ?? null,
      host,
      method: request.method,
      content: sealer.seal(bytes, key),
      request_bytes: bytes.length,
      digest: digestOf(bytes),
      line: ordered === undefined ? null : `${to} ${ordered}`,
      reason: null,
    };
  }

  #endpointOf(parts: EndpointParts): EndpointOf {
    const { url, profile, webhook, givenName } = parts;
    // Names do not contain this character.
    const key = `${profile ?? '\0'}\0${webhook ?? ''}\0${givenName ?? ''}\0${url}`;
    const known = this.#endpoints.get(key);
    if (known) return known;
    if (this.#endpoints.size >= maxEndpoints) this.#endpoints.clear();
    const made = endpointOf(parts);
    this.#endpoints.set(key, made);
    return made;
  }

  #add(message: NewMessage): Promise<string> {
    // A message with an id or in a line waits for the transaction of whoever stores the same.
    const isFree = message.given_id === null && message.line === null;
    const queue = this.#queues[isFree ? 'free' : 'locking'];
    return new Promise((resolve, reject) => {
      queue.waiting.push({ message, resolve, reject });
      if (queue.waiting.length === 1) setImmediate(() => this.#store(queue));
    });
  }

  #store(queue: Queue): void {
    while (queue.transactions < maxTransactions && queue.waiting.length > 0) {
      const count = batchOf(queue.waiting.map(({ message }) => message));
      const batch = queue.waiting.slice(0, count);
      queue.waiting = queue.waiting.slice(count);
      queue.transactions++;
      void this.#storeBatch(batch).finally(() => {
        queue.transactions--;
        this.#store(queue);
      });
    }
  }

  async #storeBatch(batch: readonly Waiting[]): Promise<void> {
    const { connection, onStored } = this.#options;
    const messages = batch.map(({ message }) => message);
    try {
      // Lines are locked by a statement of their own, until the end of the transaction.
      const hasLines = messages.some(({ line }) => line !== null);
      const conflicts = hasLines
        ? await connection.transaction(tx => storeBatch(messages, tx))
        : await storeBatch(messages, connection.executor);
      for (const { message, resolve, reject } of batch) {
        const conflict = conflicts.get(message);
        if (conflict) reject(conflict);
        else resolve(idOf(message));
      }
      onStored();
    } catch (error) {
      const explained = explainDatabaseError(error);
      for (const { reject } of batch) reject(explained);
    }
  }
}

/** What its caller knows it by. */
function idOf({ id, given_id }: NewMessage): string {
  return given_id ?? id;
}

/** The span of a message that is made, to which its attempts belong. */
function traceOf(id: string, name: string | undefined, traceparent: string | undefined): string | null {
  const span = beginSpan(name === undefined ? 'create' : `create ${name}`, {
    kind: 'producer',
    traceparent,
    attributes: {
      'messaging.system': 'hookplate',
      'messaging.operation.name': 'create',
      'messaging.operation.type': 'create',
      'messaging.message.id': id,
      ...(name !== undefined && { 'messaging.destination.name': name }),
    },
  });
  span.end();
  return traceparentOf(span) ?? traceparent ?? null;
}

const anId = checkThat(
  '1 to 256 visible ASCII characters without a dot',
  (value): value is string => typeof value === 'string' && /^[!-\-/-~]{1,256}$/.test(value),
);
const aKey = checkThat(
  'a UUID of version 7',
  (value): value is string => typeof value === 'string' && isUuid(value) && value[14] === '7',
);
/** ISO 8601 with four-digit years: PostgreSQL reads no others. */
export const aDate = checkThat(
  'a date of the years 1 to 9999',
  (value): value is Date =>
    value instanceof Date &&
    value.getTime() >= Date.parse('0001-01-01T00:00:00Z') &&
    value.getTime() <= Date.parse('9999-12-31T23:59:59.999Z'),
);
const aTraceparent = checkThat('a `traceparent` such as 00-…-…-01', isTraceparent);

/** Checked here because messages are stored together: one that the database refuses would make the others fail, too. */
const aRequest = checkThat(
  'a request with a known method, or in 1 to 256 characters why there is none',
  (value): value is WebhookRequest | UnmadeRequest =>
    typeof value === 'object' &&
    value !== null &&
    ('failed' in value
      ? isName(value.failed)
      : 'method' in value &&
        methods.some(method => method === value.method) &&
        'url' in value &&
        typeof value.url === 'string' &&
        'headers' in value &&
        Array.isArray(value.headers)),
);

type Read<T> = { [K in keyof Required<T>]: T[K] | undefined };

const factChecks = {
  id: optional(anId),
  webhook: optional(aName),
  name: optional(aName),
  event: optional(aName),
  profile: optional(aProfile),
  endpoint: optional(aName),
  notBefore: optional(aDate),
  ordered: optional(aName),
  traceparent: optional(aTraceparent),
};
const transaction = optional(objectWith<SqlExecutor>('query'));
const readOptions = defineOptions<Read<EnqueueOptions>>({ ...factChecks, transaction });
const readTransaction = defineOptions<Read<InTransaction>>({ transaction });
const readRequest = defineOptions<Read<MadeRequest> & { readonly request: WebhookRequest | UnmadeRequest }>({
  ...factChecks,
  request: aRequest,
  key: optional(aKey),
});
const aList = checkThat('a list', (value): value is readonly unknown[] => Array.isArray(value));

/** At most so many endpoints are cached. */
const maxEndpoints = 1000;
/** Transactions of a queue that store at the same time; messages that arrive meanwhile share the next ones. */
const maxTransactions = 2;

interface Queue {
  waiting: Waiting[];
  transactions: number;
}

function newQueue(): Queue {
  return { waiting: [], transactions: 0 };
}

interface Waiting {
  readonly message: NewMessage;
  readonly resolve: (id: string) => void;
  readonly reject: (error: unknown) => void;
}

function nothingToSend({ failed }: UnmadeRequest) {
  return {
    endpoint: null,
    endpoint_name: null,
    host: '',
    method: '',
    content: new Uint8Array(),
    request_bytes: 0,
    line: null,
    reason: failed,
  };
}
