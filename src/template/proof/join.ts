import type { Output } from '../../output/output.ts';
import type { DecisionDiagram } from './decision-diagram.ts';
import type { PathCondition } from './path-condition.ts';

/** One state of the output that can be reached at some point of the template, and when it is. */
export interface ReachableState<State> {
  readonly state: State;
  readonly condition: PathCondition;
}

/** What it costs to look for a state, and how long its key may be for each unit more. */
const keyUnits = 4;
const charactersOfUnit = 16;

/** Where paths join: states that agree become one, which is reached when either of them was. */
export class Join<State> {
  readonly #output: Output<State>;
  readonly #diagram: DecisionDiagram;
  readonly #byKey = new Map<string, ReachableState<State>>();

  constructor(output: Output<State>, diagram: DecisionDiagram) {
    this.#output = output;
    this.#diagram = diagram;
  }

  /** How many different states there are. */
  get size(): number {
    return this.#byKey.size;
  }

  get states(): readonly ReachableState<State>[] {
    return [...this.#byKey.values()];
  }

  add(states: readonly ReachableState<State>[]): void {
    for (const { state, condition } of states) {
      const key = this.#output.key(state);
      this.#diagram.budget.spend(keyUnits + key.length / charactersOfUnit);
      const earlier = this.#byKey.get(key);
      this.#byKey.set(key, {
        state: earlier && this.#output.merge ? this.#output.merge(earlier.state, state) : state,
        condition: this.#diagram.or(earlier?.condition ?? false, condition),
      });
    }
  }
}
