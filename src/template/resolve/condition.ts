import type { ConditionNode, PathNode } from '../../../grammar/tree.ts';
import { assertNever } from '../../diagnostics/assert-never.ts';
import { diagnose, type SourceRange } from '../../diagnostics/diagnostic.ts';
import { proposeMeant, replaceWith } from '../../diagnostics/fixes/fix.ts';
import { lengthOf, resolveComparison } from './comparison.ts';
import { reportUnknown } from './names/unknown-name.ts';
import type { Condition } from './program.ts';
import { lookUp, type Scope } from './scope.ts';
import { isList, isText } from './variables.ts';

/** Resolves the names of a condition, which must be boolean variables; reports those that are not. */
export function resolveCondition(node: ConditionNode, scope: Scope): Condition {
  switch (node.kind) {
    case 'variable':
      return resolveBoolean(node.path, scope);
    case 'comparison':
      return resolveComparison(node, scope);
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
 * A name that is not that of a boolean variable is reported, and still followed like one: conditions that share it hold
 * together, so that one mistake does not look like two.
 */
function resolveBoolean(path: PathNode, scope: Scope): Condition {
  const { type, asked = scope.asked, origin } = lookUp(scope, path.names) ?? {};
  if (type !== undefined && isList(type))
    return asked.variableOf('emptiness', path.names, path.range, origin?.path).isTrue();
  const length = type === undefined ? lengthOf(path.names, scope) : undefined;
  if (length !== undefined) {
    const fixes = [replaceWith(path.range, length)];
    scope.report(diagnose('not-comparable', path.range, { name: length, known: [], list: true }, { fixes }));
  } else if (type === undefined) reportUnknown(path, scope, 'condition');
  else if (type !== 'boolean') {
    const name = path.names.join('.');
    const fixes = proposeMeant(path.range, scope.known.meantBy('boolean', name));
    const known = scope.known.named('boolean');
    const compared = isText(type) ? `${name} != ""` : type === 'number' ? `${name} > 0` : undefined;
    scope.report(diagnose('not-a-boolean', path.range, { name, known, compared }, { fixes }));
  }
  return asked.variableOf('truth', path.names, path.range, origin?.path).isTrue();
}

/** A condition that could not be read is followed too, like a variable of its own. */
function resolveUnreadable(range: SourceRange, { source, asked }: Scope): Condition {
  return asked.variableOf('truth', [source.slice(range.start, range.end)], range).isTrue();
}
