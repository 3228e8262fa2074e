import type { Output } from '../output/output.ts';
import { type Assumptions, common } from './assumptions.ts';

/** One state of the output that can be reached, and what is assumed on the way to it. */
export interface Path<State> {
  readonly state: State;
  readonly assumptions: Assumptions;
}

/** Where paths meet: those whose states agree become one, which assumes what they share. */
export class Meeting<State> {
  private readonly output: Output<State>;
  private readonly byKey = new Map<string, Path<State>>();

  constructor(output: Output<State>) {
    this.output = output;
  }

  /** How many different states have come. */
  get size(): number {
    return this.byKey.size;
  }

  get paths(): readonly Path<State>[] {
    return [...this.byKey.values()];
  }

  add(paths: readonly Path<State>[]): void {
    for (const path of paths) {
      const key = this.output.key(path.state);
      const same = this.byKey.get(key);
      const merged = same && { state: same.state, assumptions: common(same.assumptions, path.assumptions) };
      this.byKey.set(key, merged ?? path);
    }
  }
}
