import { readOwnProperty } from './read-own-property.ts';

/** Where values are read from: the context of a rendering, or an item of a list. */
export interface ValueSource {
  /** @throws {UnreadableValue} for an object that throws when it is read. */
  read(path: readonly string[]): unknown;
}

/** An item whose parts are read once, so that all tags see the same. */
export class ItemSource implements ValueSource {
  readonly #item: unknown;
  /** A few, each at the index of its value. */
  readonly #paths: (readonly string[])[] = [];
  readonly #values: unknown[] = [];

  constructor(item: unknown) {
    this.#item = item;
  }

  /** @param path The same object for the same path. */
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
