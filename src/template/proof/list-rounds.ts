import { type Diagnostic, diagnose, type SourceRange } from '../../diagnostics/diagnostic.ts';
import type { InternedStack, Opened } from '../../output/interned-stack.ts';
import type { Output } from '../../output/output.ts';
import type { ListStep, Program } from '../resolve/program.ts';
import { type DecisionDiagram, idOf } from './decision-diagram.ts';
import type { Findings } from './findings.ts';
import { Join, mostStates, type ReachableState, type Reached } from './join.ts';
import { type PathCondition, whereHolds } from './path-condition.ts';

/** What the rounds of a list ask of the walk. */
interface Steps<State> {
  readonly steps: (program: Program, states: Reached<State>) => Reached<State>;
  readonly under: (condition: PathCondition, states: Reached<State>) => Reached<State>;
}

/** What becomes of a state that is reached before an item. */
interface ItemWritten<State> {
  readonly from: State;
  /** After the item, of which nothing is known any more. */
  readonly after: Reached<State>;
  /** After what is written between it and the next, of which nothing is known any more either. */
  readonly between: Reached<State>;
}

/** What finding an item that was written before costs. */
const lookUpUnits = 4;

/**
 * What can be reached before the items of lists, and after them. From each state and condition an item is written once:
 * a list in another one costs no more for being walked through again.
 */
export class ListRounds<State> {
  readonly #output: Output<State>;
  readonly #diagram: DecisionDiagram;
  readonly #findings: Findings;
  readonly #walk: Steps<State>;
  readonly #written = new Map<ListStep, Map<string, ItemWritten<State>>>();
  readonly #unrepeatable = new Set<ListStep>();

  constructor(output: Output<State>, diagram: DecisionDiagram, findings: Findings, walk: Steps<State>) {
    this.#output = output;
    this.#diagram = diagram;
    this.#findings = findings;
    this.#walk = walk;
  }

  /** Whether it was reported that what a list writes may not be repeated. */
  isUnrepeatable(step: ListStep): boolean {
    return this.#unrepeatable.has(step);
  }

  /** Goes round until nothing new is reached before an item; each round is one item more. */
  walk(step: ListStep, entry: Reached<State>): { readonly head: Join<State>; readonly exit: Join<State> } {
    const head = new Join(this.#output, this.#diagram);
    const exit = new Join(this.#output, this.#diagram);
    let fresh = head.grow(entry);
    while (fresh.length > 0 && head.size <= mostStates && exit.size <= mostStates) {
      const next: ReachableState<State>[] = [];
      for (const reached of fresh) {
        const { after, between } = this.#write(step, reached);
        exit.add(after.map(({ state, condition }) => ({ state, condition, later: reached.later })));
        for (const { state, condition } of between) next.push({ state, condition, later: true });
      }
      fresh = head.grow(next);
    }
    return { head, exit };
  }

  #write(step: ListStep, reached: ReachableState<State>): ItemWritten<State> {
    const { state, condition } = reached;
    const known = this.#written.get(step) ?? new Map<string, ItemWritten<State>>();
    this.#written.set(step, known);
    const key = `${idOf(condition)} ${this.#output.key(state)}`;
    this.#diagram.budget.spend(lookUpUnits);
    const written = known.get(key);
    if (written) return this.#recalled(written, state);
    const fresh = this.#findings.silently(() => {
      const { filter } = step;
      const taken = filter ? this.#walk.under(whereHolds(filter, this.#diagram), [reached]) : [reached];
      const after = this.#forgetting(
        step,
        this.#repeatable(step, state, this.#walk.steps(step.steps, taken)),
      );
      const between = this.#repeatable(step, state, this.#walk.steps(step.separator, after));
      return { from: state, after, between: this.#forgetting(step, between) };
    });
    known.set(key, fresh);
    return fresh;
  }

  /** For another state of the same key: it may remember less. */
  #recalled(written: ItemWritten<State>, state: State): ItemWritten<State> {
    const { recall } = this.#output;
    if (!recall || written.from === state) return written;
    const recalled = (states: Reached<State>) =>
      states.map(reached => ({ ...reached, state: recall(reached.state, state) }));
    return { from: state, after: recalled(written.after), between: recalled(written.between) };
  }

  #forgetting({ asked }: ListStep, states: Reached<State>): Reached<State> {
    return states.map(reached => ({
      ...reached,
      condition: this.#diagram.forget(reached.condition, asked.indexes),
    }));
  }

  /** The states from which the list can go on as from the one before it; of others it is reported. */
  #repeatable(step: ListStep, before: State, states: Reached<State>): Reached<State> {
    return states.filter(({ state }) => {
      const why = this.#unbalanced(step, before, state) ?? this.#refused(step, before, state);
      if (why) this.#reportUnrepeatable(step, why);
      return !why;
    });
  }

  /** Once, and at once: no round will find it again. */
  #reportUnrepeatable(step: ListStep, why: Diagnostic): void {
    if (!this.#unrepeatable.has(step)) this.#findings.diagnostics.push(why);
    this.#unrepeatable.add(step);
  }

  #unbalanced({ node }: ListStep, before: State, after: State): Diagnostic | undefined {
    const open = this.#output.open?.(before);
    const now = this.#output.open?.(after);
    if (!open || !now || now === open) return undefined;
    const bracket = firstAbove(open, now);
    const around = { range: node.tag, message: 'The list begins here' };
    if (!bracket) {
      const opened = this.#output.opened?.(before);
      const related = opened
        ? [{ range: rangeOf(opened), message: `${describe(open)} was opened here` }]
        : [];
      return diagnose('list-unbalanced', node.tag, { bracket: describe(open), closes: true }, { related });
    }
    // As many are open above it as were opened after it.
    let opened = this.#output.opened?.(after);
    for (let stack: InternedStack | undefined = now; stack && stack !== bracket; stack = stack.below)
      opened = opened?.outer;
    const facts = { bracket: describe(bracket), closes: false };
    return diagnose('list-unbalanced', opened ? rangeOf(opened) : node.tag, facts, { related: [around] });
  }

  #refused({ node }: ListStep, before: State, after: State): Diagnostic | undefined {
    const problem = this.#output.repeat?.(before, after);
    return problem && diagnose(problem.code, node.tag, problem);
  }
}

/** The first bracket that was opened after others; nothing where one of those was closed. */
function firstAbove(before: InternedStack, now: InternedStack): InternedStack | undefined {
  for (let stack = now; stack.below; stack = stack.below) if (stack.below === before) return stack;
  return undefined;
}

function rangeOf({ start, end }: Opened): SourceRange {
  return { start, end };
}

/** The label of an element is its name, with what it declares after it. */
function describe({ label }: InternedStack): string {
  const [name = ''] = label.split(' ');
  return /^[[{]$/.test(name) ? `\`${name}\`` : `\`<${name}>\``;
}
