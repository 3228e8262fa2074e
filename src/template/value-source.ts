import { readOwn } from './read-own.ts';

/** Where values are read from: the context of a rendering, or an item of a list. */
export interface ValueSource {
  /** @throws {UnreadableValue} for an object that throws when it is read. */
  read(path: readonly string[]): unknown;
}

/** An item whose parts are read once, so that all tags see the same. */
export class ItemSource implements ValueSource {
  readonly #item: unknown;
  readonly #parts = new Map<readonly string[], unknown>();

  constructor(item: unknown) {
    this.#item = item;
  }

  read(path: readonly string[]): unknown {
    if (path.length === 0) return this.#item;
    if (this.#parts.has(path)) return this.#parts.get(path);
    const value = readOwn(this.#item, path);
    this.#parts.set(path, value);
    return value;
  }
}
