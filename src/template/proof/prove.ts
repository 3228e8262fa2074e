import { type Diagnostic, diagnose } from '../../diagnostics/diagnostic.ts';
import { type Output, type Place, type Problem, RefusedValue } from '../../output/output.ts';
import type { Condition, ConditionalStep, LiteralStep, Program, ValueStep } from '../resolve/program.ts';
import { type Assumptions, describeAssumptions, follow } from './assumptions.ts';
import { DecisionDiagram } from './decision-diagram.ts';
import { Meeting, type Path } from './meeting.ts';

/** Where each value lands, and what could break the output. */
export interface Proof {
  /** A value that is not in here can never be reached. */
  readonly places: ReadonlyMap<ValueStep, Place>;
  readonly diagnostics: readonly Diagnostic[];
  readonly broken: readonly BrokenPath[];
}

/** A path that ran into a problem: where, and what it assumes. */
export interface BrokenPath {
  readonly at: number;
  readonly assumptions: Assumptions;
}

/**
 * Walks over every path through a template at once, and gives each value the one place that all paths agree on. Where
 * it reports no error, no value can break the output, whatever the context.
 */
export function prove<State>(
  program: Program,
  output: Output<State>,
  sourceLength: number,
  diagram: DecisionDiagram = diagramFor(sourceLength),
): Proof {
  const walk = new Walk(output, diagram);
  walk.finish(walk.steps(program, [{ state: output.start(), assumptions: true }]), sourceLength);
  return { places: walk.places, diagnostics: walk.diagnostics, broken: walk.broken };
}

/** What follows the conditions of a source, and of others of about its length. */
export function diagramFor(sourceLength: number): DecisionDiagram {
  return new DecisionDiagram(leastSteps + sourceLength);
}

/** More states than this at one point, and a person could not follow the template either. */
const mostPaths = 256;

/** What following the conditions of any template may cost: enough for brackets that stay open under forty of them. */
const leastSteps = 500_000;

class Walk<State> {
  readonly places = new Map<ValueStep, Place>();
  readonly diagnostics: Diagnostic[] = [];
  readonly broken: BrokenPath[] = [];
  readonly #output: Output<State>;
  readonly #diagram: DecisionDiagram;
  #latest: ConditionalStep | undefined;
  #gaveUp = false;
  /** How many branches the walk is in. */
  #depth = 0;

  constructor(output: Output<State>, diagram: DecisionDiagram) {
    this.#output = output;
    this.#diagram = diagram;
  }

  /** The paths behind the steps; one that ran into a problem has been reported and ends there. */
  steps(program: Program, paths: readonly Path<State>[]): readonly Path<State>[] {
    let reached = paths;
    for (const step of program) {
      if (reached.length === 0) return reached;
      if (step.kind === 'literal') reached = this.#literal(step, reached);
      else if (step.kind === 'value') reached = this.#value(step, reached);
      else reached = this.#conditional(step, reached);
    }
    return reached;
  }

  finish(paths: readonly Path<State>[], offset: number): void {
    this.#each(paths, path => {
      const problem = this.#output.end(path.state, offset);
      return problem ? { problem } : { state: path.state };
    });
  }

  #literal({ text, range }: LiteralStep, paths: readonly Path<State>[]): readonly Path<State>[] {
    const isEscaped = range.end - range.start !== text.length;
    const reached = this.#each(paths, ({ state }) => {
      const moved = this.#output.advance(state, text, range.start);
      if (!isEscaped || !('problem' in moved)) return moved;
      const start = Math.min(moved.problem.start, range.start);
      return { problem: { ...moved.problem, start, end: range.end } };
    });
    return this.#merge(reached);
  }

  #value(step: ValueStep, paths: readonly Path<State>[]): readonly Path<State>[] {
    const { range } = step;
    let first: Landed | undefined;
    let other: Landed | undefined;
    const reached = this.#each(paths, ({ state, assumptions }) => {
      const landing = this.#output.place(state);
      if ('problem' in landing) return { problem: { ...landing.problem, ...range } };
      const { place } = landing;
      if (first && first.place.name !== place.name) {
        other ??= { place, assumptions };
        return 'reported';
      }
      if (!first || place.strict) first = { place, assumptions };
      return { state: this.#output.after(state) };
    });
    if (first && other) this.#reportTwoPlaces(step, first, other);
    if (first) this.#settle(step, first);
    return this.#merge(reached);
  }

  /** Gives the value its place, which must take what stands for a missing one. */
  #settle(step: ValueStep, { place, assumptions }: Landed): void {
    this.places.set(step, place);
    const { null: written } = step.options;
    if (written === undefined || isTaken(place, written)) return;
    const facts = { expected: 'another text for `null`', found: `\`${written}\`` };
    this.#report({ code: 'url-dot-segment', ...step.range, ...facts }, assumptions);
  }

  #conditional(step: ConditionalStep, paths: readonly Path<State>[]): readonly Path<State>[] {
    this.#latest = step;
    this.#depth++;
    const meeting = new Meeting(this.#output, this.#diagram);
    let undecided = paths;
    for (const { condition, steps } of step.branches) {
      meeting.add(this.steps(steps, this.#following(undecided, condition, true)));
      if (meeting.size > mostPaths) break;
      undecided = this.#following(undecided, condition, false);
    }
    if (meeting.size <= mostPaths) meeting.add(this.steps(step.otherwise, undecided));
    this.#depth--;
    return meeting.size > mostPaths ? this.#giveUp(step, mostPaths) : meeting.paths;
  }

  /** The paths on which the condition can turn out so, each assuming that it does. */
  #following(paths: readonly Path<State>[], condition: Condition, holds: boolean): Path<State>[] {
    return paths
      .map(({ state, assumptions }) => ({
        state,
        assumptions: follow(this.#diagram, assumptions, condition, holds),
      }))
      .filter(({ assumptions }) => assumptions !== false);
  }

  #giveUp({ range }: ConditionalStep, most?: number): readonly Path<State>[] {
    if (!this.#gaveUp) this.diagnostics.push(diagnose('too-many-paths', range, { most }));
    this.#gaveUp = true;
    return [];
  }

  /** Moves each path on; the first problem is reported once, with what all paths that run into it assume. */
  #each(
    paths: readonly Path<State>[],
    move: (path: Path<State>) => { state: State } | { problem: Problem } | 'reported',
  ): Path<State>[] {
    const reached: Path<State>[] = [];
    let failed: { problem: Problem; assumptions: Assumptions } | undefined;
    for (const path of paths) {
      const moved = move(path);
      if (moved === 'reported') continue;
      if ('state' in moved) {
        reached.push({ state: moved.state, assumptions: path.assumptions });
        continue;
      }
      this.broken.push({ at: moved.problem.start, assumptions: path.assumptions });
      if (!failed || moved.problem.start < failed.problem.start)
        failed = { problem: moved.problem, assumptions: path.assumptions };
      else if (moved.problem.start === failed.problem.start) {
        failed.assumptions = this.#diagram.either(failed.assumptions, path.assumptions);
      }
    }
    // Outside of all branches, one of the paths exists; inside, perhaps none does.
    const isCertain = this.#depth === 0 && reached.length === 0;
    if (failed) this.#report(failed.problem, failed.assumptions, isCertain);
    return reached;
  }

  #merge(paths: readonly Path<State>[]): readonly Path<State>[] {
    if (paths.length < 2) return paths;
    const meeting = new Meeting(this.#output, this.#diagram);
    meeting.add(paths);
    return meeting.paths;
  }

  #report(
    { code, start, end, expected, found, related, fixes }: Problem,
    assumptions: Assumptions,
    isCertain = false,
  ): void {
    const facts = { expected, found, when: describeAssumptions(assumptions) };
    const more = { related: related ?? [], fixes: fixes ?? [] };
    this.#add(diagnose(code, { start, end }, facts, more), isCertain);
  }

  #reportTwoPlaces({ range }: ValueStep, first: Landed, second: Landed): void {
    const describe = ({ place, assumptions }: Landed) =>
      [place.description, describeAssumptions(assumptions)].filter(Boolean).join(' ');
    this.#add(diagnose('two-places', range, { first: describe(first), second: describe(second) }));
  }

  /** What is found on a path that may not exist says only that there were too many of them to tell. */
  #add(diagnostic: Diagnostic, isCertain = false): void {
    if (isCertain || this.#diagram.isExact || !this.#latest) this.diagnostics.push(diagnostic);
    else this.#giveUp(this.#latest);
  }
}

interface Landed {
  readonly place: Place;
  readonly assumptions: Assumptions;
}

function isTaken(place: Place, text: string): boolean {
  try {
    place.text(text);
    return true;
  } catch (error) {
    if (error instanceof RefusedValue) return false;
    throw error;
  }
}
