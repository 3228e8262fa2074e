/**
 * A stack as immutable data. Pushing the same label onto the same stack gives the same object, so that two stacks
 * that grew from one root are equal exactly when their `id`s are: a key holds the `id`, however deep the stack is. The
 * root holds everything that was pushed onto it: let go of the root, and all of it can be collected.
 */
export class InternedStack {
  readonly id: number;
  /** What was pushed last; empty for the root. */
  readonly label: string;
  /** The stack without its last label; nothing for the root. */
  readonly below: InternedStack | undefined;
  readonly #count: { ids: number };
  /** What was pushed onto it first, as a rule the only one: a map for each would take most of the room. */
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

/** Where something was opened that is still to be closed: for messages alone, never part of a key. */
export interface Opened {
  readonly start: number;
  readonly end: number;
  readonly outer: Opened | undefined;
}
