import type { PgBoss } from 'pg-boss';
import type { Connection } from '../database/database.ts';
import { explainDatabaseError } from '../database/explain-database-error.ts';
import { OutboxError } from '../outbox-error.ts';
import type { NewMessage } from './new-message.ts';
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
  #waiting: Waiting[] = [];
  #transactions = 0;

  constructor(connection: Connection, queue: PgBoss) {
    this.#connection = connection;
    this.#queue = queue;
  }

  /** Resolves to its id once it is stored. */
  add(message: NewMessage): Promise<string> {
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
      const stored = await this.#connection.transaction(tx => storeMessages(messages, tx, this.#queue));
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
