import { expected, wholeNumber } from '../options/define-options.ts';
import { isStorable } from './storable-text.ts';
import { isUuid } from './uuid.ts';

/** A page of a list. */
export interface KeysetPage<Item> {
  readonly items: readonly Item[];
  /** The `cursor` of the next page; absent on the last one. */
  readonly next: string | undefined;
}

export interface PageQuery {
  /** The `next` of the previous page. Default: the first page. */
  readonly cursor?: string | undefined;
  /** From 1 to 500. Default 50. */
  readonly limit?: number | undefined;
}

/** The default number of items on a page. */
export const usualPage = 50;
export const maxPageSize = 500;

/** Checks the option `limit` of a list. */
export const pageLimit = wholeNumber(1, maxPageSize);

/** The types of keys that a list can be sorted by; in a cursor, and as a parameter of SQL, each is text. */
const kinds = {
  text: isStorable,
  uuid: isUuid,
  // PostgreSQL has no year 0.
  time: text => /^(?!0000)\d{4}-/.test(text) && isTime(text),
  integer: text => /^(?:0|[1-9]\d{0,8})$/.test(text),
} as const satisfies Readonly<Record<string, (text: string) => boolean>>;

type KeyKind = keyof typeof kinds;
type Key = string | number | Date;

/** The columns that a list is sorted by, which together are unique for each row. */
export interface Keyset<Row> {
  /**
   * The keys of the row after which a page begins, as parameters of its query; all `null` on the first page.
   *
   * @throws {InvalidArgument} naming `options.cursor`, for anything but a `next` of such a list.
   */
  readonly keysIn: (cursor: string | undefined) => readonly (string | null)[];
  /** Makes a page of the rows found by a query for `limit + 1`. */
  readonly pageOf: (rows: readonly Row[], limit: number) => KeysetPage<Row>;
}

/** `keysOf` returns the keys of a row, in the order and of the kinds listed in `keyKinds`. */
export function createKeyset<Row>(
  keyKinds: readonly KeyKind[],
  keysOf: (row: Row) => readonly Key[],
): Keyset<Row> {
  return {
    keysIn: cursor => {
      if (cursor === undefined) return keyKinds.map(() => null);
      const keys = textsIn(cursor);
      const isOurs =
        keys?.length === keyKinds.length && keyKinds.every((kind, index) => kinds[kind](keys[index] ?? ''));
      if (!keys || !isOurs) throw expected('options.cursor', 'the `next` of a page');
      return keys;
    },
    pageOf: (rows, limit) => {
      const items = rows.slice(0, limit);
      const last = rows.length > limit ? items.at(-1) : undefined;
      return { items, next: last && formatCursor(keysOf(last)) };
    },
  };
}

function isTime(text: string): boolean {
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString() === text;
}

function formatCursor(keys: readonly Key[]): string {
  const texts = keys.map(key => (key instanceof Date ? key.toISOString() : String(key)));
  return Buffer.from(JSON.stringify(texts)).toString('base64url');
}

function textsIn(cursor: string): readonly string[] | undefined {
  try {
    const keys: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(keys) && keys.every(key => typeof key === 'string') ? keys : undefined;
  } catch {
    return undefined;
  }
}
