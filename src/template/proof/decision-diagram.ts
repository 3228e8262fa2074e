import { Budget } from '../../diagnostics/budget.ts';
import type { ConditionVariable } from '../resolve/program.ts';
import type { ClassSet } from '../resolve/value-classes.ts';

/**
 * A function of the variables that conditions ask about: constantly `true` or `false`, or a choice by the class that
 * the value of one variable falls into. Equal functions of one diagram are the same object.
 */
export type Decision = boolean | DecisionNode;

export interface DecisionNode {
  /** Starts at 2: 0 and 1 are the two constants. */
  readonly id: number;
  readonly variable: ConditionVariable;
  /** One per class of the variable; not all of them are equal. */
  readonly children: readonly Decision[];
}

/** Operations recurse once per variable, and must end before the stack does. */
export const maxNested = 2500;
/** The cost of a step in units of the budget, plus one for each class beyond the two that most variables have. */
export const stepUnits = 20;
const usualClasses = 2;
/** More choices than any budget allows, so that two ids fit into one number. */
const maxChoices = 2 ** 25;

/**
 * A reduced ordered decision diagram (R. E. Bryant, 1986) with one child per class of a variable. The variable with the
 * highest index decides first, so that asking about a new variable adds a single choice on top.
 */
export class DecisionDiagram {
  /** By the index of the variable, then by the children. */
  readonly #choices: Map<number | string, DecisionNode>[] = [];
  #count = 0;
  /** Results of all steps, so that none is computed twice. */
  readonly #memo = new Map<number, Decision>();
  #forgotten: Map<ReadonlySet<number>, Map<DecisionNode, Decision>> | undefined;
  #budget: Budget;
  #stepsTaken = 0;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** Pays for the steps of all operations; a step makes at most one choice. */
  get budget(): Budget {
    return this.#budget;
  }

  get stepsTaken(): number {
    return this.#stepsTaken;
  }

  /** True if the value of a variable is in one of these classes. */
  isIn(variable: ConditionVariable, classes: ClassSet): Decision {
    if (variable.classes.length > usualClasses) this.budget.spend(variable.classes.length);
    return this.#choose(
      variable,
      variable.classes.map((_, index) => classes.includes(index)),
    );
  }

  and(a: Decision, b: Decision): Decision {
    return this.#combine(a, b, false, 0);
  }

  or(a: Decision, b: Decision): Decision {
    return this.#combine(a, b, true, 0);
  }

  not(a: Decision): Decision {
    return this.#negate(a, 0);
  }

  /** The disjunction of a decision over all values of these variables, which are given by index. */
  forget(a: Decision, variables: ReadonlySet<number>): Decision {
    if (variables.size === 0) return a;
    this.#forgotten ??= new Map();
    const memo = this.#forgotten.get(variables) ?? new Map<DecisionNode, Decision>();
    this.#forgotten.set(variables, memo);
    return this.#forget(a, variables, memo, 0);
  }

  #forget(
    a: Decision,
    variables: ReadonlySet<number>,
    memo: Map<DecisionNode, Decision>,
    nested: number,
  ): Decision {
    if (typeof a === 'boolean') return a;
    const known = memo.get(a);
    if (known !== undefined) return known;
    this.#spend(nested, a.variable);
    const children: Decision[] = [];
    for (const child of a.children) children.push(this.#forget(child, variables, memo, nested + 1));
    const isForgotten = variables.has(a.variable.index);
    const result = isForgotten
      ? children.reduce<Decision>((some, child) => this.#combine(some, child, true, nested), false)
      : this.#choose(a.variable, children);
    memo.set(a, result);
    return result;
  }

  /** The result of `compute`, or of `otherwise` if its operations would exceed the budget. */
  attempt<T>(compute: () => T, otherwise: () => T): T {
    return Budget.attempt(compute, otherwise);
  }

  /** The result of work for which another budget pays. */
  paidBy<T>(budget: Budget, work: () => T): T {
    const before = this.#budget;
    this.#budget = budget;
    try {
      return work();
    } finally {
      this.#budget = before;
    }
  }

  /** A conjunction is decided by the first `false`, a disjunction by the first `true`. */
  #combine(a: Decision, b: Decision, deciding: boolean, nested: number): Decision {
    if (a === deciding || b === deciding) return deciding;
    if (typeof a === 'boolean' || a === b) return b;
    if (typeof b === 'boolean') return a;
    const key = (Math.min(a.id, b.id) * maxChoices + Math.max(a.id, b.id)) * 2 + Number(deciding);
    const known = this.#memo.get(key);
    if (known !== undefined) return known;
    const { variable } = a.variable.index > b.variable.index ? a : b;
    this.#spend(nested, variable);
    const children = new Array<Decision>(variable.classes.length);
    for (let index = 0; index < children.length; index++) {
      const ofA = childOf(a, variable, index);
      children[index] = this.#combine(ofA, childOf(b, variable, index), deciding, nested + 1);
    }
    return this.#remember(key, this.#choose(variable, children));
  }

  #negate(a: Decision, nested: number): Decision {
    if (typeof a === 'boolean') return !a;
    const key = -a.id;
    const known = this.#memo.get(key);
    if (known !== undefined) return known;
    this.#spend(nested, a.variable);
    const children: Decision[] = [];
    for (const child of a.children) children.push(this.#negate(child, nested + 1));
    return this.#remember(key, this.#choose(a.variable, children));
  }

  #spend(nested: number, { classes }: ConditionVariable): void {
    const units = stepUnits + classes.length - usualClasses;
    this.budget.spend(nested === maxNested ? Number.POSITIVE_INFINITY : units);
    this.#stepsTaken++;
  }

  #remember(key: number, result: Decision): Decision {
    this.#memo.set(key, result);
    return result;
  }

  /**
   * The only place that makes choices: choices whose children are all equal are left out, and equal choices are shared.
   */
  #choose(variable: ConditionVariable, children: readonly Decision[]): Decision {
    const [first = false] = children;
    if (children.every(child => child === first)) return first;
    this.#choices[variable.index] ??= new Map();
    const choices = this.#choices[variable.index];
    const key = keyOf(children);
    const known = choices?.get(key);
    if (known) return known;
    const choice: DecisionNode = { id: this.#count++ + 2, variable, children };
    choices?.set(key, choice);
    return choice;
  }
}

/** The decision that is left if a variable is in one of its classes; nothing above it decides by that variable. */
function childOf(decision: DecisionNode, variable: ConditionVariable, index: number): Decision {
  if (decision.variable.index !== variable.index) return decision;
  return decision.children[index] ?? false;
}

/** A number for two children, the usual case: it takes less room than text. */
function keyOf(children: readonly Decision[]): number | string {
  const [first = false, second = false] = children;
  return children.length === 2 ? idOf(first) * maxChoices + idOf(second) : children.map(idOf).join();
}

/** Unique among the decisions of one diagram. */
export function idOf(decision: Decision): number {
  return typeof decision === 'boolean' ? Number(decision) : decision.id;
}
