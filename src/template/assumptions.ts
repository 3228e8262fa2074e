import { assertNever } from '../diagnostics/assert-never.ts';
import type { Condition } from './program.ts';

/**
 * What a path through a template assumes about boolean variables: a list that grows at its head, so that paths that
 * part and meet again share what they assumed before.
 */
export interface Assumption {
  readonly name: string;
  readonly holds: boolean;
  readonly earlier: Assumptions;
  readonly length: number;
}

/** `undefined` assumes nothing. */
export type Assumptions = Assumption | undefined;

export function assume(earlier: Assumptions, name: string, holds: boolean): Assumption {
  return { name, holds, earlier, length: (earlier?.length ?? 0) + 1 };
}

/** Whether a variable holds under these assumptions, if they say. */
export function lookUp(assumptions: Assumptions, name: string): boolean | undefined {
  for (let known = assumptions; known; known = known.earlier) if (known.name === name) return known.holds;
  return undefined;
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
      const known = lookUp(assumptions, condition.name);
      if (known === undefined) return assume(assumptions, condition.name, holds);
      return known === holds ? assumptions : 'contradiction';
    }
    case 'not':
      return follow(assumptions, condition.operand, !holds);
    case 'and':
      return holds
        ? followAll(assumptions, condition.operands, true)
        : followAny(assumptions, condition.operands, false);
    case 'or':
      return holds
        ? followAny(assumptions, condition.operands, true)
        : followAll(assumptions, condition.operands, false);
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

/** At least one operand turns out as `holds`: only where a single one still can is that certain. */
function followAny(
  assumptions: Assumptions,
  operands: readonly Condition[],
  holds: boolean,
): Assumptions | 'contradiction' {
  const possible = operands.filter(operand => follow(assumptions, operand, holds) !== 'contradiction');
  const [only] = possible;
  if (only === undefined) return 'contradiction';
  return possible.length === 1 ? follow(assumptions, only, holds) : assumptions;
}

/** What both assume: all that either says of a path on which the other may lie too. */
export function common(a: Assumptions, b: Assumptions): Assumptions {
  const own: Assumption[] = [];
  let left = a;
  let right = b;
  while (left !== right) {
    if ((left?.length ?? 0) >= (right?.length ?? 0)) {
      if (left) own.push(left);
      left = left?.earlier;
    } else {
      right = right?.earlier;
    }
  }
  return own
    .filter(({ name, holds }) => lookUp(b, name) === holds)
    .reduceRight<Assumptions>((shared, { name, holds }) => assume(shared, name, holds), left);
}

/** "when `isError` is false and `dryRun` is true"; nothing where nothing is assumed. */
export function describeAssumptions(assumptions: Assumptions): string | undefined {
  const words: string[] = [];
  for (let known = assumptions; known; known = known.earlier)
    words.unshift(`\`${known.name}\` is ${known.holds}`);
  return words.length > 0 ? `when ${words.slice(0, 4).join(' and ')}` : undefined;
}
