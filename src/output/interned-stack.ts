/**
 * An immutable stack. Pushing the same label onto the same stack gives the same object, so that two stacks with the
 * same root are equal if and only if their `id`s are: a key contains only the `id`, however deep the stack is. The root
 * holds everything that was pushed onto it; once the root is released, all of it can be collected.
 */
export class InternedStack {
  readonly id: number;
  /** The label on top; empty for the root. */
  readonly label: string;
  /** The stack without its top; undefined for the root. */
  readonly below: InternedStack | undefined;
  readonly #count: { ids: number };
  /** The first stack pushed onto this one, usually the only one: a map for each would take most of the memory. */
  #next: InternedStack | undefined;
  #others: Map<string, InternedStack> | undefined;

  private constructor(label: string, below: InternedStack | undefined, count: { ids: number }) {
    this.id = count.ids++;
    this.label = label;
    this.below = below;
    this.#count = count;
  }

  static root(): InternedStack {
    return new InternedStack('', undefined, { ids: 0 });
  }

  push(label: string): InternedStack {
    const known = this.#next?.label === label ? this.#next : this.#others?.get(label);
    if (known) return known;
    const next = new InternedStack(label, this, this.#count);
    if (this.#next) {
      this.#others ??= new Map();
      this.#others.set(label, next);
    } else this.#next = next;
    return next;
  }
}

/** Where something still unclosed was opened; only for messages, never part of a key. */
export interface Opened {
  readonly start: number;
  readonly end: number;
  readonly outer: Opened | undefined;
}
