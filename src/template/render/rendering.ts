import type { ListItems } from '../list-items.ts';
import { readOwnProperty } from '../read-own-property.ts';
import type { AskedVariables } from '../resolve/classes/asked-variables.ts';
import type { Holding } from '../resolve/classes/holding.ts';
import type { Origin } from '../resolve/variables.ts';
import type { ItemSource, ValueSource } from '../value-source.ts';

/** What one rendering has read, and where it reads from: the context, and an item of each list around. */
export class Rendering implements Holding, ValueSource {
  readonly classes: number[];
  /** Few templates have any. */
  #lists: ListItems[] | undefined;
  /** The outermost first. */
  #items: ItemSource[] | undefined;
  readonly maxOutputBytes: number;
  readonly #context: unknown;

  /** @throws {RenderError} for a context that cannot be read. */
  constructor(context: unknown, asked: AskedVariables, maxOutputBytes: number) {
    this.#context = context;
    this.maxOutputBytes = maxOutputBytes;
    this.classes = asked.unread.slice();
    asked.read(this, this);
  }

  keepList(index: number, items: ListItems): void {
    this.#lists ??= [];
    this.#lists[index] = items;
  }

  /** The items of the list that a variable is, if it has been read. */
  listAt(index: number): ListItems | undefined {
    return this.#lists?.[index];
  }

  /** From now on, values of this level are read from this item. */
  enter(level: number, item: ItemSource): void {
    this.#items ??= [];
    this.#items[level - 1] = item;
  }

  /** Reads from the context. */
  read(path: readonly string[]): unknown {
    return readOwnProperty(this.#context, path);
  }

  /** @throws {UnreadableValue} for an object that throws when it is read. */
  readFrom({ level, path }: Origin): unknown {
    return level === 0 ? this.read(path) : this.#items?.[level - 1]?.read(path);
  }
}
