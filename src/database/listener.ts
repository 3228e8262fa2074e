import type { Client } from 'pg';
import { pause } from '../timing/wait.ts';

/** Milliseconds between the beginnings of two attempts to connect. */
const attemptMs = 1000;
/** Time for the other side to end a connection as well, in milliseconds. */
const endMs = 1000;

export interface ListenerOptions {
  /** Creates a client that is not connected yet. */
  readonly createClient: () => Client;
  readonly channel: string;
  /**
   * Called on each notification, and whenever a connection begins to listen, since notifications before that were
   * missed.
   */
  readonly wake: () => void;
}

/**
 * Listens to a channel of PostgreSQL on a connection of its own, and makes a new one when that breaks.
 *
 *     connecting ──it listens──▶ listening
 *        ▲   │                       │
 *        │   └──it fails──┐          │ the connection ends
 *        │                ▼          │
 *        └──a second── waiting ◀─────┘
 *
 * `close` leads from any state to the end, which is final. A single loop goes through the states, so that there is one
 * connection at a time; the second is counted from the beginning of the last attempt.
 */
export class Listener {
  readonly #options: ListenerOptions;
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;
  #endFirstAttempt = (): void => {};
  /** Resolves when the first attempt has succeeded or failed. */
  readonly tried: Promise<void>;

  constructor(options: ListenerOptions) {
    this.#options = options;
    this.tried = new Promise(resolve => {
      this.#endFirstAttempt = resolve;
    });
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const begun = performance.now();
      await this.#listenOnce(signal);
      this.#endFirstAttempt();
      await pause(Math.max(0, begun + attemptMs - performance.now()), { signal });
    }
  }

  /** Resolves when the connection has ended, or could not be made. */
  async #listenOnce(signal: AbortSignal): Promise<void> {
    const { createClient, channel, wake } = this.#options;
    const client = createClient();
    let stop = (): void => {};
    const ended = new Promise<void>(resolve => {
      stop = resolve;
    });
    client.once('end', stop);
    signal.addEventListener('abort', stop);
    client.on('error', () => {});
    client.on('notification', wake);
    try {
      await Promise.race([client.connect().then(() => client.query(`listen ${channel}`)), ended]);
      this.#endFirstAttempt();
      if (!signal.aborted) wake();
      await ended;
    } catch {
      // The next attempt comes in a second.
    } finally {
      client.removeListener('notification', wake);
      signal.removeEventListener('abort', stop);
      const ending = end(client);
      if (signal.aborted) await ending;
    }
  }
}

/** A silent server never ends its side. */
async function end(client: Client): Promise<void> {
  const cutting = setTimeout(() => client.connection.stream.destroy(), endMs);
  await client.end().catch(() => {});
  clearTimeout(cutting);
}
