import type { ConditionNode, PathNode } from '../../../grammar/tree.ts';
import { assertNever } from '../../diagnostics/assert-never.ts';
import { diagnose, type SourceRange } from '../../diagnostics/diagnostic.ts';
import { proposeMeant } from '../../diagnostics/fixes/fix.ts';
import { isTrue } from './boolean-variables.ts';
import type { Condition } from './program.ts';
import type { Scope } from './scope.ts';
import { typeAt, wholeOf } from './variables.ts';

/** Resolves the names of a condition, which must be boolean variables; reports those that are not. */
export function resolveCondition(node: ConditionNode, scope: Scope): Condition {
  switch (node.kind) {
    case 'variable':
      return resolveBoolean(node.path, scope);
    case 'not':
      return { kind: 'not', operand: resolveCondition(node.operand, scope) };
    case 'and':
    case 'or':
      return { kind: node.kind, operands: node.operands.map(operand => resolveCondition(operand, scope)) };
    case 'broken-condition':
      return resolveUnreadable(node.range, scope);
    default:
      return assertNever(node);
  }
}

/**
 * A name that is none of a boolean variable is reported, and still followed like one: conditions that share it hold
 * together, so that one mistake does not look like two.
 */
function resolveBoolean(path: PathNode, scope: Scope): Condition {
  const name = path.names.join('.');
  const type = typeAt(scope.variables, path.names);
  if (type !== 'boolean') {
    const known = scope.known.booleans;
    const meant = scope.known.booleanMeantBy(name);
    const fixes = proposeMeant(path.range, meant);
    const whole = wholeOf(scope.variables, path.names);
    const code = type === undefined ? 'unknown-variable' : 'not-a-boolean';
    scope.report(diagnose(code, path.range, { name, known, whole }, { fixes }));
  }
  return { kind: 'variable', variable: scope.booleans.variableOf(path.names, path.range), classes: [isTrue] };
}

/** A condition that could not be read is followed too, like a variable of its own. */
function resolveUnreadable(range: SourceRange, { source, booleans }: Scope): Condition {
  const variable = booleans.variableOf([source.slice(range.start, range.end)], range);
  return { kind: 'variable', variable, classes: [isTrue] };
}
