import { assertNever } from '../../diagnostics/assert-never.ts';
import type { Holding } from '../resolve/boolean-variables.ts';
import type { Condition } from '../resolve/program.ts';

export type Predicate = (holding: Holding) => boolean;

/** Compiles a condition over the classes that a context holds. */
export function compileCondition(condition: Condition): Predicate {
  switch (condition.kind) {
    case 'variable': {
      const { variable, classes } = condition;
      const { index } = variable;
      const [first, ...others] = classes;
      if (others.length === 0) return holding => holding[index] === first;
      return holding => classes.some(one => one === holding[index]);
    }
    case 'not': {
      const operand = compileCondition(condition.operand);
      return holding => !operand(holding);
    }
    case 'and': {
      const operands = condition.operands.map(compileCondition);
      return holding => operands.every(operand => operand(holding));
    }
    case 'or': {
      const operands = condition.operands.map(compileCondition);
      return holding => operands.some(operand => operand(holding));
    }
    default:
      return assertNever(condition);
  }
}
