import { readOwn, UnreadableValue } from './read-own-property.ts';

/** The items of a list, read when they are asked for; how many there are is read at once. */
export class ListItems {
  readonly length: number;
  readonly #list: unknown;
  /** What was read, where it will be asked for again: a list may be long, and its items take room. */
  readonly #kept: unknown[] | undefined;

  /**
   * A missing list has no items.
   *
   * @param walked Whether items are asked for again, in their order each time, and must be the same then.
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

/** As `readOwn` does, without making text of the index. */
function itemOf(list: unknown, index: number): unknown {
  try {
    return Object.getOwnPropertyDescriptor(list, index)?.value;
  } catch {
    throw new UnreadableValue();
  }
}

/** A proxy of an array may say anything, and the proof counts on a list having items or none. */
function lengthOf(list: unknown): number {
  const length = isArray(list) ? readOwn(list, 'length') : undefined;
  if (!isLength(length)) throw new UnreadableValue('not-a-list');
  return length;
}

/** What the length of an array can be (ECMA-262, section 10.4.2). */
function isLength(length: unknown): length is number {
  return typeof length === 'number' && length >>> 0 === length;
}

/** A proxy that was revoked cannot say. */
function isArray(list: unknown): boolean {
  try {
    return Array.isArray(list);
  } catch {
    throw new UnreadableValue();
  }
}
