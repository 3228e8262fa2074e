import type { BranchNode } from '../../../grammar/tree.ts';
import { list } from '../../diagnostics/catalogue/list.ts';
import { catalogue } from '../../diagnostics/catalogue.ts';
import { type Diagnostic, diagnose, type Edit, type SourceRange } from '../../diagnostics/diagnostic.ts';
import { editAll, insertAt } from '../../diagnostics/fixes/fix.ts';
import { isMistake, parseDecimalPattern, writesJsonNumbers } from '../../numbers/decimal-pattern.ts';
import type { InternedStack, Opened } from '../../output/interned-stack.ts';
import type { Output, Place, Transition, Violation, When, Written } from '../../output/output.ts';
import { budgetFor } from '../check-budget.ts';
import {
  type Condition,
  type ConditionalStep,
  type ConditionVariable,
  type EventVariable,
  emptyListClass,
  type ListStep,
  type LiteralStep,
  type Presence,
  type Program,
  type ValueStep,
} from '../resolve/program.ts';
import { conditionFor } from '../resolve/served-events.ts';
import { declaredPath, eachItem } from '../resolve/variables.ts';
import { DecisionDiagram, idOf } from './decision-diagram.ts';
import { eventsWhere, type Passed, type PathCondition, whereHolds, whereMayHold } from './path-condition.ts';
import { type BrokenPath, type Landed, ProofReport } from './proof-report.ts';
import type { RefusableValue } from './refusals.ts';
import { cutList, whatIsWritten } from './written.ts';

/** The place of each value, and everything that could break the output. */
export interface Proof {
  /** A value without a place can never be reached. */
  readonly places: ReadonlyMap<ValueStep, Place>;
  readonly diagnostics: readonly Diagnostic[];
  readonly broken: readonly BrokenPath[];
  /** Names of variables that some events lack although those events come to them. */
  readonly lacking: readonly Diagnostic[];
  /** Branches that never hold although a path comes to them. */
  readonly idle: readonly Diagnostic[];
  /** Values in places that refuse some texts. */
  readonly refusable: readonly RefusableValue[];
}

/**
 * Walks over every path through a template at once, and gives each value the one place that all paths agree on. If no
 * error is reported, no value can break the output, whatever the context.
 */
export function prove<State>(
  program: Program,
  output: Output<State>,
  sourceLength: number,
  diagram: DecisionDiagram = diagramFor(sourceLength),
  event?: EventVariable,
): Proof {
  // Those of one group alone need no names: the message says when it happens.
  const isGroup = event && event.served.names.length < event.served.together.length;
  const proof = new ProofReport(where => (isGroup ? eventsWhere(where, event, diagram) : undefined));
  const walk = new Walk(output, diagram, proof, event);
  const start = { state: output.start(), condition: true, fromItem: 1 };
  diagram.attempt(
    () => walk.finish(walk.steps(program, [start]), sourceLength),
    () => walk.giveUp(),
  );
  proof.reportFound();
  return proof;
}

/** A diagram for the conditions of a source and of others of about its length, with the budget for that length. */
export function diagramFor(sourceLength: number): DecisionDiagram {
  return new DecisionDiagram(budgetFor(sourceLength));
}

/** The cost of moving a state over anything. */
const moveUnits = 10;
/** The cost of describing a violation. */
const violationUnits = 100;

/** Takes all reachable states through a program, step by step. */
class Walk<State> {
  readonly #output: Output<State>;
  readonly #diagram: DecisionDiagram;
  readonly #proof: ProofReport;
  readonly #names: NamesReached;
  #rounds: ListRounds<State> | undefined;
  #latest: ConditionalStep | ListStep | undefined;

  constructor(
    output: Output<State>,
    diagram: DecisionDiagram,
    proof: ProofReport,
    event: EventVariable | undefined,
  ) {
    this.#output = output;
    this.#diagram = diagram;
    this.#proof = proof;
    this.#names = new NamesReached(diagram, proof, event);
  }

  /**
   * The states after these steps, before literal text that follows on every path. A path that runs into a violation is
   * reported and ends there.
   */
  steps(program: Program, states: Reached<State>, following = ''): Reached<State> {
    let reached = states;
    for (const [index, step] of program.entries()) {
      if (reached.length === 0) return reached;
      if (step.kind === 'literal') reached = this.#literal(step, reached);
      else {
        const after = textAfter(program, index, following);
        if (step.kind === 'value') reached = this.#value(step, reached, after);
        else if (step.kind === 'conditional') reached = this.#conditional(step, reached, after);
        else reached = this.#list(step, reached, after);
      }
    }
    return reached;
  }

  finish(states: Reached<State>, offset: number): void {
    this.#each(states, ({ state }) => {
      const violation = this.#output.end(state, offset);
      if (!violation) return { state, warnings: this.#output.finish?.(state, offset) };
      return catalogue[violation.code].severity === 'error'
        ? { violation }
        : { state, warnings: [violation] };
    });
  }

  /** Reports, only once, that there are too many paths to follow. */
  giveUp(most?: number): void {
    this.#names.endAll();
    this.#proof.giveUp(this.#latest?.range, most);
  }

  #literal({ text, range }: LiteralStep, states: Reached<State>): Reached<State> {
    this.#diagram.budget.spend(states.length * text.length);
    const isEscaped = range.end - range.start !== text.length;
    const reached = this.#each(states, ({ state }) => {
      const moved = this.#output.advance(state, text, range.start);
      if (!isEscaped || !('violation' in moved)) return moved;
      const start = Math.min(moved.violation.start, range.start);
      return { violation: { ...moved.violation, start, end: range.end } };
    });
    return this.#join(reached);
  }

  #value(step: ValueStep, states: Reached<State>, following: string): Reached<State> {
    const { range } = step;
    let first: Landed | undefined;
    let other: Landed | undefined;
    let written: readonly Written[] | undefined;
    const reached = this.#each(states, ({ state, condition, fromItem }) => {
      const landing = this.#output.place(state, following);
      if ('violation' in landing) return { violation: { ...landing.violation, ...range } };
      const { place } = landing;
      const warnings = landing.warnings?.map(warning => ({ ...range, ...warning }));
      if (first && first.place.name !== place.name) {
        other ??= { place, condition, fromItem };
        this.#names.end(condition);
        return 'reported';
      }
      if (!first || place.strict) first = { place, condition, fromItem };
      const { write } = this.#output;
      if (!write) return { state: this.#output.after(state, range), warnings };
      written ??= whatIsWritten(step, place, this.#diagram);
      const moved = write(state, range, written);
      return warnings ? { ...moved, warnings: [...warnings, ...(moved.warnings ?? [])] } : moved;
    });
    if (first && !this.#proof.isSilent) {
      if (other) this.#proof.reportTwoPlaces(step, first, other);
      this.#settle(step, first, states);
    }
    this.#names.ofValue(step, states, first?.place);
    return this.#join(reached);
  }

  /** Gives the value its place, which must accept what is written for a missing or empty one. */
  #settle(step: ValueStep, landed: Landed, states: Reached<State>): void {
    const { place } = landed;
    this.#proof.places.set(step, place);
    const { whole } = step;
    const mistakes = place.name === 'json-value' ? whole?.mistakes : whole?.elsewhere;
    if (mistakes) for (const mistake of mistakes) this.#proof.diagnostics.push(mistake);
    this.#settleFormat(step, place);
    for (const option of ['null', 'default'] as const) {
      const written = step.options[option];
      if (written === undefined || !place.refused?.includes(written)) continue;
      const facts = { expected: `another text for \`${option}\``, found: `\`${written}\`` };
      this.#proof.report({ code: 'url-dot-segment', ...step.range, ...facts }, landed);
    }
    if (place.refused) {
      const conditions = [...new Set(states.map(({ condition }) => condition))];
      this.#proof.refusable.push({ step, place, conditions });
    }
  }

  /** JSON takes a number as a value, but the text that a pattern may add to it has to be in quotes. */
  #settleFormat({ node, range, variable, options }: ValueStep, place: Place): void {
    if (variable.type !== 'number' || options.format === undefined || !place.numeral) return;
    const pattern = parseDecimalPattern(options.format);
    if (isMistake(pattern) || writesJsonNumbers(pattern)) return;
    const fix = editAll('Put it in quotes', [insert(range.start, '"'), insert(range.end, '"')]);
    const where = node.options.find(({ name }) => name === 'format')?.valueRange ?? range;
    const facts = { pattern: options.format };
    this.#proof.diagnostics.push(diagnose('number-as-text', where, facts, { fixes: [fix] }));
  }

  #conditional(step: ConditionalStep, states: Reached<State>, following: string): Reached<State> {
    this.#latest = step;
    const join = new Join(this.#output, this.#diagram);
    const { passed: around } = this.#names;
    let undecided = states;
    for (const [index, { condition, steps }] of step.branches.entries()) {
      const { passed: before } = this.#names;
      this.#names.passed = { condition, holds: true, before };
      const holds = whereHolds(condition, this.#diagram);
      const taken = this.under(holds, undecided);
      const node = step.node.branches[index];
      if (node) this.#names.ofBranch(condition, node, { holds, reached: undecided, taken });
      join.add(this.steps(steps, taken, following));
      if (join.size > maxStates) break;
      undecided = this.under(this.#diagram.not(holds), undecided);
      this.#names.passed = { condition, holds: false, before };
    }
    if (join.size <= maxStates) join.add(this.steps(step.otherwise, undecided, following));
    this.#names.passed = around;
    return this.#within(step, join);
  }

  /** Walks in silent rounds until all states before an item are known, and then once more to report. */
  #list(step: ListStep, states: Reached<State>, following: string): Reached<State> {
    this.#latest = step;
    const none = this.#diagram.isIn(step.emptiness, [emptyListClass]);
    const some = this.under(this.#diagram.not(none), states);
    this.#rounds ??= new ListRounds(this.#output, this.#diagram, this.#proof, this);
    const { head, exit, continued } = this.#rounds.walk(step, some);
    if (head.size > maxStates) return this.#within(step, head);
    if (!this.#proof.isSilent) {
      const { filter } = step;
      const taken = filter ? this.under(whereHolds(filter, this.#diagram), head.states) : head.states;
      this.#names.ofList(step, states, head.states);
      this.steps(step.steps, taken);
      this.steps(step.separator, this.#rounds.withMore(step, continued.states));
    }
    if (this.#rounds.isUnrepeatable(step)) {
      this.#names.endAll();
      return [];
    }
    if (exit.size <= maxStates) exit.add(this.steps(step.otherwise, this.under(none, states), following));
    return this.#within(step, exit);
  }

  /** The joined states; none, after giving up, if they are too many. */
  #within(step: ConditionalStep | ListStep, join: Join<State>): Reached<State> {
    if (join.size <= maxStates) return join.states;
    this.#latest = step;
    this.giveUp(maxStates);
    return [];
  }

  /** The states that are still reachable under one more condition. */
  under(condition: PathCondition, states: Reached<State>): Reached<State> {
    this.#diagram.budget.spend(states.length);
    const reached: ReachableState<State>[] = [];
    for (const { state, condition: before, fromItem } of states) {
      const both = this.#diagram.and(before, condition);
      if (both !== false) reached.push({ state, condition: both, fromItem });
    }
    return reached;
  }

  /**
   * Moves each state on. Only the first violation in the source is reported, once, with all conditions that lead to it.
   */
  #each(
    states: Reached<State>,
    move: (reached: ReachableState<State>) => Transition<State> | 'reported',
  ): Reached<State> {
    const reached: ReachableState<State>[] = [];
    let failed: { violation: Violation; condition: PathCondition; fromItem: number } | undefined;
    this.#diagram.budget.spend(states.length * moveUnits);
    for (const from of states) {
      const { condition, fromItem } = from;
      const moved = move(from);
      if (moved === 'reported') continue;
      if ('state' in moved) {
        reached.push({ state: moved.state, condition, fromItem });
        for (const warning of moved.warnings ?? []) this.#warn(warning, from);
        continue;
      }
      const { violation } = moved;
      if (this.#proof.isSilent) continue;
      this.#diagram.budget.spend(violationUnits);
      this.#proof.broken.push({ at: violation.start, condition });
      this.#names.end(condition);
      if (!failed || violation.start < failed.violation.start) failed = { violation, condition, fromItem };
      else if (violation.start === failed.violation.start) {
        failed.condition = this.#diagram.or(failed.condition, condition);
        failed.fromItem = Math.min(failed.fromItem, fromItem);
      }
    }
    if (failed) this.#proof.report(failed.violation, failed);
    return reached;
  }

  /** Of the paths that a state stands for, a finding may concern some alone. */
  #warn(warning: Violation, { condition, fromItem }: ReachableState<State>): void {
    if (this.#proof.isSilent) return;
    if (warning.when === undefined && catalogue[warning.code].severity !== 'error') this.#proof.warn(warning);
    else {
      // Outputs make conditions by the diagram alone.
      const where = this.#diagram.and(condition, (warning.when ?? true) as PathCondition);
      const either = (a: PathCondition, b: PathCondition) => this.#diagram.or(a, b);
      if (where !== false) this.#proof.find(warning, { condition: where, fromItem }, either);
    }
  }

  #join(states: Reached<State>): Reached<State> {
    if (states.length < 2) return states;
    const join = new Join(this.#output, this.#diagram);
    join.add(states);
    return join.states;
  }
}

/** Neither is needed for more than the rest of a path segment. */
const maxStepsAfter = 8;
const longestAfter = 64;

/** Literal text that follows a step on every path, without the values in between; `following` is what follows the program. */
function textAfter(program: Program, index: number, following: string): string {
  let text = '';
  for (let next = index + 1; next <= index + maxStepsAfter && text.length < longestAfter; next++) {
    const step = program[next];
    if (step === undefined) return text + following;
    if (step.kind === 'literal') text += step.text.slice(0, longestAfter);
    else if (step.kind !== 'value') break;
  }
  return text;
}

/** How the walk reaches a branch: its condition, the states that come to it and those that go through it. */
interface BranchReached {
  readonly holds: PathCondition;
  readonly reached: Reached<unknown>;
  readonly taken: Reached<unknown>;
}

/**
 * Reports names of other events, and branches that never hold: a name is right if all events that come to it have a
 * variable of that name, and a branch that no path goes through never holds. Nothing is reported while the walk is silent.
 */
class NamesReached {
  readonly #diagram: DecisionDiagram;
  readonly #proof: ProofReport;
  readonly #event: EventVariable | undefined;
  /** By declared path: the events that lack it. */
  readonly #lackers = new Map<string, readonly number[]>();
  /** The conditions that the paths passed to where the walk is, the latest first. */
  passed: Passed | undefined;
  /** The condition of paths that ended early: they might have come anywhere. */
  #ended: PathCondition = false;

  constructor(diagram: DecisionDiagram, proof: ProofReport, event: EventVariable | undefined) {
    this.#diagram = diagram;
    this.#proof = proof;
    this.#event = event;
  }

  /** All paths end here. */
  endAll(): void {
    this.end(true);
  }

  /** Paths under this condition end here. */
  end(condition: PathCondition): void {
    if (this.#proof.isSilent || this.#ended === true) return;
    this.#ended = condition === true ? true : this.#diagram.or(this.#ended, condition);
  }

  ofValue(step: ValueStep, states: Reached<unknown>, place: Place | undefined): void {
    const { range, node, variable, asked, counted } = step;
    const named = counted ?? {
      name: variable.path.join('.'),
      declared: asked && declaredPath(asked.declared, variable.origin),
    };
    this.#report(named, node.path.range, states, condition => {
      const otherwise = place?.missing ? `$else$${place.missing}` : '';
      return [insert(range.start, `$if(${condition})$`), insert(range.end, `${otherwise}$endif$`)];
    });
  }

  ofBranch(condition: Condition, { tag, condition: { range } }: BranchNode, by: BranchReached): void {
    if (this.#proof.isSilent) return;
    if (this.#event) this.#ofCondition(condition, whenAny(by.reached, this.#diagram), range);
    if (by.taken.length > 0 || this.#mayHaveEnded(by.holds)) return;
    // A branch that the ones before it leave nothing to is right for other events, unless it is for one that is off.
    if (by.reached.length > 0 || by.holds === false)
      this.#proof.idle.push(diagnose('never-holds', tag, this.#idleFacts()));
  }

  ofList({ node, filter, list }: ListStep, states: Reached<unknown>, head: Reached<unknown>): void {
    const { head: written, range } = node;
    if (!written) return;
    this.#report(list, written.path.range, states, condition => [
      insert(range.start, `$if(${condition})$`),
      insert(range.end, '$endif$'),
    ]);
    if (this.#event && filter && written.filter)
      this.#ofCondition(filter, whenAny(head, this.#diagram), written.filter.range);
  }

  #mayHaveEnded(where: PathCondition): boolean {
    return this.#diagram.and(this.#ended, where) !== false;
  }

  /** Names the events where others might come: the conditions passed exclude one another by what they ask for the event alone. */
  #idleFacts(): { readonly events: readonly string[] | undefined } {
    const switchedOn = this.#event?.served.switchedOn;
    const isOfEvents = () => this.#mayHavePassed() === false && this.#mayHavePassed(this.#event) !== false;
    return { events: switchedOn && this.#diagram.attempt(isOfEvents, () => false) ? switchedOn : undefined };
  }

  /** When all conditions can have been passed, where `unknown` may have any value for each of them. */
  #mayHavePassed(unknown?: ConditionVariable): PathCondition {
    let all: PathCondition = true;
    for (let each = this.passed; each && all !== false; each = each.before)
      all = this.#diagram.and(all, whereMayHold(each, this.#diagram, unknown));
    return all;
  }

  /**
   * The right side of `&&` is checked where everything on its left holds, that of `||` where nothing on its left does.
   */
  #ofCondition(condition: Condition, reached: PathCondition, whole: SourceRange): void {
    if (!this.#event || reached === false) return;
    const { range, presence } = condition;
    if (presence) this.#ofPresence(presence, reached);
    if (condition.kind === 'not') this.#ofCondition(condition.operand, reached, whole);
    else if (condition.kind === 'variable') {
      const { variable, path } = condition;
      if (path === undefined || range === undefined) return;
      const isWhole = range.start === whole.start && range.end === whole.end;
      this.#report(variable, path, [{ condition: reached }], asked => {
        const guard = asked.includes(' || ') ? `(${asked})` : asked;
        return isWhole
          ? [insert(range.start, `${guard} && `)]
          : [insert(range.start, `(${guard} && `), insert(range.end, ')')];
      });
    } else {
      let before: PathCondition = reached;
      for (const operand of condition.operands) {
        this.#ofCondition(operand, before, whole);
        const holds = whereHolds(operand, this.#diagram);
        before = this.#diagram.and(before, condition.kind === 'and' ? holds : this.#diagram.not(holds));
      }
    }
  }

  /** Reports a condition that always holds for those who come. Of an event that is off nobody knows whether it would come. */
  #ofPresence({ mistake, always, perhaps }: Presence, reached: PathCondition): void {
    const event = this.#event;
    if (!event || !perhaps.every(name => event.served.names.includes(name))) return;
    const { names } = event.served;
    const areIn = (events: readonly string[]) => ({
      includes: (index: number) => events.includes(names[index] ?? ''),
    });
    const are = this.#diagram.isIn(event, areIn(perhaps));
    const comes = (where: PathCondition) => this.#diagram.and(reached, where) !== false;
    if (comes(are) || this.#mayHaveEnded(are)) return;
    if (comes(this.#diagram.isIn(event, areIn(always)))) this.#proof.diagnostics.push(mistake);
  }

  /**
   * Reports a name that is reached by events that lack it; `mend` makes the edits that let only the others come to it.
   */
  #report(
    { name, declared }: Pick<ConditionVariable, 'name' | 'declared'>,
    range: SourceRange,
    states: readonly { readonly condition: PathCondition }[],
    mend: (condition: string) => readonly Edit[],
  ): void {
    const event = this.#event;
    if (!event || !declared || this.#proof.isSilent) return;
    const lackers = this.#lackersOf(declared, event);
    if (lackers.length === 0) return;
    const comes = (indexes: readonly number[]) => {
      const are = this.#diagram.isIn(event, indexes);
      return states.some(({ condition }) => this.#diagram.and(condition, are) !== false);
    };
    if (!comes(lackers)) return;
    const nameOf = (index: number) => event.served.names[index] ?? '';
    const events = lackers.filter(index => comes([index])).map(nameOf);
    const owners = event.served.ownersOf(declared);
    const others = event.served.together.filter(other => !owners.includes(other));
    const condition = conditionFor(owners, others);
    const fix = editAll(`Write it for ${list(owners)} alone`, mend(condition));
    const facts = { name, events, owners, condition };
    this.#proof.lacking.push(diagnose('variable-of-others', range, facts, { fixes: [fix] }));
  }

  /**
   * Events that lack a name. What nobody declared is reported elsewhere, and where a list is lacking, so is each of its
   * items: both have none.
   */
  #lackersOf(path: readonly string[], { served }: EventVariable): readonly number[] {
    const key = path.join('.');
    const known = this.#lackers.get(key);
    if (known) return known;
    const owners = served.ownersOf(path);
    const list = path.slice(0, Math.max(path.lastIndexOf(eachItem), 0));
    const concerned = owners.length === 0 ? [] : list.length === 0 ? served.names : served.ownersOf(list);
    const lackers = [...served.names.keys()].filter(index => {
      const name = served.names[index] ?? '';
      return concerned.includes(name) && !owners.includes(name);
    });
    this.#lackers.set(key, lackers);
    return lackers;
  }
}

function whenAny(states: Reached<unknown>, diagram: DecisionDiagram): PathCondition {
  return states.reduce<PathCondition>((any, { condition }) => diagram.or(any, condition), false);
}

function insert(offset: number, text: string): Edit {
  return { range: { start: offset, end: offset }, text };
}

/** The part of the walk that the rounds of a list use. */
interface Steps<State> {
  readonly steps: (program: Program, states: Reached<State>) => Reached<State>;
  readonly under: (condition: PathCondition, states: Reached<State>) => Reached<State>;
}

/** The states that follow from one state before an item. */
interface ItemWritten<State> {
  /** For an output with `afresh`, this and the states after it know of what the item wrote alone. */
  readonly from: State;
  /** The key of the state before. */
  readonly key: string;
  /** After the item, with nothing known about it any more. */
  readonly after: Reached<State>;
  /** After the separator to the next item, with nothing known about the item any more either. */
  readonly between: Reached<State>;
}

/** The states around the items of a list. */
interface WalkedList<State> {
  /** Before an item. */
  readonly head: Join<State>;
  /** After the last item. */
  readonly exit: Join<State>;
  /** After an item that another one may follow. */
  readonly continued: Join<State>;
}

/** The cost of looking up an item that was written before. */
const lookUpUnits = 4;

/**
 * The states that can be reached before and after the items of lists. An item is written once for each state and
 * condition, so that walking through an inner list again costs nothing more.
 */
class ListRounds<State> {
  readonly #output: Output<State>;
  readonly #diagram: DecisionDiagram;
  readonly #proof: ProofReport;
  readonly #walk: Steps<State>;
  readonly #written = new Map<ListStep, Map<string, ItemWritten<State>>>();
  readonly #unrepeatable = new Set<ListStep>();

  constructor(output: Output<State>, diagram: DecisionDiagram, proof: ProofReport, walk: Steps<State>) {
    this.#output = output;
    this.#diagram = diagram;
    this.#proof = proof;
    this.#walk = walk;
  }

  /** Whether it was reported that the output of a list cannot be repeated. */
  isUnrepeatable(step: ListStep): boolean {
    return this.#unrepeatable.has(step);
  }

  /**
   * Goes round until no new state is reached before an item; each round stands for one more item, of which there are no more than
   * the list takes.
   */
  walk(step: ListStep, entry: Reached<State>): WalkedList<State> {
    const head = new Join(this.#output, this.#diagram);
    const exit = new Join(this.#output, this.#diagram);
    const continued = new Join(this.#output, this.#diagram);
    const { max = Number.POSITIVE_INFINITY } = step;
    const entered = this.#numbered(step, 'first', entry);
    const isLater = new Set<string>();
    let fresh = head.grow(entered);
    for (let item = 1; fresh.length > 0 && head.size <= maxStates && exit.size <= maxStates; item++) {
      const next: ReachableState<State>[] = [];
      for (const reached of fresh) {
        const { after, between } = this.#write(step, reached);
        const written = after.map(({ state, condition }) => ({
          state,
          condition,
          fromItem: reached.fromItem,
        }));
        exit.add(written);
        if (item >= max) continue;
        continued.add(written);
        const fromItem = Math.max(reached.fromItem, item + 1);
        for (const { state, condition } of between) next.push({ state, condition, fromItem });
      }
      for (const { state } of next) isLater.add(this.#output.key(state));
      fresh = head.grow(next);
    }
    return { head, exit: this.#bounded(step, entered, isLater, exit), continued };
  }

  /** The states after the last item, of which the list has no more than it takes. */
  #bounded(
    step: ListStep,
    entered: Reached<State>,
    isLater: ReadonlySet<string>,
    exit: Join<State>,
  ): Join<State> {
    const { bounded, key } = this.#output;
    if (!bounded) return exit;
    const before = entered.map(({ state }) => state);
    const isFirst = new Set(before.map(key));
    const written = [...(this.#written.get(step)?.values() ?? [])];
    const from = (keys: ReadonlySet<string>) => {
      const items = written.filter(item => keys.has(item.key));
      return {
        last: items.flatMap(({ after }) => after.map(({ state }) => state)),
        between: items.flatMap(({ between }) => between.map(({ state }) => state)),
      };
    };
    const cut = (most: number) => cutList(step, most);
    const list = { max: step.max, cut, first: from(isFirst), later: from(isLater) };
    const within = new Join(this.#output, this.#diagram);
    within.add(exit.states.map(reached => ({ ...reached, state: bounded(reached.state, before, list) })));
    return within;
  }

  #write(step: ListStep, reached: ReachableState<State>): ItemWritten<State> {
    const { state, condition } = reached;
    const known = this.#written.get(step) ?? new Map<string, ItemWritten<State>>();
    this.#written.set(step, known);
    const key = `${idOf(condition)} ${this.#output.key(state)}`;
    this.#diagram.budget.spend(lookUpUnits);
    const written = known.get(key);
    if (written) return this.#recalled(written, state);
    const fresh = this.#proof.silently(() => {
      const { filter } = step;
      const from = this.#output.afresh?.(state) ?? state;
      const begun = { ...reached, state: from };
      const taken = filter ? this.#walk.under(whereHolds(filter, this.#diagram), [begun]) : [begun];
      const after = this.#forgetting(step, this.#repeatable(step, from, this.#walk.steps(step.steps, taken)));
      const between = hasSeparators(step)
        ? this.#repeatable(step, from, this.#walk.steps(step.separator, this.withMore(step, after)))
        : [];
      const keyBefore = this.#output.key(state);
      return {
        from,
        key: keyBefore,
        after,
        between: this.#numbered(step, 'later', this.#forgetting(step, between)),
      };
    });
    known.set(key, fresh);
    return this.#recalled(fresh, state);
  }

  /** The result for another state with the same key, which may remember less. */
  #recalled(written: ItemWritten<State>, state: State): ItemWritten<State> {
    if (!this.#output.recall || written.from === state) return written;
    const recalled = (states: Reached<State>) =>
      states.map(reached => ({
        ...reached,
        state: this.#output.recall?.(reached.state, state) ?? reached.state,
      }));
    return { ...written, from: state, after: recalled(written.after), between: recalled(written.between) };
  }

  #forgetting({ asked }: ListStep, states: Reached<State>): Reached<State> {
    const diagram = this.#diagram;
    const forget = (condition: PathCondition) => diagram.forget(condition, asked.indexes);
    return states.map(reached => {
      const { condition } = reached;
      // Outputs make conditions by the diagram alone.
      const perhaps = (when: When) => forget(diagram.and(condition, when as PathCondition));
      const surely = (when: When) =>
        diagram.not(forget(diagram.and(condition, diagram.not(when as PathCondition))));
      const state = this.#output.forget?.(reached.state, perhaps, surely) ?? reached.state;
      return { ...reached, state, condition: forget(condition) };
    });
  }

  /** The states in which the number of the next item is that of the first, or of a later one. */
  #numbered({ number }: ListStep, which: 'first' | 'later', states: Reached<State>): Reached<State> {
    return number ? this.#walk.under(this.#diagram.isIn(number, number[which]), states) : states;
  }

  /** The states in which another item may follow, which the list has whatever its filter takes. */
  withMore({ list }: ListStep, states: Reached<State>): Reached<State> {
    const isCounted = list.classes.length > 2;
    if (!isCounted) return states;
    return this.#walk.under(this.#diagram.isIn(list, list.later), states);
  }

  /** The states from which the list can go on as it did from the one before; the others are reported. */
  #repeatable(step: ListStep, before: State, states: Reached<State>): Reached<State> {
    return states.filter(({ state }) => {
      const why = this.#unbalanced(step, before, state) ?? this.#refused(step, before, state);
      if (why) this.#reportUnrepeatable(step, why);
      return !why;
    });
  }

  /** Reported once, even in a silent round: no later round will find it again. */
  #reportUnrepeatable(step: ListStep, why: Diagnostic): void {
    if (!this.#unrepeatable.has(step)) this.#proof.diagnostics.push(why);
    this.#unrepeatable.add(step);
  }

  #unbalanced(step: ListStep, before: State, after: State): Diagnostic | undefined {
    const { node } = step;
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
    // As many brackets are open above it as were opened after it.
    let opened = this.#output.opened?.(after);
    for (let stack: InternedStack | undefined = now; stack && stack !== bracket; stack = stack.below)
      opened = opened?.outer;
    const facts = { bracket: describe(bracket), closes: false };
    const fixes = [insertAt(endOfBody(step), closerOf(bracket))];
    const range = opened ? rangeOf(opened) : node.tag;
    return diagnose('list-unbalanced', range, facts, { related: [around], fixes });
  }

  #refused({ node }: ListStep, before: State, after: State): Diagnostic | undefined {
    const violation = this.#output.repeat?.(before, after);
    if (!violation) return undefined;
    const { code, expected, found } = violation;
    return diagnose(code, node.tag, { expected, found });
  }
}

/** Whether a second item may follow. */
function hasSeparators({ max }: ListStep): boolean {
  return max !== 1;
}

/** The first bracket opened on top of these; undefined if one of these was closed. */
function firstAbove(before: InternedStack, now: InternedStack): InternedStack | undefined {
  for (let stack = now; stack.below; stack = stack.below) if (stack.below === before) return stack;
  return undefined;
}

function rangeOf({ start, end }: Opened): SourceRange {
  return { start, end };
}

/** The label of an element is its name, followed by its declarations. */
function describe({ label }: InternedStack): string {
  const [name = ''] = label.split(' ');
  return /^[[{]$/.test(name) ? `\`${name}\`` : `\`<${name}>\``;
}

function closerOf({ label }: InternedStack): string {
  const [name = ''] = label.split(' ');
  if (name === '[') return ']';
  return name === '{' ? '}' : `</${name}>`;
}

/** Where what is written for each item ends, but for blanks. */
function endOfBody({ node: { separator, otherwise, endTag }, steps }: ListStep): number {
  const last = steps.at(-1);
  if (last?.kind === 'literal') return last.range.end - (last.text.length - last.text.trimEnd().length);
  return (separator?.tag ?? otherwise?.tag ?? endTag).start;
}

/** An output state that can be reached at some point of the template, and the condition for that. */
interface ReachableState<State> {
  readonly state: State;
  readonly condition: PathCondition;
  /** The first item of a list at which it is reached, counted from 1; 1 also where there is no list. */
  readonly fromItem: number;
}

type Reached<State> = readonly ReachableState<State>[];

/** More states than this at one point, and a person could not follow the template either. */
export const maxStates = 256;

/** The cost of looking up a state, and the number of characters of its key per additional unit. */
const keyUnits = 4;
const charactersOfUnit = 16;

/** The point where paths join. Equal states become one, which is reached whenever any of them was. */
export class Join<State> {
  readonly #output: Output<State>;
  readonly #diagram: DecisionDiagram;
  readonly #byKey = new Map<string, ReachableState<State>>();

  constructor(output: Output<State>, diagram: DecisionDiagram) {
    this.#output = output;
    this.#diagram = diagram;
  }

  /** The number of different states. */
  get size(): number {
    return this.#byKey.size;
  }

  get states(): Reached<State> {
    return [...this.#byKey.values()];
  }

  add(states: Reached<State>): void {
    for (const reached of states) this.#add(reached);
  }

  /**
   * Adds states that follow from those that are here, and returns those that are new, are now reached under more conditions, or of
   * which less is known.
   */
  grow(states: Reached<State>): Reached<State> {
    return states.flatMap(reached => this.#add(reached, true) ?? []);
  }

  /** The joined state, if that made a difference. */
  #add(
    { state, condition, fromItem }: ReachableState<State>,
    isRepeated = false,
  ): ReachableState<State> | undefined {
    const key = this.#output.key(state);
    this.#diagram.budget.spend(keyUnits + key.length / charactersOfUnit);
    const earlier = this.#byKey.get(key);
    const merged =
      earlier && this.#output.merge?.(earlier.state, state, earlier.condition, condition, isRepeated);
    const joined = {
      state: merged ?? state,
      condition: this.#diagram.or(earlier?.condition ?? false, condition),
      fromItem: Math.min(earlier?.fromItem ?? fromItem, fromItem),
    };
    this.#byKey.set(key, joined);
    const isLess = earlier && this.#output.knowsLess?.(joined.state, earlier.state);
    return joined.condition === earlier?.condition && !isLess ? undefined : joined;
  }
}
