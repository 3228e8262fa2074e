import type { IToken } from 'chevrotain';
import { startOf } from './token-range.ts';
import type { ConditionNode } from './tree.ts';

/** Operands between `&&` or `||`; a single one stands for itself. */
export function joined(
  kind: 'and' | 'or',
  operands: readonly [ConditionNode, ...ConditionNode[]],
): ConditionNode {
  const last = operands[operands.length - 1] ?? operands[0];
  if (operands.length === 1) return last;
  return { kind, range: { start: operands[0].range.start, end: last.range.end }, operands };
}

/** An operand with `!` before it, as often as there are tokens; `end` is where it ends, parentheses included. */
export function negated(nots: readonly IToken[], operand: ConditionNode, end: number): ConditionNode {
  return nots.reduceRight<ConditionNode>(
    (inner, not) => ({ kind: 'not', range: { start: startOf(not), end }, operand: inner }),
    operand,
  );
}
