import { assertNever } from '../diagnostics/assert-never.ts';
import type { BooleanCondition, Condition } from './program.ts';

/**
 * What a path through a template assumes about boolean variables; `undefined` assumes nothing. A binary tree in which
 * the bits of a variable's index lead to what is known of it: a path that learns something copies one way down, and
 * paths that part and meet again still share the rest, so that what both assume is found without reading it all.
 */
export type Assumptions = AssumptionNode | undefined;

interface AssumptionNode {
  readonly known: Assumption | undefined;
  /** Indexes whose next bit is 0. */
  readonly even: Assumptions;
  /** Indexes whose next bit is 1. */
  readonly odd: Assumptions;
}

interface Assumption {
  readonly name: string;
  readonly index: number;
  readonly holds: boolean;
}

/** These assumptions and one more, which replaces what was assumed of that variable. */
export function assume(
  earlier: Assumptions,
  { name, index }: Pick<BooleanCondition, 'name' | 'index'>,
  holds: boolean,
): Assumptions {
  return put(earlier, index, { name, index, holds });
}

function put(tree: Assumptions, bits: number, known: Assumption): AssumptionNode {
  const { even, odd } = tree ?? {};
  if (bits === 0) return { known, even, odd };
  // One less, so that every number of bits ends somewhere else than its half.
  const rest = (bits - 1) >> 1;
  const kept = tree?.known;
  return (bits - 1) % 2 === 0
    ? { known: kept, even: put(even, rest, known), odd }
    : { known: kept, even, odd: put(odd, rest, known) };
}

/** Whether a variable holds under these assumptions, if they say. */
export function lookUp(
  assumptions: Assumptions,
  { index }: Pick<BooleanCondition, 'index'>,
): boolean | undefined {
  let tree = assumptions;
  for (let bits = index; tree && bits > 0; bits = (bits - 1) >> 1) {
    tree = (bits - 1) % 2 === 0 ? tree.even : tree.odd;
  }
  return tree?.known?.holds;
}

/**
 * What is assumed where a condition turns out as `holds`; `'contradiction'` where it cannot. Exact for conditions of one
 * variable; of others, it concludes what follows for certain.
 */
export function follow(
  assumptions: Assumptions,
  condition: Condition,
  holds: boolean,
): Assumptions | 'contradiction' {
  switch (condition.kind) {
    case 'variable': {
      const known = lookUp(assumptions, condition);
      if (known === undefined) return assume(assumptions, condition, holds);
      return known === holds ? assumptions : 'contradiction';
    }
    case 'not':
      return follow(assumptions, condition.operand, !holds);
    case 'and':
    case 'or':
      return holds === (condition.kind === 'and')
        ? followAll(assumptions, condition.operands, holds)
        : followAny(assumptions, condition.operands, holds);
    case 'unknown':
      return assumptions;
    default:
      return assertNever(condition);
  }
}

/** Every operand turns out as `holds`. */
function followAll(
  assumptions: Assumptions,
  operands: readonly Condition[],
  holds: boolean,
): Assumptions | 'contradiction' {
  let all = assumptions;
  for (const operand of operands) {
    const next = follow(all, operand, holds);
    if (next === 'contradiction') return next;
    all = next;
  }
  return all;
}

/** At least one operand turns out as `holds`: what all that can have in common is certain. */
function followAny(
  assumptions: Assumptions,
  operands: readonly Condition[],
  holds: boolean,
): Assumptions | 'contradiction' {
  let certain: Assumptions | 'contradiction' = 'contradiction';
  for (const operand of operands) {
    const possible = follow(assumptions, operand, holds);
    if (possible === 'contradiction') continue;
    certain = certain === 'contradiction' ? possible : common(certain, possible);
  }
  return certain;
}

/** What both assume: all that either says of a path on which the other may lie too. */
export function common(a: Assumptions, b: Assumptions): Assumptions {
  if (a === b || a === undefined) return a;
  if (b === undefined) return b;
  const known = a.known?.holds === b.known?.holds ? a.known : undefined;
  const even = common(a.even, b.even);
  const odd = common(a.odd, b.odd);
  if (known === a.known && even === a.even && odd === a.odd) return a;
  return known || even || odd ? { known, even, odd } : undefined;
}

/**
 * What holds of exactly the paths that `a` or `b` holds of; nothing where no assumptions say that. They do where one
 * says all that the other does, and where both say the same but for one variable.
 */
export function union(a: Assumptions, b: Assumptions): { readonly assumptions: Assumptions } | undefined {
  const difference = { conflicts: 0, onlyA: false, onlyB: false };
  compare(a, b, difference);
  const { conflicts, onlyA, onlyB } = difference;
  if (conflicts > 1 || (onlyA && onlyB) || (conflicts === 1 && (onlyA || onlyB))) return undefined;
  if (conflicts === 1) return { assumptions: common(a, b) };
  return { assumptions: onlyA ? b : a };
}

interface Difference {
  /** Variables of which they say opposite things. */
  conflicts: number;
  /** Whether `a` says something that `b` does not. */
  onlyA: boolean;
  onlyB: boolean;
}

function compare(a: Assumptions, b: Assumptions, difference: Difference): void {
  if (a === b) return;
  if (a?.known?.holds !== b?.known?.holds) {
    if (b?.known === undefined) difference.onlyA = true;
    else if (a?.known === undefined) difference.onlyB = true;
    else difference.conflicts++;
  }
  if (a === undefined) difference.onlyB = true;
  else if (b === undefined) difference.onlyA = true;
  else {
    compare(a.even, b.even, difference);
    compare(a.odd, b.odd, difference);
  }
}

const mostNamed = 4;

/** "when `isError` is false and `dryRun` is true", the latest where there are many; nothing where nothing is assumed. */
export function describeAssumptions(assumptions: Assumptions): string | undefined {
  const all = listAssumptions(assumptions).toSorted((a, b) => a.index - b.index);
  if (all.length === 0) return undefined;
  const named = all.slice(-mostNamed).map(({ name, holds }) => `\`${name}\` is ${holds}`);
  const more = all.length > mostNamed ? ` (and ${all.length - mostNamed} more conditions)` : '';
  return `when ${named.join(' and ')}${more}`;
}

function listAssumptions(tree: Assumptions): Assumption[] {
  if (!tree) return [];
  const { known, even, odd } = tree;
  return [...(known ? [known] : []), ...listAssumptions(even), ...listAssumptions(odd)];
}
