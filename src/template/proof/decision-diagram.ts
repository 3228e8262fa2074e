import {
  common,
  holdsBy,
  type Literal,
  type Literals,
  listLiterals,
  type Steps,
  withLiteral,
} from './literals.ts';

/**
 * A function of boolean variables: `true` whatever they are, `false` whatever they are, or a choice by one of them.
 * Equal functions of one diagram are the same object.
 */
export type Decision = boolean | Choice;

interface Choice extends Pick<Literal, 'name' | 'index'> {
  readonly id: number;
  readonly yes: Decision;
  readonly no: Decision;
  /** All that holds wherever the function is true. */
  readonly literals: Literals;
}

/** What an operation may always cost; one that adds to a conjunction costs nothing. */
const leastSteps = 16;
/** So that the recursion ends before the stack does. */
const mostNested = 2500;
/** Of what holds wherever a function is true, this much is kept where the function would cost too much. */
const mostKept = 16;
const stepsToKeep = 500;

/**
 * A reduced ordered binary decision diagram (R. E. Bryant, 1986). The variable of the highest index decides first: what
 * learns of a new variable is then one choice on top of what was known. Where an operation would cost too much, its
 * result is true in more cases than it should be.
 */
export class DecisionDiagram {
  readonly #choices = new Map<string, Choice>();
  readonly #results = new Map<string, Decision>();
  readonly #most: number;
  readonly #steps: Steps;
  #nested = 0;
  #isExact = true;

  /** @param most How many choices and literals may be looked at altogether before operations are held to a few each. */
  constructor(most: number) {
    this.#most = most;
    this.#steps = { left: most };
  }

  get stepsTaken(): number {
    return this.#most - this.#steps.left;
  }

  /** Whether all results so far are what they should be. */
  get isExact(): boolean {
    return this.#isExact;
  }

  /** Where `a` is true and the literal holds. */
  assume(a: Decision, literal: Literal): Decision {
    return (
      this.#withinBounds(() => this.#assume(a, literal)) ??
      this.#conjunction([...listLiterals(literalsOf(a), mostKept), literal])
    );
  }

  /** Where `a` or `b` is true. */
  either(a: Decision, b: Decision): Decision {
    return (
      this.#withinBounds(() => this.#either(a, b)) ??
      this.#conjunction(listLiterals(common(literalsOf(a), literalsOf(b), { left: stepsToKeep }), mostKept))
    );
  }

  #withinBounds(compute: () => Decision): Decision | undefined {
    this.#steps.left = Math.max(this.#steps.left, leastSteps);
    this.#nested = 0;
    const result = compute();
    if (this.#steps.left >= 0) return result;
    this.#isExact = false;
    return undefined;
  }

  #assume(a: Decision, literal: Literal): Decision {
    const { index, holds } = literal;
    if (a === false) return false;
    const known = holdsBy(literalsOf(a), index);
    if (known !== undefined) return known === holds && a;
    if (a === true || a.index < index) return this.#choose(literal, holds && a, !holds && a);
    if (a.index === index) return this.#choose(literal, holds && a.yes, !holds && a.no);
    const key = `${a.id},${holds ? index : ~index}`;
    return (
      this.#recall(key) ??
      this.#remember(key, this.#choose(a, this.#assume(a.yes, literal), this.#assume(a.no, literal)))
    );
  }

  #either(a: Decision, b: Decision): Decision {
    if (a === b || b === false) return a;
    if (a === false || b === true) return b;
    if (a === true) return a;
    const [top, other] = a.index > b.index || (a.index === b.index && a.id > b.id) ? [a, b] : [b, a];
    const [yes, no] = top.index === other.index ? [other.yes, other.no] : [other, other];
    const key = `${top.id}|${other.id}`;
    return (
      this.#recall(key) ??
      this.#remember(key, this.#choose(top, this.#either(top.yes, yes), this.#either(top.no, no)))
    );
  }

  /** The result of a step that was taken before, or anything where no step is left. */
  #recall(key: string): Decision | undefined {
    const known = this.#results.get(key);
    if (known !== undefined) return known;
    if (++this.#nested > mostNested) this.#steps.left = 0;
    return --this.#steps.left < 0 ? false : undefined;
  }

  #remember(key: string, result: Decision): Decision {
    this.#nested--;
    if (this.#steps.left >= 0) this.#results.set(key, result);
    return result;
  }

  #choose({ name, index }: Pick<Literal, 'name' | 'index'>, yes: Decision, no: Decision): Decision {
    if (yes === no) return yes;
    const key = `${index},${idOf(yes)},${idOf(no)}`;
    const known = this.#choices.get(key);
    if (known) return known;
    const literals =
      yes && no
        ? common(literalsOf(yes), literalsOf(no), this.#steps)
        : withLiteral(literalsOf(yes || no), { name, index, holds: yes !== false });
    const choice: Choice = { id: this.#choices.size + 2, name, index, yes, no, literals };
    this.#choices.set(key, choice);
    return choice;
  }

  /** Takes no steps, since each literal comes on top of those before. */
  #conjunction(literals: readonly Literal[]): Decision {
    return literals
      .toSorted((a, b) => a.index - b.index)
      .reduce<Decision>((all, literal) => this.#assume(all, literal), true);
  }
}

/** All that holds wherever the function is true. */
export function literalsOf(decision: Decision): Literals {
  return typeof decision === 'boolean' ? undefined : decision.literals;
}

/** One way to make the function true: literals with the highest indexes, by their index, and what else must hold. */
export function exampleOf(
  decision: Decision,
  most: number,
): { literals: readonly Literal[]; rest: Decision } {
  const literals: Literal[] = [];
  let rest = decision;
  while (typeof rest !== 'boolean' && literals.length < most) {
    const { name, index, yes, no } = rest;
    const holds = yes !== false && no !== true;
    literals.unshift({ name, index, holds });
    rest = holds ? yes : no;
  }
  return { literals, rest };
}

function idOf(decision: Decision): number {
  return typeof decision === 'boolean' ? Number(decision) : decision.id;
}
