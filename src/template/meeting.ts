import type { Output } from '../output/output.ts';
import { type Assumptions, common, union } from './assumptions.ts';

/** One state of the output that can be reached, and what is assumed on the way to it. */
export interface Path<State> {
  readonly state: State;
  readonly assumptions: Assumptions;
}

/** Ways to one state whose assumptions cannot be told as one; where there are more, all tell what they share. */
const mostWays = 16;
const mostPaths = 256;

/**
 * Where paths meet: those whose states agree become one, which assumes what they share. A few are kept apart where
 * that would forget how their variables hang together, so that brackets under two conditions still close.
 */
export class Meeting<State> {
  readonly #output: Output<State>;
  readonly #byKey = new Map<string, Path<State>[]>();

  constructor(output: Output<State>) {
    this.#output = output;
  }

  /** How many different states have come. */
  get size(): number {
    return this.#byKey.size;
  }

  get paths(): readonly Path<State>[] {
    const all = [...this.#byKey.values()];
    const paths = all.flat();
    return paths.length <= mostPaths ? paths : all.map(asOne);
  }

  add(paths: readonly Path<State>[]): void {
    for (const path of paths) {
      const key = this.#output.key(path.state);
      const ways = this.#byKey.get(key);
      if (ways) this.#byKey.set(key, join(ways, path));
      else this.#byKey.set(key, [path]);
    }
  }
}

/** One way more to the state of these, made one with every way that it can be told with exactly. */
function join<State>(ways: readonly Path<State>[], path: Path<State>): Path<State>[] {
  let joined = path;
  let apart = ways;
  for (;;) {
    const rest: Path<State>[] = [];
    for (const way of apart) {
      const both = union(way.assumptions, joined.assumptions);
      if (both) joined = { state: way.state, assumptions: both.assumptions };
      else rest.push(way);
    }
    if (rest.length === apart.length) break;
    apart = rest;
  }
  const all = [...apart, joined];
  return all.length <= mostWays ? all : [asOne(all)];
}

function asOne<State>(ways: readonly Path<State>[]): Path<State> {
  const [first, ...others] = ways;
  if (!first) throw new Error('A state that no path leads to.');
  const assumptions = others.reduce((shared, way) => common(shared, way.assumptions), first.assumptions);
  return { state: first.state, assumptions };
}
