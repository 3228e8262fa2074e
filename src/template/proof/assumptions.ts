import { assertNever } from '../../diagnostics/assert-never.ts';
import type { Condition } from '../resolve/program.ts';
import { type Decision, type DecisionDiagram, exampleOf } from './decision-diagram.ts';

/** What a path through a template assumes about boolean variables: nothing where `true`, the impossible where `false`. */
export type Assumptions = Decision;

/** What is assumed where a condition turns out as `holds`. */
export function follow(
  diagram: DecisionDiagram,
  assumptions: Assumptions,
  condition: Condition,
  holds: boolean,
): Assumptions {
  switch (condition.kind) {
    case 'variable':
      return diagram.assume(assumptions, { name: condition.name, index: condition.index, holds });
    case 'not':
      return follow(diagram, assumptions, condition.operand, !holds);
    case 'and':
    case 'or': {
      const { operands } = condition;
      if (holds === (condition.kind === 'and'))
        return operands.reduce((all, operand) => follow(diagram, all, operand, holds), assumptions);
      const ways = operands.map(operand => follow(diagram, assumptions, operand, holds));
      return ways.reduce((some, way) => diagram.either(some, way), false);
    }
    default:
      return assertNever(condition);
  }
}

const mostNamed = 4;

/**
 * "when `isError` is false and `dryRun` is true": one case of several, where conditions have several variables; the
 * latest variables, where there are many; nothing where nothing is assumed.
 */
export function describeAssumptions(assumptions: Assumptions): string | undefined {
  const { literals, rest } = exampleOf(assumptions, mostNamed);
  if (literals.length === 0) return undefined;
  const named = literals.map(({ name, holds }) => `\`${name}\` is ${holds}`);
  return `when ${named.join(' and ')}${rest === true ? '' : ' (and more conditions)'}`;
}
