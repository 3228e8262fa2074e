import type { Page } from '../../api/answers.ts';
import { apiErrorOf } from '../../api/api-error.ts';

/** Which part of a list is fetched. */
export interface Wanted {
  /** Absent for the newest ones. */
  readonly cursor?: string | undefined;
  /** How many at most. */
  readonly limit: number;
}

/** Where a list comes from. */
export interface ListSource<T> {
  readonly idOf: (item: T) => string;
  /** Fetches a page of what the filter asks for. */
  readonly load: (wanted: Wanted, signal: AbortSignal) => Promise<Page<T>>;
  /** Fetches one, whether the filter asks for it or not. */
  readonly loadOne: (id: string, signal: AbortSignal) => Promise<T>;
}

/** What a list shows, as it is by now. */
export interface Fresh<T> {
  /** The newest ones that its filter asks for. */
  readonly page: Page<T>;
  /** By their ids: those of the page, and those that are shown without being there. */
  readonly items: ReadonlyMap<string, T>;
  /** The ids of those that are no more. */
  readonly deleted: readonly string[];
}

export interface Shown<T> extends ListSource<T> {
  /** As the server gave them. */
  readonly shown: readonly T[];
  /** Whether one should be in the list, as far as is known. */
  readonly isListed: (item: T) => boolean;
  /** How many are fetched at once. */
  readonly limit: number;
  /** Something happened to these; those that were fetched are taken out. */
  readonly touched: Set<string>;
}

/** More than these are fetched one by one the next time. */
const mostAtOnce = 20;

/** Fetches a page, and one by one what is not in it, though it should be there or something happened to it. */
export async function loadFresh<T>(of: Shown<T>, signal: AbortSignal): Promise<Fresh<T>> {
  const { load, loadOne, idOf, touched } = of;
  const before = [...touched];
  touched.clear();
  try {
    const page = await load({ limit: of.limit }, signal);
    const items = new Map(page.items.map(item => [idOf(item), item]));
    const missing = missingIn(page, of, new Set(before));
    const deleted: string[] = [];
    for (const id of missing.slice(mostAtOnce)) touched.add(id);
    await Promise.all(
      missing.slice(0, mostAtOnce).map(async id => {
        const item = await loadOne(id, signal).catch(unlessDeleted);
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

/** A page says nothing of those that are older than all it has. */
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
