import { catalogue } from '../../diagnostics/catalogue.ts';
import { type Output, type Place, type Problem, RefusedValue, type Step } from '../../output/output.ts';
import {
  type ConditionalStep,
  isEmpty,
  type ListStep,
  type LiteralStep,
  type Program,
  type ValueStep,
} from '../resolve/program.ts';
import type { DecisionDiagram } from './decision-diagram.ts';
import type { Findings, Landed } from './findings.ts';
import { Join, mostStates, type ReachableState, type Reached } from './join.ts';
import { ListRounds } from './list-rounds.ts';
import { type PathCondition, whereHolds } from './path-condition.ts';

/** What moving a state costs, whatever it is moved over. */
const moveUnits = 10;
/** What it costs to say what is wrong. */
const problemUnits = 100;

/** Takes all states that can be reached through a program, step by step. */
export class Walk<State> {
  readonly #output: Output<State>;
  readonly #diagram: DecisionDiagram;
  readonly #findings: Findings;
  #rounds: ListRounds<State> | undefined;
  #latest: ConditionalStep | ListStep | undefined;

  constructor(output: Output<State>, diagram: DecisionDiagram, findings: Findings) {
    this.#output = output;
    this.#diagram = diagram;
    this.#findings = findings;
  }

  /** The states after these steps; a path that ran into a problem has been reported and ends there. */
  steps(program: Program, states: Reached<State>): Reached<State> {
    let reached = states;
    for (const step of program) {
      if (reached.length === 0) return reached;
      if (step.kind === 'literal') reached = this.#literal(step, reached);
      else if (step.kind === 'value') reached = this.#value(step, reached);
      else if (step.kind === 'conditional') reached = this.#conditional(step, reached);
      else reached = this.#list(step, reached);
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
    this.#findings.giveUp(this.#latest?.range ?? { start: 0, end: 0 }, most);
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
    const reached = this.#each(states, ({ state, condition, later }) => {
      const landing = this.#output.place(state);
      if ('problem' in landing) return { problem: { ...landing.problem, ...range } };
      const { place } = landing;
      const warnings = landing.warnings?.map(warning => ({ ...range, ...warning }));
      if (first && first.place.name !== place.name) {
        other ??= { place, condition, later };
        return 'reported';
      }
      if (!first || place.strict) first = { place, condition, later };
      return { state: this.#output.after(state, range), warnings };
    });
    if (first && other) this.#findings.reportTwoPlaces(step, first, other);
    if (first && !this.#findings.isSilent) this.#settle(step, first);
    return this.#join(reached);
  }

  /** Gives the value its place, which must accept what is written for a missing or empty one. */
  #settle(step: ValueStep, landed: Landed): void {
    const { place } = landed;
    this.#findings.places.set(step, place);
    if (step.node.options.length === 0) return;
    for (const option of ['null', 'default'] as const) {
      const written = step.options[option];
      if (written === undefined || isTaken(place, written)) continue;
      const facts = { expected: `another text for \`${option}\``, found: `\`${written}\`` };
      this.#findings.report({ code: 'url-dot-segment', ...step.range, ...facts }, landed);
    }
  }

  #conditional(step: ConditionalStep, states: Reached<State>): Reached<State> {
    this.#latest = step;
    const join = new Join(this.#output, this.#diagram);
    let undecided = states;
    for (const { condition, steps } of step.branches) {
      const holds = whereHolds(condition, this.#diagram);
      join.add(this.steps(steps, this.under(holds, undecided)));
      if (join.size > mostStates) break;
      undecided = this.under(this.#diagram.not(holds), undecided);
    }
    if (join.size <= mostStates) join.add(this.steps(step.otherwise, undecided));
    return this.#within(step, join);
  }

  /** First in silent rounds, until it is known what can be reached before an item, and then once more to report. */
  #list(step: ListStep, states: Reached<State>): Reached<State> {
    this.#latest = step;
    const none = this.#diagram.isIn(step.emptiness, [isEmpty]);
    const some = this.under(this.#diagram.not(none), states);
    this.#rounds ??= new ListRounds(this.#output, this.#diagram, this.#findings, this);
    const { head, exit } = this.#rounds.walk(step, some);
    if (head.size > mostStates) return this.#within(step, head);
    if (!this.#findings.isSilent) {
      const { filter } = step;
      this.steps(
        step.steps,
        filter ? this.under(whereHolds(filter, this.#diagram), head.states) : head.states,
      );
      this.steps(step.separator, exit.states);
    }
    if (this.#rounds.isUnrepeatable(step)) return [];
    if (exit.size <= mostStates) exit.add(this.steps(step.otherwise, this.under(none, states)));
    return this.#within(step, exit);
  }

  /** The states where paths join, unless they are too many. */
  #within(step: ConditionalStep | ListStep, join: Join<State>): Reached<State> {
    if (join.size <= mostStates) return join.states;
    this.#latest = step;
    this.giveUp(mostStates);
    return [];
  }

  /** The states that can be reached where something more must hold. */
  under(condition: PathCondition, states: Reached<State>): Reached<State> {
    this.#diagram.budget.spend(states.length);
    const reached: ReachableState<State>[] = [];
    for (const { state, condition: before, later } of states) {
      const both = this.#diagram.and(before, condition);
      if (both !== false) reached.push({ state, condition: both, later });
    }
    return reached;
  }

  /** Moves each state on; the first problem is reported once, with when any state runs into it. */
  #each(
    states: Reached<State>,
    move: (reached: ReachableState<State>) => Step<State> | 'reported',
  ): Reached<State> {
    const reached: ReachableState<State>[] = [];
    let failed: { problem: Problem; condition: PathCondition; later: boolean | undefined } | undefined;
    this.#diagram.budget.spend(states.length * moveUnits);
    for (const from of states) {
      const { condition, later } = from;
      const moved = move(from);
      if (moved === 'reported') continue;
      if ('state' in moved) {
        reached.push({ state: moved.state, condition, later });
        if (moved.warnings) for (const warning of moved.warnings) this.#findings.warn(warning);
        continue;
      }
      const { problem } = moved;
      if (this.#findings.isSilent) continue;
      this.#diagram.budget.spend(problemUnits);
      this.#findings.broken.push({ at: problem.start, condition });
      if (!failed || problem.start < failed.problem.start) failed = { problem, condition, later };
      else if (problem.start === failed.problem.start) {
        failed.condition = this.#diagram.or(failed.condition, condition);
        failed.later &&= later;
      }
    }
    if (failed) this.#findings.report(failed.problem, failed);
    return reached;
  }

  #join(states: Reached<State>): Reached<State> {
    if (states.length < 2) return states;
    const join = new Join(this.#output, this.#diagram);
    join.add(states);
    return join.states;
  }
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
