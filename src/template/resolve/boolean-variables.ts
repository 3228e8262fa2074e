import { compileReader, type Reader } from '../render/own-value.ts';

/** The boolean variables that conditions of one template name, numbered in the order of their first mention. */
export class BooleanVariables {
  readonly #indexes = new Map<string, number>();
  readonly #readers: Reader[] = [];

  /** The number of a variable, a new one where it was not mentioned before. */
  indexOf(path: readonly string[]): number {
    const name = path.join('.');
    const known = this.#indexes.get(name);
    if (known !== undefined) return known;
    this.#indexes.set(name, this.#readers.length);
    this.#readers.push(compileReader(path));
    return this.#readers.length - 1;
  }

  /** With dots between the names of a path. */
  get names(): readonly string[] {
    return [...this.#indexes.keys()];
  }

  /**
   * Whether each holds in a context. The proof counts on every condition seeing the same values, and a `toJSON` or a
   * proxy can change them between two looks: a rendering therefore looks once, before it writes anything.
   */
  read(context: unknown): Holding {
    const [read] = this.#readers;
    if (!read) return none;
    if (this.#readers.length === 1) return [read(context) === true];
    return this.#readers.map(read => read(context) === true);
  }
}

/** Whether each boolean variable holds, by its index. */
export type Holding = readonly boolean[];

const none: Holding = [];
