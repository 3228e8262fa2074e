import type { TemplateNode } from '../../../grammar/tree.ts';
import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import {
  type Condition,
  type ConditionalStep,
  type EventVariable,
  emptyListClass,
  type ListStep,
  type Program,
} from '../resolve/program.ts';
import type { DecisionDiagram } from './decision-diagram.ts';
import { eventsWhere, type PathCondition, whereHolds } from './path-condition.ts';

/** A part of the source, and when it is reached. */
interface Place {
  readonly range: SourceRange;
  readonly reached: PathCondition;
  readonly around: Place | undefined;
}

/**
 * When the places of a program are reached, by the conditions around them alone: a path that breaks the output counts as if it
 * went on, since it will once that is mended. Where the budget ends, a place is thought to be reached whenever what is
 * around it is.
 */
export class ReachedPlaces {
  readonly #diagram: DecisionDiagram;
  readonly #event: EventVariable | undefined;
  /** By where they begin; inner places come after those around them. */
  readonly #places: Place[] = [];
  readonly #events = new Map<PathCondition, readonly string[]>();

  constructor(program: Program, diagram: DecisionDiagram, event: EventVariable | undefined) {
    this.#diagram = diagram;
    this.#event = event;
    diagram.attempt(
      () => this.#ofProgram(program, undefined),
      () => undefined,
    );
  }

  isReached(range: SourceRange): boolean {
    return this.#at(range) !== false;
  }

  /** The events that come to a place. */
  eventsAt(range: SourceRange): readonly string[] {
    const reached = this.#at(range);
    const known = this.#events.get(reached);
    if (known) return known;
    const events = this.#event ? eventsWhere(reached, this.#event, this.#diagram) : [];
    this.#events.set(reached, events);
    return events;
  }

  #at({ start, end }: SourceRange): PathCondition {
    let low = 0;
    let high = this.#places.length;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((this.#places[middle]?.range.start ?? 0) <= start) low = middle + 1;
      else high = middle;
    }
    let place = this.#places[low - 1];
    while (place && place.range.end < end) place = place.around;
    return place?.reached ?? true;
  }

  #add(range: SourceRange, reached: PathCondition, around: Place | undefined): Place {
    const place = { range, reached, around };
    this.#places.push(place);
    return place;
  }

  #ofProgram(program: Program, around: Place | undefined): void {
    for (const step of program) {
      if (step.kind === 'conditional') this.#ofConditional(step, around);
      else if (step.kind === 'list') this.#ofList(step, around);
    }
  }

  #ofConditional({ node, branches, otherwise }: ConditionalStep, around: Place | undefined): void {
    let undecided = around?.reached ?? true;
    for (const [index, { condition, steps }] of branches.entries()) {
      const branch = node.branches[index];
      if (branch) this.#ofCondition(condition, undecided, this.#add(branch.tag, undecided, around));
      const holds = whereHolds(condition, this.#diagram);
      this.#ofNodes(branch?.nodes, steps, this.#diagram.and(undecided, holds), around);
      undecided = this.#diagram.and(undecided, this.#diagram.not(holds));
    }
    this.#ofNodes(node.otherwise?.nodes, otherwise, undecided, around);
  }

  #ofList(list: ListStep, around: Place | undefined): void {
    const { node, filter, max, emptiness, asked, steps, separator, otherwise } = list;
    const reached = around?.reached ?? true;
    const none = this.#diagram.isIn(emptiness, [emptyListClass]);
    const some = this.#diagram.and(reached, this.#diagram.not(none));
    if (filter) this.#ofCondition(filter, some, this.#add(node.tag, reached, around));
    const taken = filter ? this.#diagram.and(some, whereHolds(filter, this.#diagram)) : some;
    this.#ofNodes(node.nodes, steps, taken, around);
    // Nothing is known of the next item.
    const next = max === 1 ? false : this.#diagram.forget(taken, asked.indexes);
    this.#ofNodes(node.separator?.nodes, separator, next, around);
    this.#ofNodes(node.otherwise?.nodes, otherwise, this.#diagram.and(reached, none), around);
  }

  #ofNodes(
    nodes: readonly TemplateNode[] = [],
    program: Program,
    reached: PathCondition,
    around: Place | undefined,
  ): void {
    const [first, last] = [nodes[0], nodes.at(-1)];
    if (!first || !last) return;
    const range = { start: first.range.start, end: last.range.end };
    this.#ofProgram(program, this.#add(range, reached, around));
  }

  /** What stands right of `&&` is reached where everything left of it holds, right of `||` where nothing does. */
  #ofCondition(condition: Condition, reached: PathCondition, around: Place): void {
    const place = condition.range ? this.#add(condition.range, reached, around) : around;
    if (condition.kind === 'not') this.#ofCondition(condition.operand, reached, place);
    else if (condition.kind !== 'variable') {
      let before = reached;
      for (const operand of condition.operands) {
        // Without a range, it says for which events a name is a constant.
        if (operand.range) this.#ofCondition(operand, before, place);
        const holds = whereHolds(operand, this.#diagram);
        before = this.#diagram.and(before, condition.kind === 'and' ? holds : this.#diagram.not(holds));
      }
    }
  }
}
