import { assertNever } from '../../diagnostics/assert-never.ts';
import type { Reading } from '../resolve/classes/holding.ts';
import type { Condition, ConditionVariable, VariableCondition } from '../resolve/program.ts';
import type { ModuleWriter } from './module-writer.ts';
import { sourceOf } from './source-text.ts';

/** What a function has read of a variable that conditions ask for. */
export interface Answer {
  /** Of the constant. */
  readonly name: string;
  /** The expression of whether it is true, or has items. */
  readonly isTrue: string;
}

/** By the variables. */
export type Answers = ReadonlyMap<object, Answer>;

/** The expression that a constant for a variable is set to, where `value` is that of its value. */
export function writeAnswer({ question, walks }: Reading, value: string, module: ModuleWriter): string {
  switch (question) {
    case 'truth':
      return `${value} === true`;
    case 'text':
      return `${module.use('comparedText')}(${value})`;
    case 'number':
      return `${module.use('comparedNumber')}(${value})`;
    case 'emptiness':
      return `new ${module.use('ListItems')}(${value}, ${walks > 1 ? '"again"' : '"once"'})`;
    case 'taken':
      throw new RangeError('What a filter takes is not read');
    default:
      return assertNever(question);
  }
}

/** What was read of a variable, as it always is before anything asks. */
export function answerTo(variable: ConditionVariable, answers: Answers): Answer {
  const answer = answers.get(variable);
  if (!answer) throw new RangeError(`\`${variable.name}\` is asked for before it is read`);
  return answer;
}

/** The expression of a condition; nested no deeper than it is itself. */
export function writeCondition(condition: Condition, answers: Answers): string {
  switch (condition.kind) {
    case 'variable':
      return writeVariable(condition, answers);
    case 'not':
      return `!(${writeCondition(condition.operand, answers)})`;
    case 'and':
      return `(${condition.operands.map(operand => writeCondition(operand, answers)).join(' && ')})`;
    case 'or':
      return `(${condition.operands.map(operand => writeCondition(operand, answers)).join(' || ')})`;
    default:
      return assertNever(condition);
  }
}

function writeVariable({ variable, comparison }: VariableCondition, answers: Answers): string {
  const answer = answerTo(variable, answers);
  if (!comparison) return answer.isTrue;
  const { operator, constant } = comparison;
  // A number may be a bigint, which is equal to no number in the strict sense.
  const written = typeof constant === 'string' ? '===' : operator;
  return `${answer.name} ${written} ${sourceOf(constant)}`;
}
