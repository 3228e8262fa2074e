/** A former path of a variable with the present one, through the lists around them, which are the same. */
export interface Renaming {
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** The former names that templates may still use. */
export class Renamings {
  readonly #byPath: ReadonlyMap<string, readonly string[]>;
  readonly #firstNames: ReadonlySet<string>;

  /** The first of two renamings of one name counts. */
  constructor(renamings: readonly Renaming[]) {
    this.#byPath = new Map(renamings.toReversed().map(({ from, to }) => [keyOf(from), to]));
    this.#firstNames = new Set(renamings.map(({ from }) => from[0] ?? ''));
  }

  /** Whether a former name begins with this one. */
  beginWith(name: string): boolean {
    return this.#firstNames.has(name);
  }

  /** The present path for a former one or a part of it; undefined for any other. */
  presentOf(path: readonly string[]): readonly string[] | undefined {
    let present = path;
    // What one event calls by a former name of another could lead back.
    for (let turn = 0; turn < this.#byPath.size; turn++) {
      const next = this.#next(present);
      if (next === undefined) break;
      present = next;
    }
    return present === path ? undefined : present;
  }

  #next(path: readonly string[]): readonly string[] | undefined {
    for (let length = path.length; length > 0; length--) {
      const to = this.#byPath.get(keyOf(path.slice(0, length)));
      if (to !== undefined) return [...to, ...path.slice(length)];
    }
    return undefined;
  }
}

function keyOf(path: readonly string[]): string {
  return path.join('.');
}
