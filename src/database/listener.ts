import type { Client } from 'pg';
import { pause } from '../timing/wait.ts';
import type { Subscription } from './database.ts';

/** Milliseconds between the beginnings of two attempts to connect. */
const attemptMs = 1000;
/** Time for the other side to end a connection as well, in milliseconds. */
const endMs = 1000;

/**
 * Listens to channels of PostgreSQL on one connection of its own, and makes a new one when that breaks.
 *
 *     connecting ──it listens──▶ listening
 *        ▲   │                       │
 *        │   └──it fails──┐          │ the connection ends
 *        │                ▼          │
 *        └──a second── waiting ◀─────┘
 *
 * There is a connection while somebody listens. A single loop goes through the states, so that there is one at a time; the
 * second is counted from the beginning of the last attempt.
 */
export class Listener {
  readonly #createClient: () => Client;
  readonly #wakes = new Map<string, Set<() => void>>();
  #loop: Loop | undefined;

  /** @param createClient Creates a client that is not connected yet. */
  constructor(createClient: () => Client) {
    this.#createClient = createClient;
  }

  /**
   * Calls `wake` on each notification of a channel, and whenever a connection begins to listen, since notifications before that
   * were missed. Resolves when the first attempt to connect has succeeded or failed.
   */
  async listen(channel: string, wake: () => void): Promise<Subscription> {
    const wakes = this.#wakes.get(channel) ?? new Set();
    this.#wakes.set(channel, wakes.add(wake));
    this.#loop ??= new Loop(this.#createClient, this.#wakes);
    await this.#loop.heard(channel, wake);
    return {
      close: async () => {
        if (!wakes.delete(wake)) return;
        if (wakes.size === 0) this.#wakes.delete(channel);
        if (this.#wakes.size > 0) return;
        const loop = this.#loop;
        this.#loop = undefined;
        await loop?.close();
      },
    };
  }
}

class Loop {
  readonly #createClient: () => Client;
  readonly #wakes: ReadonlyMap<string, ReadonlySet<() => void>>;
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;
  readonly #tried: Promise<void>;
  #endFirstAttempt = (): void => {};
  /** The one that listens. */
  #client: Client | undefined;

  constructor(createClient: () => Client, wakes: ReadonlyMap<string, ReadonlySet<() => void>>) {
    this.#createClient = createClient;
    this.#wakes = wakes;
    this.#tried = new Promise(resolve => {
      this.#endFirstAttempt = resolve;
    });
    this.#running = this.#run();
  }

  /** Resolves when the connection listens to this channel as well, which may be later than it was made, or could not be made. */
  async heard(channel: string, wake: () => void): Promise<void> {
    const client = this.#client;
    if (client === undefined) return this.#tried;
    // One that breaks meanwhile is made again, for all channels.
    await client.query(`listen ${channel}`).catch(() => {});
    if (this.#wakes.get(channel)?.has(wake)) wake();
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
    const client = this.#createClient();
    let stop = (): void => {};
    const ended = new Promise<void>(resolve => {
      stop = resolve;
    });
    client.once('end', stop);
    signal.addEventListener('abort', stop);
    client.on('error', () => {});
    const wakeAll = ({ channel }: { readonly channel: string }): void => {
      for (const wake of this.#wakes.get(channel) ?? []) wake();
    };
    client.on('notification', wakeAll);
    try {
      await Promise.race([this.#begin(client), ended]);
      this.#endFirstAttempt();
      if (!signal.aborted) for (const channel of this.#wakes.keys()) wakeAll({ channel });
      await ended;
    } catch {
      // The next attempt comes in a second.
    } finally {
      this.#client = undefined;
      client.removeListener('notification', wakeAll);
      signal.removeEventListener('abort', stop);
      const ending = end(client);
      if (signal.aborted) await ending;
    }
  }

  async #begin(client: Client): Promise<void> {
    await client.connect();
    this.#client = client;
    await client.query([...this.#wakes.keys()].map(channel => `listen ${channel}`).join('; '));
  }
}

/** A silent server never ends its side. */
async function end(client: Client): Promise<void> {
  const cutting = setTimeout(() => client.connection.stream.destroy(), endMs);
  await client.end().catch(() => {});
  clearTimeout(cutting);
}
