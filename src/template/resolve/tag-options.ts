import type { OptionNode, ValueNode } from '../../../grammar/tree.ts';
import { epochFormat, epochFormats } from '../../dates/format/epoch.ts';
import { parseJavaPattern } from '../../dates/pattern/java-pattern.ts';
import { validateDatePattern } from '../../dates/pattern/validate.ts';
import { resolveTimeZone } from '../../dates/zone/time-zone.ts';
import { type Diagnostic, diagnose, type Fix, type SourceRange } from '../../diagnostics/diagnostic.ts';
import { proposeMeant, remove, replaceWith } from '../../diagnostics/fixes/fix.ts';
import { validateDecimalPattern } from '../../numbers/validate.ts';
import { didYouMean } from '../../spelling/did-you-mean.ts';
import type { ValueOptions } from './program.ts';
import type { Scope } from './scope.ts';
import { formatNamesIn, textFormatNames } from './text-format.ts';
import type { Variable } from './variables.ts';

export const optionNames = ['format', 'null', 'default', 'max', 'scale', 'timezone'];

/** The options of a list. */
export const listOptionNames = ['max'];

/** StringTemplate's option for the text between the items of a list; here that text follows `$sep$`. */
export const separatorOption = 'separator';

/** The options of a value, checked against its variable if that is known; mistakes are reported. */
export function resolveOptions(node: ValueNode, variable: Variable | undefined, scope: Scope): ValueOptions {
  if (node.options.length === 0) return variable?.type === 'date' ? { timeZone: scope.timeZone } : {};
  const options = variable ? node.options : node.options.filter(({ name }) => name !== separatorOption);
  const given = givenOptions(options, scope);
  const common = insteadOfNothing(given);
  if (!variable) return common;
  const format = given.get('format');
  const max = given.get('max');
  const zone = given.get('timezone');
  const scale = given.get('scale');
  const isNumber = variable.type === 'number';
  if (scale && !isNumber) reportMisplaced('scale-without-number', scale, variable, scope);
  if (variable.type === 'date') {
    if (max) reportMisplaced('max-without-text', max, variable, scope);
    const timeZone = zone ? checkTimeZone(zone, scope) : scope.timeZone;
    if (!format) return { ...common, timeZone };
    checkDateFormat(format, node, timeZone, scope);
    return { ...common, format: format.value, timeZone };
  }
  if (zone) reportMisplaced('timezone-without-date', zone, variable, scope);
  // JSON is cut as text, but not where it has to stay JSON.
  const isCut = variable.type === 'json' && !formatNamesIn(format?.value ?? '').includes('json-encode');
  const isText = variable.type === 'string' || Array.isArray(variable.type) || isCut;
  if (max && !isText) reportMisplaced('max-without-text', max, variable, scope);
  const length = {
    ...(max && isText && { max: readMax(max, scope, 'text') }),
    ...(scale && isNumber && { scale: readScale(scale, scope) }),
  };
  if (!format) return { ...common, ...length };
  if (variable.type === 'number') {
    for (const problem of validateDecimalPattern(format.value, format.valueRange)) scope.report(problem);
  } else checkTextFormats(format, scope);
  return { ...common, ...length, format: format.value };
}

/** The options of a list or group that is written whole, with its mistakes. */
export function resolveWholeOptions(
  node: ValueNode,
  scope: Scope,
): { readonly options: ValueOptions; readonly mistakes: readonly Diagnostic[] } {
  const given = givenOptions(node.options, scope);
  const name = node.path.names.join('.');
  const mistakes = Array.from(given.values())
    .filter(option => option.name !== 'null' && option.name !== 'default')
    .map(option => {
      const fixes = [removeOption(node, option)];
      return diagnose('option-on-whole', option.range, { name, option: option.name }, { fixes });
    });
  return { options: { ...insteadOfNothing(given), timeZone: scope.timeZone }, mistakes };
}

/** How many items a list takes at most; mistakes are reported. */
export function resolveListOptions(options: readonly OptionNode[], scope: Scope): number | undefined {
  if (options.length === 0) return undefined;
  const max = givenOptions(options, scope, listOptionNames).get('max');
  return max && readMax(max, scope, 'items');
}

function insteadOfNothing(given: ReadonlyMap<string, OptionNode>): ValueOptions {
  const missing = given.get('null');
  const empty = given.get('default');
  return { ...(missing && { null: missing.value }), ...(empty && { default: empty.value }) };
}

function givenOptions(
  options: readonly OptionNode[],
  scope: Scope,
  known = optionNames,
): Map<string, OptionNode> {
  const given = new Map<string, OptionNode>();
  for (const option of options) {
    const { name, nameRange: range } = option;
    const earlier = given.get(name);
    if (!known.includes(name)) {
      const meant = didYouMean(name, known);
      scope.report(diagnose('unknown-option', range, { name, known }, { fixes: proposeMeant(range, meant) }));
    } else if (earlier) {
      const related = [{ range: earlier.range, message: 'It is already given here.' }];
      scope.report(diagnose('repeated-option', range, { name }, { related }));
    } else {
      given.set(name, option);
    }
  }
  return given;
}

function reportMisplaced(
  code: 'timezone-without-date' | 'max-without-text' | 'scale-without-number',
  { range }: OptionNode,
  variable: Variable,
  scope: Scope,
): void {
  scope.report(diagnose(code, range, { name: variable.path.join('.') }));
}

export function isMax(text: string): boolean {
  return /^[1-9]\d{0,8}$/.test(text);
}

/** Returns a length that is like others if it is invalid. */
function readMax({ value, valueRange }: OptionNode, scope: Scope, of: 'text' | 'items'): number {
  if (isMax(value)) return Number(value);
  const fixes = withoutBlanks(value, valueRange, isMax);
  scope.report(diagnose('invalid-max', valueRange, { value, of }, { fixes }));
  return maxTaken;
}

/** More than any other `max`. */
const maxTaken = 1_000_000_000;

/** More places than any double or text that is a number has. */
const maxPlaces = 400;

/** Returns `0` if it is not a number of places. */
function readScale({ value, valueRange }: OptionNode, scope: Scope): number {
  const isScale = (text: string) => /^[+-]?\d{1,3}$/.test(text) && Math.abs(Number(text)) <= maxPlaces;
  if (isScale(value)) return Number(value);
  const fixes = withoutBlanks(value, valueRange, isScale);
  scope.report(diagnose('invalid-scale', valueRange, { value }, { fixes }));
  return 0;
}

/** Removes the blanks around the value of an option, if nothing else is wrong with it. */
function withoutBlanks(
  value: string,
  range: SourceRange,
  isRight: (text: string) => boolean,
): readonly Fix[] {
  const text = value.trim();
  return isRight(text) ? [replaceWith(range, text, 'Remove the blanks around it')] : [];
}

function checkDateFormat(format: OptionNode, node: ValueNode, timeZone: string, scope: Scope): void {
  const { value, valueRange } = format;
  if (epochFormat(value)) return;
  if (/^epoch/i.test(value)) {
    scope.report(unknownFormat(value, valueRange, Object.keys(epochFormats)));
    return;
  }
  const pattern = parseJavaPattern(value);
  for (const problem of validateDatePattern(pattern, { offset: valueRange.start, timeZone }))
    scope.report(problem);
  if (pattern.items.every(({ kind }) => kind === 'text')) {
    const fixes = [removeOption(node, format)];
    scope.report(diagnose('no-date-field', format.range, { pattern: value }, { fixes }));
  }
}

function checkTextFormats({ value, valueRange }: OptionNode, scope: Scope): void {
  const names = [...value.matchAll(/\S+/g)];
  if (names.length === 0) scope.report(unknownFormat(value, valueRange));
  for (const { 0: name, index } of names) {
    const start = valueRange.start + index;
    if (!textFormatNames.includes(name))
      scope.report(unknownFormat(name, { start, end: start + name.length }));
  }
}

function unknownFormat(format: string, range: SourceRange, known = textFormatNames): Diagnostic {
  const fixes = proposeMeant(range, didYouMean(format, known));
  return diagnose('unknown-format', range, { format, known }, { fixes });
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

/** A fix that removes an option together with its separator. */
export function removeOption({ path, options }: ValueNode, option: OptionNode): Fix {
  const index = options.indexOf(option);
  const next = options[index + 1];
  const before = options[index - 1]?.range.end ?? path.range.end;
  const range =
    index === 0 && next
      ? { start: option.range.start, end: next.range.start }
      : { start: before, end: option.range.end };
  return remove(range, 'Remove the option');
}
