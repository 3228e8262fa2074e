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
   * @throws {NotAList} for any other value that is not an array.
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

function lengthOf(list: unknown): number {
  if (!isArray(list)) throw new NotAList();
  return Number(readOwn(list, ['length']));
}

/** A proxy that was revoked cannot say. */
function isArray(list: unknown): boolean {
  try {
    return Array.isArray(list);
  } catch {
    throw new UnreadableValue();
  }
}
