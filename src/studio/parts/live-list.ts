import type { Page } from '../../api/answers.ts';
import { newestAfterCurrent } from '../../timing/newest-after-current.ts';
import { type ApiError, apiErrorOf } from '../api/api.ts';
import { KeptFocus, type Screen } from '../frame/screen.ts';
import type { RowOrder } from './data-table.ts';
import { Fetching } from './loaded.ts';

interface LiveListOptions<T> extends ListSource<T> {
  /** The filter in the address. */
  readonly filter: () => Readonly<Record<string, string | undefined>>;
  /** Whether an item matches the filter. */
  readonly matches: (item: T) => boolean;
  readonly order: RowOrder<T>;
}

const pageSize = 50;
/** The maximum number of items that the server returns at once. */
const maxRefreshed = 500;

/**
 * A list in pages, newest first. A row changes in its place, and stays there when it no longer matches the filter; new
 * ones wait until somebody wants to see them: nothing moves under the pointer.
 */
export class LiveList<T> {
  /** The number of new items, up to the size of a page. */
  news = 0;
  /** Whether there may be more new items than were counted. */
  hasMoreNews = false;
  /** Whether older items are being loaded. */
  isExtending = false;
  readonly order: RowOrder<T>;
  readonly #screen: Screen;
  readonly #options: LiveListOptions<T>;
  readonly #fetching: Fetching;
  /** In the order of the server. */
  #items: readonly T[] | undefined;
  #next: string | undefined;
  /** The position of each row, by id. Rows are sorted once: a row whose numbers grow stays where it is. */
  #places: ReadonlyMap<string, number> | undefined;
  /** The filter and the order of the address when the list was last shown. */
  #asked = { filter: '', order: '' };
  /** Ids of items that have changed since they were fetched. */
  readonly #touched = new Set<string>();
  /** Ids of items that no longer exist on the server. */
  readonly #deleted = new Set<string>();
  /** The first of the items that were last fetched on request. */
  #entry: T | undefined;

  constructor(screen: Screen, options: LiveListOptions<T>) {
    this.#screen = screen;
    this.#options = options;
    this.order = options.order;
    this.#fetching = new Fetching(screen);
    new KeptFocus(screen, () => this.#place);
  }

  /** In the order shown; undefined until the first page has arrived. */
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

  /** The number of shown items that are no longer in the list. */
  get departed(): number {
    return this.#items?.filter(item => this.hasLeft(item)).length ?? 0;
  }

  /** Whether a shown item is no longer in the list, because it changed or was deleted. */
  hasLeft(item: T): boolean {
    const { matches, idOf } = this.#options;
    return !matches(item) || this.#deleted.has(idOf(item));
  }

  /** Receives the focus when the focused button disappears after its work is done. */
  get #place(): HTMLElement | null {
    const entry = this.#entry ?? this.items?.[0];
    const row = entry && `[data-id="${CSS.escape(this.#options.idOf(entry))}"] a`;
    const link = row && this.#screen.querySelector<HTMLElement>(row);
    return link || this.#screen.querySelector('h1');
  }

  /** Follows the address: shows another list, another order of the same one, or else brings it up to date. */
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

  /** Shows only the newest page. */
  reload(): Promise<void> {
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

  /** Shows another page. */
  async older(): Promise<void> {
    const replaces = this.#fetching.isRunning;
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
    // The fetch that it replaced would have seen more changes.
    if (replaces) await this.refresh();
  }

  /** Brings the rows up to date, and counts new ones; waits for a fetch in progress. */
  readonly refresh = newestAfterCurrent(async (): Promise<void> => {
    await this.#fetching.idle();
    const shown = this.#items;
    if (!shown || shown.length === 0) return this.reload();
    const limit = Math.min(Math.max(pageSize, shown.length + this.news), maxRefreshed);
    const isListed = (item: T): boolean => !this.hasLeft(item);
    return this.#fetch(
      signal => loadFresh({ ...this.#options, shown, isListed, limit, touched: this.#touched }, signal),
      fresh => this.#takeFresh(fresh),
    );
  });

  /** Brings all rows up to date after changes that the page was not told of, also those older than what is new. */
  async recover(): Promise<void> {
    for (const item of this.#items ?? []) this.#touched.add(this.#options.idOf(item));
    let left: number;
    do {
      left = this.#touched.size;
      await this.refresh();
    } while (this.#touched.size > 0 && this.#touched.size < left);
  }

  /** Changes a shown item, as far as the change is known already. */
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
    if (!this.#fetching.isRunning) this.isExtending = false;
  }
}

/** The part of a list to fetch. */
export interface Wanted {
  /** Absent for the newest items. */
  readonly cursor?: string | undefined;
  /** Maximum number of items. */
  readonly limit: number;
}

/** The source of a list. */
interface ListSource<T> {
  readonly idOf: (item: T) => string;
  /** Fetches a page of items that match the filter. */
  readonly load: (wanted: Wanted, signal: AbortSignal) => Promise<Page<T>>;
  /** Fetches an item, whether it matches the filter or not. Absent for items that never change. */
  readonly loadOne?: (id: string, signal: AbortSignal) => Promise<T>;
}

/** The current items of a list. */
interface Fresh<T> {
  /** The newest items that match its filter. */
  readonly page: Page<T>;
  /** By id: those of the page, and others that are shown. */
  readonly items: ReadonlyMap<string, T>;
  /** Ids of items that no longer exist. */
  readonly deleted: readonly string[];
}

interface Shown<T> extends ListSource<T> {
  /** In the order of the server. */
  readonly shown: readonly T[];
  /** Whether an item belongs in the list, as far as is known. */
  readonly isListed: (item: T) => boolean;
  /** The number of items in a fetch. */
  readonly limit: number;
  /** Ids of items that have changed; those that were fetched are removed from it. */
  readonly touched: Set<string>;
}

/** At most so many are fetched one by one at a time. */
const maxAtOnce = 20;

/** Fetches a page, and one by one the rows that are missing from it or have changed. */
async function loadFresh<T>(of: Shown<T>, signal: AbortSignal): Promise<Fresh<T>> {
  const { load, loadOne, idOf, touched } = of;
  const before = [...touched];
  touched.clear();
  try {
    const page = await load({ limit: of.limit }, signal);
    const items = new Map(page.items.map(item => [idOf(item), item]));
    const missing = missingIn(page, of, new Set(before));
    const deleted: string[] = [];
    for (const id of missing.slice(maxAtOnce)) touched.add(id);
    await Promise.all(
      missing.slice(0, maxAtOnce).map(async id => {
        const item = await loadOne?.(id, signal).catch(unlessDeleted);
        if (item) items.set(id, item);
        else deleted.push(id);
      }),
    );
    return { page, items, deleted };
  } catch (error) {
    for (const id of before) touched.add(id);
    throw error;
  }
}

/** A page says nothing about items older than its last one. */
function missingIn<T>(
  page: Page<T>,
  { shown, isListed, idOf }: Shown<T>,
  touched: ReadonlySet<string>,
): string[] {
  const found = new Set(page.items.map(idOf));
  const last = page.next === undefined ? shown.length : shown.findLastIndex(item => found.has(idOf(item)));
  return shown
    .filter(
      (item, index) =>
        !found.has(idOf(item)) && (touched.has(idOf(item)) || (index < last && isListed(item))),
    )
    .map(idOf);
}

function unlessDeleted(error: unknown): undefined {
  if (apiErrorOf(error).status !== 404) throw error;
}
