/**
 * The attribute names of one tag, in their order, as immutable data: adding the same name to the same names gives
 * the same object. Names that grew from each other share one index of their positions, so that asking for a name
 * does not cost more the more there are.
 */
export class AttributeNames {
  readonly id: number;
  /** No names at all; where everything that grew from it is held. */
  readonly none: AttributeNames;
  /** The latest of them; empty where there is none. */
  readonly latest: string;
  readonly #size: number;
  readonly #index: Map<string, number>;
  readonly #count: { ids: number };
  readonly #next = new Map<string, AttributeNames>();

  private constructor(
    size: number,
    index: Map<string, number>,
    count: { ids: number },
    latest = '',
    none?: AttributeNames,
  ) {
    this.id = count.ids++;
    this.latest = latest;
    this.none = none ?? this;
    this.#size = size;
    this.#index = index;
    this.#count = count;
  }

  static none(): AttributeNames {
    return new AttributeNames(0, new Map(), { ids: 0 });
  }

  /** The names in their order. */
  *names(): Iterable<string> {
    for (const [name, position] of this.#index) {
      if (position >= this.#size) return;
      yield name;
    }
  }

  has(name: string): boolean {
    const position = this.#index.get(name);
    return position !== undefined && position < this.#size;
  }

  add(name: string): AttributeNames {
    const known = this.#next.get(name);
    if (known) return known;
    // The first names that grow from these may share their index; others need one without what the first put in.
    const index = this.#index.size === this.#size ? this.#index : this.#ownIndex();
    index.set(name, this.#size);
    const next = new AttributeNames(this.#size + 1, index, this.#count, name, this.none);
    this.#next.set(name, next);
    return next;
  }

  /** An index is in the order of its positions, so that only its beginning is read. */
  #ownIndex(): Map<string, number> {
    const own = new Map<string, number>();
    for (const [name, position] of this.#index) {
      if (position === this.#size) break;
      own.set(name, position);
    }
    return own;
  }
}
