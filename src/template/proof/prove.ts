import { catalogue } from '../../diagnostics/catalogue.ts';
import { type Diagnostic, diagnose } from '../../diagnostics/diagnostic.ts';
import { type Output, type Place, type Problem, RefusedValue, type Step } from '../../output/output.ts';
import { budgetFor } from '../check-budget.ts';
import type { ConditionalStep, LiteralStep, Program, ValueStep } from '../resolve/program.ts';
import { DecisionDiagram } from './decision-diagram.ts';
import { Join, type ReachableState } from './join.ts';
import { describePathCondition, type PathCondition, whereHolds } from './path-condition.ts';

/** Where each value lands, and what could break the output. */
export interface Proof {
  /** A value that is not in here can never be reached. */
  readonly places: ReadonlyMap<ValueStep, Place>;
  readonly diagnostics: readonly Diagnostic[];
  readonly broken: readonly BrokenPath[];
}

/** A path that ran into a problem: where, and when it is taken. */
export interface BrokenPath {
  readonly at: number;
  readonly condition: PathCondition;
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
  const start = { state: output.start(), condition: true };
  diagram.attempt(
    () => walk.finish(walk.steps(program, [start]), sourceLength),
    () => walk.giveUp(),
  );
  return { places: walk.places, diagnostics: walk.diagnostics, broken: walk.broken };
}

/** What follows the conditions of a source, and of others of about its length, within the budget of that length. */
export function diagramFor(sourceLength: number): DecisionDiagram {
  return new DecisionDiagram(budgetFor(sourceLength));
}

/** More states than this at one point, and a person could not follow the template either. */
export const mostStates = 256;

/** What moving a state costs, whatever it is moved over. */
const moveUnits = 10;
/** What it costs to say what is wrong. */
const problemUnits = 100;

class Walk<State> {
  readonly places = new Map<ValueStep, Place>();
  readonly diagnostics: Diagnostic[] = [];
  readonly broken: BrokenPath[] = [];
  readonly #output: Output<State>;
  readonly #diagram: DecisionDiagram;
  #latest: ConditionalStep | undefined;
  readonly #warned = new Set<string>();
  #gaveUp = false;

  constructor(output: Output<State>, diagram: DecisionDiagram) {
    this.#output = output;
    this.#diagram = diagram;
  }

  /** The states after these steps; a path that ran into a problem has been reported and ends there. */
  steps(program: Program, states: Reached<State>): Reached<State> {
    let reached = states;
    for (const step of program) {
      if (reached.length === 0) return reached;
      if (step.kind === 'literal') reached = this.#literal(step, reached);
      else if (step.kind === 'value') reached = this.#value(step, reached);
      else reached = this.#conditional(step, reached);
    }
    return reached;
  }

  finish(states: Reached<State>, offset: number): void {
    this.#each(states, ({ state }) => {
      const problem = this.#output.end(state, offset);
      if (!problem) return { state };
      return catalogue[problem.code].severity === 'error' ? { problem } : { state, warnings: [problem] };
    });
  }

  /** Reports, once, that there is more to follow than there may be. */
  giveUp(most?: number): void {
    const range = this.#latest?.range ?? { start: 0, end: 0 };
    if (!this.#gaveUp) this.diagnostics.push(diagnose('too-many-paths', range, { most }));
    this.#gaveUp = true;
  }

  #literal({ text, range }: LiteralStep, states: Reached<State>): Reached<State> {
    this.#diagram.budget.spend(states.length * text.length);
    const isEscaped = range.end - range.start !== text.length;
    const reached = this.#each(states, ({ state }) => {
      const moved = this.#output.advance(state, text, range.start);
      if (!isEscaped || !('problem' in moved)) return moved;
      const start = Math.min(moved.problem.start, range.start);
      return { problem: { ...moved.problem, start, end: range.end } };
    });
    return this.#join(reached);
  }

  #value(step: ValueStep, states: Reached<State>): Reached<State> {
    const { range } = step;
    let first: Landed | undefined;
    let other: Landed | undefined;
    const reached = this.#each(states, ({ state, condition }) => {
      const landing = this.#output.place(state);
      if ('problem' in landing) return { problem: { ...landing.problem, ...range } };
      const { place } = landing;
      const warnings = landing.warnings?.map(warning => ({ ...range, ...warning }));
      if (first && first.place.name !== place.name) {
        other ??= { place, condition };
        return 'reported';
      }
      if (!first || place.strict) first = { place, condition };
      return { state: this.#output.after(state), warnings };
    });
    if (first && other) this.#reportTwoPlaces(step, first, other);
    if (first) this.#settle(step, first);
    return this.#join(reached);
  }

  /** Gives the value its place, which must accept what is written for a missing or empty one. */
  #settle(step: ValueStep, { place, condition }: Landed): void {
    this.places.set(step, place);
    for (const option of ['null', 'default'] as const) {
      const written = step.options[option];
      if (written === undefined || isTaken(place, written)) continue;
      const facts = { expected: `another text for \`${option}\``, found: `\`${written}\`` };
      this.#report({ code: 'url-dot-segment', ...step.range, ...facts }, condition);
    }
  }

  #conditional(step: ConditionalStep, states: Reached<State>): Reached<State> {
    this.#latest = step;
    const join = new Join(this.#output, this.#diagram);
    let undecided = states;
    for (const { condition, steps } of step.branches) {
      const holds = whereHolds(condition, this.#diagram);
      join.add(this.steps(steps, this.#under(holds, undecided)));
      if (join.size > mostStates) break;
      undecided = this.#under(this.#diagram.not(holds), undecided);
    }
    if (join.size <= mostStates) join.add(this.steps(step.otherwise, undecided));
    if (join.size <= mostStates) return join.states;
    this.#latest = step;
    this.giveUp(mostStates);
    return [];
  }

  /** The states that can be reached where something more must hold. */
  #under(condition: PathCondition, states: Reached<State>): Reached<State> {
    this.#diagram.budget.spend(states.length);
    return states
      .map(reached => ({
        state: reached.state,
        condition: this.#diagram.and(reached.condition, condition),
      }))
      .filter(reached => reached.condition !== false);
  }

  /** Moves each state on; the first problem is reported once, with when any state runs into it. */
  #each(
    states: Reached<State>,
    move: (reached: ReachableState<State>) => Step<State> | 'reported',
  ): Reached<State> {
    const reached: ReachableState<State>[] = [];
    let failed: { problem: Problem; condition: PathCondition } | undefined;
    this.#diagram.budget.spend(states.length * moveUnits);
    for (const from of states) {
      const { condition } = from;
      const moved = move(from);
      if (moved === 'reported') continue;
      if ('state' in moved) {
        reached.push({ state: moved.state, condition });
        for (const warning of moved.warnings ?? []) this.#warn(warning);
        continue;
      }
      const { problem } = moved;
      this.#diagram.budget.spend(problemUnits);
      this.broken.push({ at: problem.start, condition });
      if (!failed || problem.start < failed.problem.start) failed = { problem, condition };
      else if (problem.start === failed.problem.start)
        failed.condition = this.#diagram.or(failed.condition, condition);
    }
    if (failed) this.#report(failed.problem, failed.condition);
    return reached;
  }

  #join(states: Reached<State>): Reached<State> {
    if (states.length < 2) return states;
    const join = new Join(this.#output, this.#diagram);
    join.add(states);
    return join.states;
  }

  /** Once, whatever paths lead there. */
  #warn(warning: Problem): void {
    const key = `${warning.code} ${warning.start} ${warning.end}`;
    if (this.#warned.has(key)) return;
    this.#warned.add(key);
    this.#report(warning, true);
  }

  #report({ code, start, end, expected, found, related, fixes }: Problem, condition: PathCondition): void {
    const facts = { expected, found, when: describePathCondition(condition) };
    const more = { related: related ?? [], fixes: fixes ?? [] };
    this.diagnostics.push(diagnose(code, { start, end }, facts, more));
  }

  #reportTwoPlaces({ range }: ValueStep, first: Landed, second: Landed): void {
    const describe = ({ place, condition }: Landed) =>
      [place.description, describePathCondition(condition)].filter(Boolean).join(' ');
    this.diagnostics.push(
      diagnose('two-places', range, { first: describe(first), second: describe(second) }),
    );
  }
}

/** All states that can be reached at one point of the template. */
type Reached<State> = readonly ReachableState<State>[];

interface Landed {
  readonly place: Place;
  readonly condition: PathCondition;
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
