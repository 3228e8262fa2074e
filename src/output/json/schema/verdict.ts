import type { Fix } from '../../../diagnostics/diagnostic.ts';
import type { Conditions, Violation, When } from '../../output.ts';

/**
 * What is known of a schema and a value: when it surely accepts the value, and when it surely refuses it. Where neither holds, it
 * is unknown.
 */
export interface SchemaVerdict {
  readonly yes: When;
  readonly no: When;
  /** Why it is not accepted, where it is not. */
  readonly why?: Reason | undefined;
}

/** A mistake that is one only if this schema is the one that counts. */
export interface Reason {
  readonly violation: Violation;
  /** Whether it says that another alternative was meant: a constant or a type that does not fit. */
  readonly isDecisive: boolean;
}

export const accepted: SchemaVerdict = { yes: true, no: false };
export const unknown: SchemaVerdict = { yes: false, no: false };

/** What asking one schema about one value costs, in units of the budget. */
const schemaUnits = 20;

/** The three-valued logic of verdicts, over the conditions of whoever walks. */
export class Logic {
  readonly #conditions: Conditions;

  constructor(conditions: Conditions) {
    this.#conditions = conditions;
  }

  /** Pays for asking so many schemas. */
  spend(schemas: number): void {
    this.#conditions.budget.spend(schemas * schemaUnits);
  }

  both(a: When, b: When): When {
    return this.#conditions.and(a, b);
  }

  either(a: When, b: When): When {
    return this.#conditions.or(a, b);
  }

  not(a: When): When {
    return this.#conditions.not(a);
  }

  /** True wherever the first is not, or the second is. */
  implies(a: When, b: When): When {
    return this.either(this.not(a), b);
  }

  all(a: SchemaVerdict, b: SchemaVerdict): SchemaVerdict {
    if (a.yes === true) return b;
    if (b.yes === true) return a;
    return { yes: this.both(a.yes, b.yes), no: this.either(a.no, b.no), why: worse(a.why, b.why) };
  }

  any(a: SchemaVerdict, b: SchemaVerdict): SchemaVerdict {
    return { yes: this.either(a.yes, b.yes), no: this.both(a.no, b.no), why: better(a.why, b.why) };
  }

  negated({ yes, no }: SchemaVerdict, why: Reason): SchemaVerdict {
    return { yes: no, no: yes, why };
  }

  /** Accepts what exactly one of these does. */
  one(verdicts: readonly SchemaVerdict[], several: Reason): SchemaVerdict {
    // Of those so far: when all surely refuse, one surely accepts and the others refuse, two surely accept.
    let none: When = true;
    let some: SchemaVerdict = { yes: false, no: true };
    let exactlyOne: When = false;
    let two: When = false;
    for (const verdict of verdicts) {
      const { yes, no } = verdict;
      two = this.either(two, this.both(yes, some.yes));
      exactlyOne = this.either(this.both(exactlyOne, no), this.both(none, yes));
      none = this.both(none, no);
      some = this.any(some, verdict);
    }
    const why = two === false ? some.why : several;
    return { yes: exactlyOne, no: this.either(none, two), why };
  }

  chosen(asked: SchemaVerdict, then: SchemaVerdict, otherwise: SchemaVerdict): SchemaVerdict {
    const pick = (of: 'yes' | 'no') => {
      const decided = this.either(this.both(asked.yes, then[of]), this.both(asked.no, otherwise[of]));
      return this.either(decided, this.both(then[of], otherwise[of]));
    };
    const why = asked.yes === false ? (otherwise.why ?? then.why) : (then.why ?? otherwise.why);
    return { yes: pick('yes'), no: pick('no'), why };
  }

  /** Of several values that may come, each where its condition holds: what is known whichever comes. */
  whichever(cases: readonly { readonly when: When; readonly verdict: SchemaVerdict }[]): SchemaVerdict {
    let isThere: When = false;
    let whole: SchemaVerdict = { yes: true, no: true };
    for (const { when, verdict } of cases) {
      const [yes, no] = [this.implies(when, verdict.yes), this.implies(when, verdict.no)];
      const why = worse(whole.why, reasonOf(verdict));
      whole = { yes: this.both(whole.yes, yes), no: this.both(whole.no, no), why };
      isThere = this.either(isThere, when);
    }
    return { ...whole, no: this.both(whole.no, isThere) };
  }

  /** What is known after two paths joined, of each of which something is known. */
  joined(a: SchemaVerdict, whenA: When, b: SchemaVerdict, whenB: When): SchemaVerdict {
    if (a === b) return a;
    const yes = this.surely(a.yes, whenA, b.yes, whenB);
    const no = this.surely(a.no, whenA, b.no, whenB);
    return yes === a.yes && no === a.no ? a : { yes, no, why: worse(reasonOf(a), reasonOf(b)) };
  }

  /** Holds after two paths joined, whichever was taken. */
  surely(a: When, whenA: When, b: When, whenB: When): When {
    return a === b ? a : this.both(this.implies(whenA, a), this.implies(whenB, b));
  }

  /** May hold after two paths joined. */
  perhaps(a: When, whenA: When, b: When, whenB: When): When {
    return a === b ? a : this.either(this.both(whenA, a), this.both(whenB, b));
  }
}

/** The reason that says most: one that decides, else the first in the source. */
function worse(a: Reason | undefined, b: Reason | undefined): Reason | undefined {
  if (!a || !b) return a ?? b;
  return b.isDecisive && !a.isDecisive ? b : a;
}

/** The reason of the alternative that came furthest. */
function better(a: Reason | undefined, b: Reason | undefined): Reason | undefined {
  if (!a || !b) return a ?? b;
  if (a.isDecisive !== b.isDecisive) return a.isDecisive ? b : a;
  const [one, other] = [a.violation, b.violation];
  const isAlike = one.code === other.code && one.start === other.start && one.expected !== other.expected;
  if (isAlike && (a.isDecisive || one.code === 'schema-missing-key'))
    return { ...a, violation: askedByEither(a.violation, b.violation) };
  return b.violation.start > a.violation.start ? b : a;
}

/** What one of several alternatives asks: a constant, or a key that is not there. */
function askedByEither(a: Violation, b: Violation): Violation {
  const expected = `${a.expected} or ${b.expected}`;
  const [first = [], second = []] = [a.fixes, b.fixes];
  const fixes = [...first, ...second];
  if (a.code !== 'schema-missing-key') return { ...a, expected, fixes };
  // Where a key is that of one alternative but for a letter, no other is added.
  const slips = [first, second].filter(each => each.every(isRenaming)).flat();
  return { ...a, expected, fixes: slips.length > 0 ? slips : fixes, description: undefined };
}

function isRenaming({ edits }: Fix): boolean {
  return edits.every(({ range }) => range.start < range.end);
}

/** Where all is accepted, what an alternative refused is no reason for anything. */
function reasonOf({ yes, why }: SchemaVerdict): Reason | undefined {
  return yes === true ? undefined : why;
}
