import type { Page } from '../../api/answers.ts';
import type { ApiError } from '../../api/api-error.ts';
import { KeptFocus } from '../../frame/kept-focus.ts';
import type { Screen } from '../../frame/screen.ts';
import { Fetching } from '../fetching.ts';
import { type Fresh, type ListSource, loadFresh } from './load-fresh.ts';
import type { RowOrder } from './row-order.ts';

export interface LiveListOptions<T> extends ListSource<T> {
  /** Which of them are shown, as the address says it. */
  readonly filter: () => Readonly<Record<string, string | undefined>>;
  /** Whether one is what the filter asks for. */
  readonly matches: (item: T) => boolean;
  readonly order: RowOrder<T>;
}

const pageSize = 50;
/** As many as the server gives at once. */
const mostRefreshed = 500;

/**
 * A list of which the newest come first, in pages. What is shown changes in its place, and stays there when the filter no
 * longer asks for it; what is new waits until somebody wants to see it: nothing moves under the pointer.
 */
export class LiveList<T> {
  /** How many are new since, as far as a page shows. */
  news = 0;
  /** Whether there may be more that are new than were counted. */
  hasMoreNews = false;
  /** Whether older ones are on their way. */
  isExtending = false;
  readonly order: RowOrder<T>;
  readonly #screen: Screen;
  readonly #options: LiveListOptions<T>;
  readonly #fetching: Fetching;
  /** As the server gives them. */
  #items: readonly T[] | undefined;
  #next: string | undefined;
  /** Where each stands, by its id. They are sorted once: a row whose numbers grow stays where it is. */
  #places: ReadonlyMap<string, number> | undefined;
  /** What the address asked for when it was shown last: which ones, and in which order. */
  #asked = { filter: '', order: '' };
  /** Something happened to these since they were fetched. */
  readonly #touched = new Set<string>();
  /** These are no more on the server. */
  readonly #deleted = new Set<string>();
  /** The first of those that were fetched for somebody last. */
  #entry: T | undefined;
  /** Whether something happened that no fetch has seen. */
  #isStale = false;

  constructor(screen: Screen, options: LiveListOptions<T>) {
    this.#screen = screen;
    this.#options = options;
    this.order = options.order;
    this.#fetching = new Fetching(screen);
    new KeptFocus(screen, () => this.#place);
  }

  /** In the order in which they are shown; undefined until the first page is there. */
  get items(): readonly T[] | undefined {
    const places = this.#places;
    if (!places) return this.#items;
    const placeOf = (item: T): number => places.get(this.#options.idOf(item)) ?? places.size;
    return this.#items?.toSorted((one, other) => placeOf(one) - placeOf(other));
  }

  get problem(): ApiError | undefined {
    return this.#fetching.problem;
  }

  get hasOlder(): boolean {
    return this.#next !== undefined;
  }

  /** How many are shown that are no longer in the list. */
  get departed(): number {
    return this.#items?.filter(item => this.hasLeft(item)).length ?? 0;
  }

  /** Whether one that is shown is no longer in the list, as it changed or was deleted. */
  hasLeft(item: T): boolean {
    const { matches, idOf } = this.#options;
    return !matches(item) || this.#deleted.has(idOf(item));
  }

  /** Where somebody goes on whose button has done its work and is gone. */
  get #place(): HTMLElement | null {
    const entry = this.#entry ?? this.items?.[0];
    const row = entry && `[data-id="${CSS.escape(this.#options.idOf(entry))}"] a`;
    const link = row && this.#screen.querySelector<HTMLElement>(row);
    return link || this.#screen.querySelector('h1');
  }

  /** Shows what the address asks for: another list, the same one in another order, or else the same one as it is by now. */
  show(): Promise<void> {
    const before = this.#asked;
    const filter = JSON.stringify(this.#options.filter());
    const order = this.order.asked;
    this.#asked = { filter, order };
    this.#entry = undefined;
    if (filter !== before.filter) this.#items = undefined;
    else if (this.#items && order !== before.order) return Promise.resolve(this.#arrange());
    return this.reload();
  }

  /** Shows the newest page alone. */
  reload(): Promise<void> {
    this.#isStale = false;
    return this.#fetch(
      signal => this.#options.load({ limit: pageSize }, signal),
      ({ items, next }) => {
        this.#items = items;
        this.#next = next;
        this.#entry = undefined;
        this.#touched.clear();
        this.#deleted.clear();
        this.#arrange();
        this.#count({ items, next });
      },
    );
  }

  /** Shows a page more. */
  async older(): Promise<void> {
    // A fetch whose place it takes would have seen more of what happened.
    this.#isStale ||= this.#fetching.isRunning;
    this.isExtending = true;
    await this.#fetch(
      signal => this.#options.load({ cursor: this.#next, limit: pageSize }, signal),
      ({ items, next }) => {
        this.#items = [...(this.#items ?? []), ...items];
        this.#entry = items[0];
        this.#next = next;
        this.#arrange();
      },
    );
  }

  /** Brings what is shown up to date, and counts what is new: once more, where it is being fetched already. */
  refresh(): Promise<void> {
    if (this.#fetching.isRunning) {
      this.#isStale = true;
      return Promise.resolve();
    }
    const shown = this.#items;
    if (!shown || shown.length === 0) return this.reload();
    this.#isStale = false;
    const limit = Math.min(Math.max(pageSize, shown.length + this.news), mostRefreshed);
    const isListed = (item: T): boolean => !this.hasLeft(item);
    return this.#fetch(
      signal => loadFresh({ ...this.#options, shown, isListed, limit, touched: this.#touched }, signal),
      fresh => this.#takeFresh(fresh),
    );
  }

  /** Changes one that is shown, as far as is known already. */
  patch(id: string, change: (item: T) => T): void {
    const { idOf } = this.#options;
    if (!this.#items?.some(item => idOf(item) === id)) return;
    this.#items = this.#items.map(item => (idOf(item) === id ? change(item) : item));
    this.#touched.add(id);
    this.#screen.requestUpdate();
  }

  #takeFresh({ page, items, deleted }: Fresh<T>): void {
    const { idOf } = this.#options;
    this.#items = this.#items?.map(item => items.get(idOf(item)) ?? item);
    for (const id of deleted) this.#deleted.add(id);
    this.#count(page);
  }

  #arrange(): void {
    const { compare } = this.order;
    const sorted = compare && this.#items?.toSorted(compare);
    this.#places = sorted && new Map(sorted.map((item, place) => [this.#options.idOf(item), place]));
  }

  #count({ items, next }: Page<T>): void {
    const { idOf } = this.#options;
    const known = new Set(this.#items?.map(idOf));
    this.news = items.filter(item => !known.has(idOf(item))).length;
    this.hasMoreNews = next !== undefined && this.news === items.length;
  }

  async #fetch<F>(load: (signal: AbortSignal) => Promise<F>, take: (found: F) => void): Promise<void> {
    await this.#fetching.fetch(load, take);
    if (this.#fetching.isRunning) return;
    this.isExtending = false;
    if (this.#isStale) await this.refresh();
  }
}
