import { readOwnProperty } from './read-own-property.ts';

/** The source of values: the context of a rendering, or an item of a list. */
export interface ValueSource {
  /** @throws {UnreadableValue} for an object that throws when it is read. */
  read(path: readonly string[]): unknown;
}

/** An item whose parts are read only once, so that all tags see the same values. */
export class ItemSource implements ValueSource {
  readonly #item: unknown;
  /** Only a few; each has the index of its value. */
  readonly #paths: (readonly string[])[] = [];
  readonly #values: unknown[] = [];

  constructor(item: unknown) {
    this.#item = item;
  }

  /** @param path Must be the same object each time for the same path. */
  read(path: readonly string[]): unknown {
    if (path.length === 0) return this.#item;
    const known = this.#paths.indexOf(path);
    if (known >= 0) return this.#values[known];
    const value = readOwnProperty(this.#item, path);
    this.#paths.push(path);
    this.#values.push(value);
    return value;
  }
}
