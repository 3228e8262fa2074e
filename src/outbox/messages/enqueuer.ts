import type { PgBoss } from 'pg-boss';
import type { WebhookRequest } from '../../webhook/webhook-request.ts';
import type { Connection } from '../database/database.ts';
import { explainDatabaseError } from '../database/explain-database-error.ts';
import type { Sealer } from '../encryption/sealer.ts';
import { OutboxError } from '../outbox-error.ts';
import { aRequest, readEnqueueOptions } from './enqueue-options.ts';
import { type EnqueueOptions, type NewMessage, newMessage, type UnmadeRequest } from './new-message.ts';
import { storeMessages } from './store-messages.ts';

/** As many messages as one transaction stores. */
const mostStored = 500;
/** Transactions that store at the same time; what comes meanwhile goes into the next ones together. */
const mostTransactions = 2;

interface Waiting {
  readonly message: NewMessage;
  readonly resolve: (id: string) => void;
  readonly reject: (error: unknown) => void;
}

/** Stores messages that come at the same time in one transaction. */
export class Enqueuer {
  readonly #connection: Connection;
  readonly #queue: PgBoss;
  readonly #sealer: Sealer;
  #waiting: Waiting[] = [];
  #transactions = 0;

  constructor(connection: Connection, queue: PgBoss, sealer: Sealer) {
    this.#connection = connection;
    this.#queue = queue;
    this.#sealer = sealer;
  }

  /** Resolves to its id once it is stored, or is part of the caller's transaction. */
  async enqueue(
    request: WebhookRequest | UnmadeRequest,
    options: EnqueueOptions | undefined,
  ): Promise<string> {
    const read = readEnqueueOptions(options);
    const message = newMessage(aRequest(request, 'request'), read, this.#sealer);
    if (!read.transaction) return this.#add(message);
    const [stored] = await storeMessages([message], read.transaction, this.#queue, 'caller');
    if (stored instanceof OutboxError) throw stored;
    return message.id;
  }

  #add(message: NewMessage): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ message, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => this.#store());
    });
  }

  #store(): void {
    if (this.#transactions >= mostTransactions || this.#waiting.length === 0) return;
    const batch = this.#waiting.slice(0, mostStored);
    this.#waiting = this.#waiting.slice(mostStored);
    this.#transactions++;
    void this.#storeBatch(batch).finally(() => {
      this.#transactions--;
      this.#store();
    });
    this.#store();
  }

  async #storeBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      const messages = batch.map(({ message }) => message);
      const stored = await this.#connection.transaction(tx =>
        storeMessages(messages, tx, this.#queue, 'outbox'),
      );
      batch.forEach(({ resolve, reject }, index) => {
        const result = stored[index];
        if (result instanceof OutboxError) reject(result);
        else resolve(result ?? '');
      });
    } catch (error) {
      const explained = explainDatabaseError(error);
      for (const { reject } of batch) reject(explained);
    }
  }
}
