import { assertNever } from '../diagnostics/assert-never.ts';
import { compileReader } from './own-value.ts';
import type { Condition } from './program.ts';

export type Predicate = (context: unknown) => boolean;

/** Compiles a condition; a variable in it holds only for `true` itself. */
export function compileCondition(condition: Condition): Predicate {
  switch (condition.kind) {
    case 'variable': {
      const read = compileReader(condition.variable.path);
      return context => read(context) === true;
    }
    case 'not': {
      const operand = compileCondition(condition.operand);
      return context => !operand(context);
    }
    case 'and': {
      const operands = condition.operands.map(compileCondition);
      return context => operands.every(operand => operand(context));
    }
    case 'or': {
      const operands = condition.operands.map(compileCondition);
      return context => operands.some(operand => operand(context));
    }
    case 'unknown':
      throw new Error('A condition with errors is never compiled.');
    default:
      return assertNever(condition);
  }
}
