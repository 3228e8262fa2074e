import { assertNever } from '../../diagnostics/assert-never.ts';
import { excerpt } from '../../diagnostics/catalogue/excerpt.ts';
import type { Condition, ConditionVariable, EventVariable } from '../resolve/program.ts';
import type { Decision, DecisionDiagram } from './decision-diagram.ts';

/** The condition under which a state is reached: always if `true`, never if `false`. */
export type PathCondition = Decision;

/** The decision that corresponds to a condition of the template. */
export function whereHolds(condition: Condition, diagram: DecisionDiagram): PathCondition {
  switch (condition.kind) {
    case 'variable':
      return diagram.isIn(condition.variable, condition.classes);
    case 'not':
      return diagram.not(whereHolds(condition.operand, diagram));
    case 'and':
      return condition.operands.reduce<PathCondition>(
        (all, operand) => diagram.and(all, whereHolds(operand, diagram)),
        true,
      );
    case 'or':
      return condition.operands.reduce<PathCondition>(
        (some, operand) => diagram.or(some, whereHolds(operand, diagram)),
        false,
      );
    default:
      return assertNever(condition);
  }
}

/** A condition that paths passed, in the one way or the other, and those before it. */
export interface Passed {
  readonly condition: Condition;
  readonly holds: boolean;
  readonly before?: Passed | undefined;
}

/** Where a condition holds, or does not, if anything may be true of one variable, wherever it is asked for. */
export function whereMayHold(
  { condition, holds }: Passed,
  diagram: DecisionDiagram,
  unknown: ConditionVariable | undefined,
): PathCondition {
  switch (condition.kind) {
    case 'variable': {
      if (condition.variable === unknown) return true;
      const where = whereHolds(condition, diagram);
      return holds ? where : diagram.not(where);
    }
    case 'not':
      return whereMayHold({ condition: condition.operand, holds: !holds }, diagram, unknown);
    case 'and':
    case 'or': {
      const areAll = (condition.kind === 'and') === holds;
      const each = condition.operands.map(operand =>
        whereMayHold({ condition: operand, holds }, diagram, unknown),
      );
      return each.reduce((a, b) => (areAll ? diagram.and(a, b) : diagram.or(a, b)), areAll);
    }
    default:
      return assertNever(condition);
  }
}

/** The events for which a condition can hold; all of them where the budget ends. */
export function eventsWhere(
  condition: PathCondition,
  event: EventVariable,
  diagram: DecisionDiagram,
): readonly string[] {
  const { names } = event.served;
  if (typeof condition === 'boolean') return condition ? names : [];
  const isOne = (index: number) => diagram.and(condition, diagram.isIn(event, [index])) !== false;
  return diagram.attempt(
    () => names.filter((_, index) => isOne(index)),
    () => names,
  );
}

export const maxNamed = 4;

/**
 * "when `isError` is false and `dryRun` is true": one case of possibly several, with only the latest variables if there
 * are many. Undefined if a state is always reached.
 */
export function describePathCondition(condition: PathCondition): string | undefined {
  const named: string[] = [];
  let rest = condition;
  while (typeof rest !== 'boolean' && named.length < maxNamed) {
    const { variable, children } = rest;
    const next: PathCondition = children.includes(true) || (children.find(child => child !== false) ?? false);
    named.unshift(describeChoice(variable, children, next));
    rest = next;
  }
  if (named.length === 0) return undefined;
  return `when ${named.join(' and ')}${rest === true ? '' : ' (and other conditions)'}`;
}

/** The phrase for a variable where it leads to this child. */
function describeChoice(
  { name, classes, describe }: ConditionVariable,
  children: readonly PathCondition[],
  next: PathCondition,
): string {
  const chosen = children.flatMap((child, index) => (child === next ? index : []));
  return describe?.(chosen) ?? `\`${excerpt(name) || '…'}\` ${classes[chosen[0] ?? 0]}`;
}
