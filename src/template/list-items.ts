import { readOwn, UnreadableValue } from './read-own.ts';

/** Thrown for a list that is something else. */
export class NotAList extends Error {
  override readonly name = 'NotAList';
}

/** The items of a list, each read once, when it is first asked for; how many there are is read at once. */
export class ListItems {
  readonly length: number;
  readonly #list: unknown;
  readonly #items: unknown[] = [];

  /**
   * A missing list has no items.
   *
   * @throws {NotAList} for any other value that is not an array, and for an array whose length is none.
   * @throws {UnreadableValue} for a list that throws when it is read.
   */
  constructor(list: unknown) {
    this.#list = list;
    this.length = list === undefined || list === null ? 0 : lengthOf(list);
  }

  at(index: number): unknown {
    if (index >= this.#items.length) this.#items.push(itemOf(this.#list, index));
    return this.#items[index];
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
  const length = isArray(list) ? readOwn(list, ['length']) : undefined;
  if (!isLength(length)) throw new NotAList();
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
