import type { Output } from '../../output/output.ts';
import type { DecisionDiagram } from './decision-diagram.ts';
import type { PathCondition } from './path-condition.ts';

/** One state of the output that can be reached at some point of the template, and when it is. */
export interface ReachableState<State> {
  readonly state: State;
  readonly condition: PathCondition;
  /** Whether it is not reached before the second item of a list. */
  readonly later?: boolean | undefined;
}

/** All states that can be reached at one point of the template. */
export type Reached<State> = readonly ReachableState<State>[];

/** More states than this at one point, and a person could not follow the template either. */
export const mostStates = 256;

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

  get states(): Reached<State> {
    return [...this.#byKey.values()];
  }

  add(states: Reached<State>): void {
    for (const reached of states) this.#add(reached);
  }

  /** Adds states, and returns those that were not reached before, or now are under more conditions. */
  grow(states: Reached<State>): Reached<State> {
    return states.flatMap(reached => this.#add(reached) ?? []);
  }

  /** The state as it is now, if that made a difference. */
  #add({ state, condition, later }: ReachableState<State>): ReachableState<State> | undefined {
    const key = this.#output.key(state);
    this.#diagram.budget.spend(keyUnits + key.length / charactersOfUnit);
    const earlier = this.#byKey.get(key);
    const joined = {
      state: earlier && this.#output.merge ? this.#output.merge(earlier.state, state) : state,
      condition: this.#diagram.or(earlier?.condition ?? false, condition),
      later: earlier ? earlier.later && later : later,
    };
    this.#byKey.set(key, joined);
    return joined.condition === earlier?.condition ? undefined : joined;
  }
}
