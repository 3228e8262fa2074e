import { assertNever } from '../../diagnostics/assert-never.ts';
import type { Holding } from '../resolve/classes/holding.ts';
import type { Condition } from '../resolve/program.ts';

/** Whether a condition holds for the classes that the variables are in. */
export function holds(condition: Condition, holding: Pick<Holding, 'classes'>): boolean {
  switch (condition.kind) {
    case 'variable':
      return condition.classes.includes(holding.classes[condition.variable.index] ?? -1);
    case 'not':
      return !holds(condition.operand, holding);
    case 'and':
      return condition.operands.every(operand => holds(operand, holding));
    case 'or':
      return condition.operands.some(operand => holds(operand, holding));
    default:
      return assertNever(condition);
  }
}
