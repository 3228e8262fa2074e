import type { Output } from '../../output/output.ts';
import type { Assumptions } from './assumptions.ts';
import type { DecisionDiagram } from './decision-diagram.ts';

/** One state of the output that can be reached, and what is assumed wherever it is. */
export interface Path<State> {
  readonly state: State;
  readonly assumptions: Assumptions;
}

/** Where paths meet: those whose states agree become one, which assumes that either of them was taken. */
export class Meeting<State> {
  readonly #output: Output<State>;
  readonly #diagram: DecisionDiagram;
  readonly #byKey = new Map<string, Path<State>>();

  constructor(output: Output<State>, diagram: DecisionDiagram) {
    this.#output = output;
    this.#diagram = diagram;
  }

  /** How many different states have come. */
  get size(): number {
    return this.#byKey.size;
  }

  get paths(): readonly Path<State>[] {
    return [...this.#byKey.values()];
  }

  add(paths: readonly Path<State>[]): void {
    for (const { state, assumptions } of paths) {
      const key = this.#output.key(state);
      const earlier = this.#byKey.get(key)?.assumptions ?? false;
      this.#byKey.set(key, { state, assumptions: this.#diagram.either(earlier, assumptions) });
    }
  }
}
