import type { Client } from 'pg';
import { pause } from '../timing/wait.ts';

/** Between the beginnings of two attempts to connect, in milliseconds. */
const attemptMs = 1000;
/** How long the other side may take to end a connection as well, in milliseconds. */
const endMs = 1000;

export interface ListenerOptions {
  /** Makes a client that has not connected yet. */
  readonly createClient: () => Client;
  readonly channel: string;
  /** Called on each notification, and once a connection listens: what came before it was missed. */
  readonly wake: () => void;
}

/**
 * Listens to a channel of PostgreSQL on a connection of its own, and makes another one when that breaks.
 *
 *     connecting ──it listens──▶ listening
 *        ▲   │                       │
 *        │   └──it fails──┐          │ the connection ends
 *        │                ▼          │
 *        └──a second── waiting ◀─────┘
 *
 * From each state `close` leads to the end, which nothing leaves. One loop goes through the states, so there is one
 * connection at a time; the second is counted from the beginning of the last attempt.
 */
export class Listener {
  readonly #options: ListenerOptions;
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;
  #endFirstAttempt = (): void => {};
  /** Resolves when the first attempt has ended, well or not. */
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

  /** Resolves when the connection has ended, or was never made. */
  async #listenOnce(signal: AbortSignal): Promise<void> {
    const { createClient, channel, wake } = this.#options;
    const client = createClient();
    const ended = new Promise<void>(resolve => {
      client.once('end', resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
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
      const ending = end(client);
      if (signal.aborted) await ending;
    }
  }
}

/** A server that is silent never ends its side. */
async function end(client: Client): Promise<void> {
  const cutting = setTimeout(() => client.connection.stream.destroy(), endMs);
  await client.end().catch(() => {});
  clearTimeout(cutting);
}
