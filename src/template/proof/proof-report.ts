import { type Diagnostic, diagnose, type SourceRange } from '../../diagnostics/diagnostic.ts';
import type { Place, Violation } from '../../output/output.ts';
import { placeDescriptions } from '../../output/places.ts';
import type { ValueStep } from '../resolve/program.ts';
import { describePathCondition, type PathCondition } from './path-condition.ts';
import type { RefusableValue } from './refusals.ts';

/** A path that runs into a problem: where it breaks, and the condition under which it is taken. */
export interface BrokenPath {
  readonly at: number;
  readonly condition: PathCondition;
}

/** The condition under which something happens, and the first item of a list at which it does, counted from 1. */
export interface Assumption {
  readonly condition: PathCondition;
  readonly fromItem: number;
}

/** The place of each value, and everything that could break the output, each cause once. */
export class ProofReport {
  readonly places = new Map<ValueStep, Place>();
  readonly diagnostics: Diagnostic[] = [];
  readonly broken: BrokenPath[] = [];
  readonly lacking: Diagnostic[] = [];
  readonly idle: Diagnostic[] = [];
  readonly refusable: RefusableValue[] = [];
  readonly #eventsWhere: (condition: PathCondition) => readonly string[] | undefined;
  readonly #warned = new Set<string>();
  readonly #found = new Map<string, { readonly violation: Violation; readonly assumed: Assumption }>();
  #gaveUp = false;
  #isSilent = false;

  /** @param eventsWhere Those events for which a condition can hold, where a message may have to name them. */
  constructor(eventsWhere: (condition: PathCondition) => readonly string[] | undefined) {
    this.#eventsWhere = eventsWhere;
  }

  /** While true, the walk asks for no report: it will come to the same steps again. */
  get isSilent(): boolean {
    return this.#isSilent;
  }

  silently<T>(work: () => T): T {
    const before = this.#isSilent;
    this.#isSilent = true;
    const result = work();
    this.#isSilent = before;
    return result;
  }

  /** Reports, only once, that there are too many paths to follow. */
  giveUp(range: SourceRange | undefined, most: number | undefined): void {
    const facts = { most, isPlain: range === undefined };
    if (!this.#gaveUp)
      this.diagnostics.push(diagnose('too-many-paths', range ?? { start: 0, end: 0 }, facts));
    this.#gaveUp = true;
  }

  /** Finds a mistake after which paths go on; each is reported once, with all conditions that lead to it, by `reportFound`. */
  find(
    violation: Violation,
    assumed: Assumption,
    either: (a: PathCondition, b: PathCondition) => PathCondition,
  ): void {
    const { code, start, end, expected, found } = violation;
    const key = `${code} ${start} ${end} ${expected} ${found}`;
    const before = this.#found.get(key);
    const condition = before ? either(before.assumed.condition, assumed.condition) : assumed.condition;
    const fromItem = Math.min(before?.assumed.fromItem ?? assumed.fromItem, assumed.fromItem);
    this.#found.set(key, { violation: before?.violation ?? violation, assumed: { condition, fromItem } });
  }

  reportFound(): void {
    for (const { violation, assumed } of this.#found.values()) this.report(violation, assumed);
  }

  /** Reports a warning once, however many paths lead to it. */
  warn(warning: Violation): void {
    const key = `${warning.code} ${warning.start} ${warning.end}`;
    if (this.#warned.has(key)) return;
    this.#warned.add(key);
    this.report(warning, { condition: true, fromItem: 1 });
  }

  report(violation: Violation, assumed: Assumption): void {
    const { code, start, end, expected, found, who, description, related, fixes } = violation;
    const events = this.#eventsWhere(assumed.condition);
    const facts = {
      expected,
      found,
      when: describe(assumed),
      ...(events && { events }),
      ...(who && { who }),
      ...(description && { description }),
    };
    const more = { related: related ?? [], fixes: fixes ?? [] };
    this.diagnostics.push(diagnose(code, { start, end }, facts, more));
  }

  reportTwoPlaces({ range }: ValueStep, first: Landed, second: Landed): void {
    const said = ({ place, ...when }: Landed) =>
      [placeDescriptions[place.name], describe(when)].filter(Boolean).join(' ');
    this.diagnostics.push(diagnose('two-places', range, { first: said(first), second: said(second) }));
  }
}

export interface Landed extends Assumption {
  readonly place: Place;
}

function describe({ condition, fromItem }: Assumption): string | undefined {
  const when = describePathCondition(condition);
  if (fromItem === 1) return when;
  const ordinal = ordinals[fromItem - 2];
  const from = ordinal === undefined ? `from item ${fromItem} on` : `from the ${ordinal} item on`;
  return when === undefined ? from : `${when}, ${from}`;
}

const ordinals = ['second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
