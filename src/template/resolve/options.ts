import type { OptionNode, ValueNode } from '../../../grammar/tree.ts';
import { parseJavaPattern } from '../../dates/pattern/java-pattern.ts';
import { validateDatePattern } from '../../dates/pattern/validate.ts';
import { resolveTimeZone } from '../../dates/zone/time-zone.ts';
import { type Diagnostic, diagnose } from '../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../diagnostics/fixes/did-you-mean.ts';
import { proposeMeant } from '../../diagnostics/fixes/fix.ts';
import type { ValueOptions } from './program.ts';
import { removeOption } from './remove-option.ts';
import type { Scope } from './scope.ts';
import { isTextFormat, textFormats } from './text-format.ts';
import type { Variable } from './variables.ts';

const optionNames = ['format', 'null', 'timezone'];

/** The options of a value, checked against its variable where that is known; what is wrong is reported. */
export function resolveOptions(node: ValueNode, variable: Variable | undefined, scope: Scope): ValueOptions {
  if (node.options.length === 0) return variable?.type === 'date' ? { timeZone: scope.timeZone } : {};
  const given = givenOptions(node, scope);
  const missing = given.get('null');
  const common = missing ? { null: missing.value } : {};
  const format = given.get('format');
  const zone = given.get('timezone');
  if (variable?.type !== 'date') {
    if (variable && zone) reportZoneWithoutDate(zone, variable, scope);
    if (!format || !variable) return common;
    checkTextFormat(format, scope);
    return { ...common, format: format.value };
  }
  const timeZone = zone ? checkTimeZone(zone, scope) : scope.timeZone;
  if (!format) return { ...common, timeZone };
  for (const problem of validateDatePattern(format.value, { offset: format.valueRange.start, timeZone })) {
    scope.report(problem);
  }
  if (parseJavaPattern(format.value).items.every(({ kind }) => kind === 'text')) {
    const fixes = [removeOption(node, format)];
    scope.report(diagnose('no-date-field', format.range, { pattern: format.value }, { fixes }));
  }
  return { ...common, format: format.value, timeZone };
}

function givenOptions(node: ValueNode, scope: Scope): Map<string, OptionNode> {
  const given = new Map<string, OptionNode>();
  for (const option of node.options) {
    const { name, nameRange: range } = option;
    const earlier = given.get(name);
    if (!optionNames.includes(name)) {
      const meant = didYouMean(name, optionNames);
      scope.report(diagnose('unknown-option', range, { name }, { fixes: proposeMeant(range, meant) }));
    } else if (earlier) {
      const related = [{ range: earlier.range, message: 'It is already given here.' }];
      scope.report(diagnose('repeated-option', range, { name }, { related }));
    } else {
      given.set(name, option);
    }
  }
  return given;
}

function reportZoneWithoutDate({ range }: OptionNode, variable: Variable, scope: Scope): void {
  scope.report(diagnose('timezone-without-date', range, { name: variable.path.join('.') }));
}

function checkTextFormat({ value, valueRange }: OptionNode, scope: Scope): void {
  if (isTextFormat(value)) return;
  const known = Object.keys(textFormats);
  const meant = didYouMean(value, known);
  const fixes = proposeMeant(valueRange, meant);
  scope.report(diagnose('unknown-format', valueRange, { format: value, known }, { fixes }));
}

/** The zone of the option, or UTC if it is unknown. */
function checkTimeZone({ value, valueRange }: OptionNode, scope: Scope): string {
  if (resolveTimeZone(value)) return value;
  scope.report(explainTimeZone(value, scope.known.zoneMeantBy(value), valueRange));
  return 'UTC';
}

export function explainTimeZone(
  zone: string,
  meant: string | undefined,
  range: Diagnostic['range'],
): Diagnostic {
  const fixes = proposeMeant(range, meant);
  return diagnose('unknown-time-zone', range, { name: zone, suggestion: meant }, { fixes });
}
