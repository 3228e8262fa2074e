import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Page } from '../api/answers.ts';
import { type ApiError, apiErrorOf } from '../api/api-error.ts';

/** Which part of a list is fetched. */
export interface Wanted {
  /** Absent for the newest ones. */
  readonly cursor?: string | undefined;
  /** How many at most. */
  readonly limit: number;
}

export interface LiveListOptions<T> {
  /** Fetches a page. */
  readonly load: (wanted: Wanted, signal: AbortSignal) => Promise<Page<T>>;
  readonly idOf: (item: T) => string;
}

const pageSize = 50;
/** As many as the server gives at once: older ones stay as they were. */
const mostRefreshed = 500;

/**
 * A list of which the newest come first, in pages. What is shown changes in its place; what is new waits until somebody
 * wants to see it, so that nothing moves under the pointer.
 */
export class LiveList<T> implements ReactiveController {
  /** Undefined until the first page is there. */
  items: readonly T[] | undefined;
  /** How many are new since, as far as a page shows. */
  news = 0;
  problem: ApiError | undefined;
  isLoading = false;
  readonly #host: ReactiveControllerHost;
  readonly #options: LiveListOptions<T>;
  #next: string | undefined;
  #fetching: AbortController | undefined;

  constructor(host: ReactiveControllerHost, options: LiveListOptions<T>) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  get hasOlder(): boolean {
    return this.#next !== undefined;
  }

  hostDisconnected(): void {
    this.#fetching?.abort();
  }

  /** Forgets what there is, as another list is wanted. */
  restart(): Promise<void> {
    this.items = undefined;
    return this.reload();
  }

  /** Shows the newest page alone. */
  reload(): Promise<void> {
    return this.#fetch({ limit: pageSize }, ({ items, next }) => {
      this.items = items;
      this.#next = next;
      this.news = 0;
    });
  }

  /** Shows a page more. */
  older(): Promise<void> {
    return this.#fetch({ cursor: this.#next, limit: pageSize }, ({ items, next }) => {
      this.items = [...(this.items ?? []), ...items];
      this.#next = next;
    });
  }

  /** Brings what is shown up to date, and counts what is new. */
  refresh(): Promise<void> {
    if (this.isLoading) return Promise.resolve();
    if (!this.items || this.items.length === 0) return this.reload();
    const shown = this.items;
    const limit = Math.min(Math.max(pageSize, shown.length + this.news), mostRefreshed);
    return this.#fetch({ limit }, page => {
      const { idOf } = this.#options;
      const fresh = new Map(page.items.map(item => [idOf(item), item]));
      this.items = shown.map(item => fresh.get(idOf(item)) ?? item);
      const known = new Set(shown.map(idOf));
      this.news = page.items.filter(item => !known.has(idOf(item))).length;
    });
  }

  /** Changes one that is shown. */
  patch(id: string, change: (item: T) => T): void {
    this.items = this.items?.map(item => (this.#options.idOf(item) === id ? change(item) : item));
    this.#host.requestUpdate();
  }

  async #fetch(wanted: Wanted, take: (page: Page<T>) => void): Promise<void> {
    this.#fetching?.abort();
    const fetching = new AbortController();
    this.#fetching = fetching;
    this.isLoading = true;
    this.#host.requestUpdate();
    try {
      const page = await this.#options.load(wanted, fetching.signal);
      if (this.#fetching !== fetching) return;
      take(page);
      this.problem = undefined;
    } catch (error) {
      if (this.#fetching !== fetching || fetching.signal.aborted) return;
      this.problem = apiErrorOf(error);
    }
    this.isLoading = false;
    this.#host.requestUpdate();
  }
}
