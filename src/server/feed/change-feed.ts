import type { Connection } from '../../outbox/database/database.ts';
import { type Change, findChanges } from './find-changes.ts';

/** Told of changes, first of none, once it is watching, and at last of `undefined`, when the feed ends. */
export type Watcher = (changes: readonly Change[] | undefined) => void;

/** How often the database is asked while somebody watches, in milliseconds. */
const askMs = 1000;

/**
 * Tells watchers what happens in all instances: it asks the database, once for all that watch here, and not at all while
 * nobody does.
 */
export class ChangeFeed {
  readonly #connection: Connection;
  /** With the names of their callers. */
  readonly #watchers = new Map<Watcher, string>();
  #known = new Map<string, string>();
  #since: Date | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  get size(): number {
    return this.#watchers.size;
  }

  /** How many of those that watch are of one caller. */
  countOf(caller: string): number {
    return [...this.#watchers.values()].filter(name => name === caller).length;
  }

  /** Asks the database whether there is anything to tell; it has just done so where somebody watches. */
  async assertAnswers(): Promise<void> {
    if (!this.#since) await this.#connection.executor.executeSql('select 1');
  }

  /** Watches for a caller until what it returns is called. */
  watch(watcher: Watcher, caller: string): () => void {
    if (this.#isClosed) {
      watcher(undefined);
      return () => {};
    }
    this.#watchers.set(watcher, caller);
    if (this.#since) watcher([]);
    else this.#schedule(0);
    return () => this.#watchers.delete(watcher);
  }

  close(): void {
    this.#isClosed = true;
    this.#end();
  }

  /** Whoever watches hears of nothing any more, and should know. */
  #end(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.keys()) watcher(undefined);
    this.#watchers.clear();
    this.#forget();
  }

  #forget(): void {
    this.#since = undefined;
    this.#known.clear();
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), delayMs).unref();
  }

  async #ask(): Promise<void> {
    if (this.#watchers.size === 0 || this.#isClosed) {
      this.#forget();
      return;
    }
    try {
      const { changes, now } = await findChanges(this.#connection, this.#since);
      const isFirst = this.#since === undefined;
      this.#since = now;
      const news = changes.filter(({ kind, id, state }) => this.#known.get(`${kind} ${id}`) !== state);
      this.#known = new Map(changes.map(({ kind, id, state }) => [`${kind} ${id}`, state]));
      // What there was before anybody watched is in the lists.
      if (news.length > 0 || isFirst)
        for (const watcher of this.#watchers.keys()) watcher(isFirst ? [] : news);
    } catch {
      this.#end();
      return;
    }
    if (!this.#isClosed) this.#schedule(askMs);
  }
}
