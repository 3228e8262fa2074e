import { readOwn, UnreadableValue } from './read-own-property.ts';

/** The items of a list, read on demand; its length is read at once. */
export class ListItems {
  readonly length: number;
  readonly #list: unknown;
  /** Items already read; undefined if they are read only once, because a long list takes room. */
  readonly #kept: unknown[] | undefined;

  /**
   * A missing list has no items.
   *
   * @param walked `again` keeps the items: a list that is walked several times, always in order, must give the same
   * ones.
   * @throws {UnreadableValue} for any other value that is not an array, for an array without a proper length, and for a
   * list that throws when it is read.
   */
  constructor(list: unknown, walked: 'once' | 'again' = 'once') {
    this.#list = list;
    this.#kept = walked === 'again' ? [] : undefined;
    this.length = list === undefined || list === null ? 0 : lengthOf(list);
  }

  at(index: number): unknown {
    const kept = this.#kept;
    if (!kept) return itemOf(this.#list, index);
    if (index >= kept.length) kept.push(itemOf(this.#list, index));
    return kept[index];
  }
}

/** Same as `readOwn`, without turning the index into text. */
function itemOf(list: unknown, index: number): unknown {
  try {
    return Object.getOwnPropertyDescriptor(list, index)?.value;
  } catch {
    throw new UnreadableValue();
  }
}

/** A proxy of an array may report any length, and the proof relies on a list either having items or not. */
function lengthOf(list: unknown): number {
  const length = isArray(list) ? readOwn(list, 'length') : undefined;
  if (!isLength(length)) throw new UnreadableValue('not-a-list');
  return length;
}

/** Valid array lengths: ECMA-262, section 10.4.2. */
function isLength(length: unknown): length is number {
  return typeof length === 'number' && length >>> 0 === length;
}

/** `Array.isArray` throws for a revoked proxy. */
function isArray(list: unknown): boolean {
  try {
    return Array.isArray(list);
  } catch {
    throw new UnreadableValue();
  }
}
