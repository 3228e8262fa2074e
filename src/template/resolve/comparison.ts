import { lengthNames, meantByLength } from '../../../grammar/recovery/comparison/list-length.ts';
import type { ComparisonCondition, NumberNode, QuotedNode } from '../../../grammar/tree.ts';
import { diagnose, type Fix } from '../../diagnostics/diagnostic.ts';
import { proposeMeant, replaceWith } from '../../diagnostics/fixes/fix.ts';
import { partOfItem } from './names/part-of-item.ts';
import { reportUnknown } from './names/unknown-name.ts';
import type { Condition } from './program.ts';
import { lookUp, type Scope, wholeOf } from './scope.ts';
import { isList, isText, type VariableType } from './variables.ts';

/** Resolves a comparison; reports a name that no variable has, and a constant that its variable cannot be compared with. */
export function resolveComparison(node: ComparisonCondition, scope: Scope): Condition {
  const { path, operator, constant } = node;
  const { type, asked = scope.asked, origin } = lookUp(scope, path.names) ?? {};
  const list = listAskedBy(path.names, type, scope);
  if (list !== undefined) reportList(node, list, scope);
  else if (type === undefined) reportUnknown(path, scope, 'comparable');
  else reportMisfit(node, type, scope);
  const question = constant.kind === 'quoted' ? 'text' : 'number';
  const variable = asked.variableOf(question, path.names, path.range, origin?.path);
  if (operator !== '!=') return variable.compare(operator, constant.value);
  return { kind: 'not', operand: variable.compare('==', constant.value) };
}

/** The list whose length a path asks for. */
function listAskedBy(
  names: readonly string[],
  type: VariableType | undefined,
  scope: Scope,
): string | undefined {
  if (type === undefined) return lengthOf(names, scope);
  return isList(type) ? names.join('.') : undefined;
}

/** The list of a path such as `items.length`. */
export function lengthOf(names: readonly string[], scope: Scope): string | undefined {
  if (!lengthNames.includes(names.at(-1) ?? '')) return undefined;
  // An item may have a part of that name.
  if (partOfItem(names, scope, 'comparable') !== undefined) return undefined;
  const whole = wholeOf(scope, names);
  return whole && isList(whole.type) ? whole.name : undefined;
}

/** `items.length > 0` means `items`. */
function reportList({ range, operator, constant }: ComparisonCondition, name: string, scope: Scope): void {
  const meant = meantByLength(name, operator, constant.value);
  const fixes = meant === undefined ? [] : [replaceWith(range, meant)];
  scope.report(diagnose('not-comparable', range, { name, known: [], list: true }, { fixes }));
}

/** Texts are compared with texts, numbers with numbers, and nothing else is compared. */
function reportMisfit(node: ComparisonCondition, type: VariableType, scope: Scope): void {
  const { path, constant } = node;
  const name = path.names.join('.');
  if (!isText(type) && type !== 'number') {
    const truth = type === 'boolean';
    const known = truth ? [] : scope.known.named('comparable');
    const fixes = truth ? truthFix(node, scope) : [];
    scope.report(diagnose('not-comparable', path.range, { name, known, truth }, { fixes }));
  } else if (isText(type) !== (constant.kind === 'quoted')) {
    const facts = { name, needed: isText(type) ? 'text' : 'number' } as const;
    scope.report(
      diagnose('wrong-constant', constant.range, facts, { fixes: otherConstant(constant, scope) }),
    );
  } else if (Array.isArray(type) && constant.kind === 'quoted') {
    reportOutsideSet(constant, name, type, scope);
  }
}

function reportOutsideSet(constant: QuotedNode, name: string, known: readonly string[], scope: Scope): void {
  const { value, valueRange } = constant;
  // A missing one compares as an empty text.
  if (value === '' || known.includes(value)) return;
  const fixes = proposeMeant(valueRange, scope.known.constantMeantBy(value, name, known));
  scope.report(diagnose('unknown-constant', constant.range, { name, value, known }, { fixes }));
}

/** `isError == "true"` means `isError`. */
function truthFix(
  { range, path, operator, constant }: ComparisonCondition,
  { source }: Scope,
): readonly Fix[] {
  const isTrue = ['true', '1'].includes(String(constant.value));
  const isFalse = ['false', '0'].includes(String(constant.value));
  if ((!isTrue && !isFalse) || (operator !== '==' && operator !== '!=')) return [];
  const name = source.slice(path.range.start, path.range.end);
  return [replaceWith(range, isTrue === (operator === '==') ? name : `!${name}`)];
}

/** A number in quotes for a text, a number without them for a number. */
function otherConstant(constant: QuotedNode | NumberNode, { source }: Scope): readonly Fix[] {
  const { start, end } = constant.range;
  if (constant.kind === 'number') return [replaceWith(constant.range, `"${source.slice(start, end)}"`)];
  return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(constant.value)
    ? [replaceWith(constant.range, constant.value)]
    : [];
}
