import type { SourceRange } from '../diagnostics/diagnostic.ts';
import { remove, replaceWith } from '../diagnostics/fixes/fix.ts';
import { formKey, formValue } from './form-places.ts';
import type { Landing, Output, Transition, Violation } from './output.ts';
import {
  namelessParameter,
  type PercentEscape,
  plusIsSpace,
  spanOf,
  stepPercent,
  valueAfterPercent,
} from './percent-escape.ts';

/**
 * The state inside a form: in the name of a parameter (before its `=`) or in its value. A parameter with neither `=`
 * nor literal text consists of values only, and would vanish if they are empty.
 */
interface FormState {
  readonly isInValue: boolean;
  readonly hasLiteral: boolean;
  /** From the first value to the last, if there is no literal text; their positions are not part of the key. */
  readonly values: SourceRange | undefined;
  readonly percent: PercentEscape;
  /** A line break at the end of the text so far, of which what follows tells the meaning; not part of the key. */
  readonly lineBreak: SourceRange | undefined;
  /** The start of the parameter in the source; not part of the key. */
  readonly since: number;
}

/** `application/x-www-form-urlencoded` as the WHATWG URL standard parses it. */
export const form: Output<FormState> = {
  name: 'form',
  start: () => parameterAt(0),
  advance,
  place,
  after: (state, range) => ({
    ...state,
    lineBreak: undefined,
    values: state.hasLiteral ? state.values : spanOf(state.values, range),
  }),
  end: (state, offset) => {
    if (state.values) return namelessParameter(state.values);
    return isWithoutValue(state) ? withoutEquals(state.since, offset) : undefined;
  },
  finish: ({ lineBreak }) => (lineBreak ? [lineBreakMeaning(lineBreak, '')] : []),
  merge: (one, other) => ({ ...one, lineBreak: one.lineBreak ?? other.lineBreak }),
  key: ({ isInValue, hasLiteral, values, percent }) =>
    `${isInValue ? '=' : ''}${hasLiteral ? 'a' : ''}${values ? '$' : ''}${percent}`,
};

function parameterAt(since: number): FormState {
  return { isInValue: false, hasLiteral: false, values: undefined, percent: '', lineBreak: undefined, since };
}

function advance(state: FormState, text: string, offset: number): Transition<FormState> {
  if (text === '') return { state };
  let run = state;
  let index = 0;
  const warnings = [
    ...(state.lineBreak ? [lineBreakMeaning(state.lineBreak, meantBefore(text))] : []),
    ...lineBreaks(text, offset),
    ...plusIsSpace(text, offset),
    ...blanksAround(text, offset, state.isInValue),
    ...otherSeparators(text, offset, state),
  ];
  for (;;) {
    const ampersand = text.indexOf('&', index);
    const part = text.slice(index, ampersand === -1 ? undefined : ampersand);
    const isFirst = !run.isInValue && !run.hasLiteral && !run.values;
    if (isFirst && part.startsWith('=')) warnings.push(withoutName(offset + index));
    run = part === '' ? run : advanceParameter(run, part);
    if (ampersand === -1) return { state: { ...run, lineBreak: lineBreakAtEnd(text, offset) }, warnings };
    if (isWithoutValue(run)) warnings.push(withoutEquals(run.since, offset + ampersand));
    if (run.values) return { violation: namelessParameter(run.values) };
    index = ampersand + 1;
    run = parameterAt(offset + index);
  }
}

function advanceParameter(state: FormState, part: string): FormState {
  let percent = state.percent;
  for (let index = Math.max(0, part.length - 2); index < part.length; index++) {
    percent = stepPercent(percent, part.charCodeAt(index));
  }
  return {
    isInValue: state.isInValue || part.includes('='),
    hasLiteral: true,
    values: undefined,
    percent,
    lineBreak: undefined,
    since: state.since,
  };
}

function isWithoutValue({ isInValue, hasLiteral }: FormState): boolean {
  return hasLiteral && !isInValue;
}

function withoutName(start: number): Violation {
  return { ...withoutEquals(start, start + 1), found: '`=` without a name' };
}

function withoutEquals(start: number, end: number): Violation {
  return { code: 'form-without-name', start, end, expected: '`name=value`', found: 'text without `=`' };
}

/** Warns about fields on several lines: nothing joins them, and a line break is a character like any other. */
function lineBreaks(text: string, offset: number): readonly Violation[] {
  return [...text.matchAll(/[\r\n]+/g)].flatMap(({ 0: { length }, index }) => {
    const rest = text.slice(index + length, index + length + 100);
    const isAfterField = text[index - 1] === '&';
    if (rest === '' && !isAfterField) return [];
    const range = { start: offset + index, end: offset + index + length };
    return lineBreakMeaning(range, isAfterField ? '' : meantBefore(rest));
  });
}

/** The line break that a text ends with, unless it stands after an `&`. */
function lineBreakAtEnd(text: string, offset: number): SourceRange | undefined {
  const { length } = text.replace(/[\r\n]+$/, '');
  if (length === text.length || text[length - 1] === '&') return undefined;
  return { start: offset + length, end: offset + text.length };
}

/** What a line break before this text stands for: nothing, the next field, or itself. */
function meantBefore(rest: string): string {
  if (rest.startsWith('&')) return '';
  return /^[\w.[\]-]+=/.test(rest) ? '&' : '%0A';
}

function lineBreakMeaning(range: SourceRange, meant: string): Violation {
  const fix = meant === '' ? remove(range, 'Remove the line break') : replaceWith(range, meant);
  const expected = meant === '' ? 'remove it' : `write \`${meant}\` instead`;
  return { code: 'form-line-break', ...range, expected, found: 'a line break', fixes: [fix] };
}

const name = '[\\w.[\\]-]{1,100}';
const blank = '[ \\t]{1,20}';
/** Blanks around an `&` before a name, and around the `=` after one. */
const betweenFields = new RegExp(`(?:${blank}&(?:${blank})?|&${blank})(?=${name}(?:${blank})?=)`, 'g');
const afterName = new RegExp(
  `(?<=(^|&)(?:${blank})?${name})(?:${blank}=(?:${blank}(?![ \\t&]))?|=${blank}(?![ \\t&]))`,
  'g',
);

/** Warns about blanks that were meant to make a form easier to read. */
function blanksAround(text: string, offset: number, isInValue: boolean): readonly Violation[] {
  if (!/[&=][ \t]|[ \t][&=]/.test(text)) return [];
  const inKeys = [...text.matchAll(afterName)].filter(([, before]) => before !== '' || !isInValue);
  return [...text.matchAll(betweenFields), ...inKeys].map(({ 0: found, index }) => {
    const range = { start: offset + index, end: offset + index + found.length };
    const meant = found.trim();
    const facts = { expected: `\`${meant}\``, found: `a blank beside \`${meant}\`` };
    return { code: 'form-blank', ...range, ...facts, fixes: [replaceWith(range, meant)] };
  });
}

const nextField = `(?=${name}=)`;
const semicolon = new RegExp(`;${nextField}`, 'g');
const escapedAmpersand = new RegExp(`&amp;${nextField}`, 'g');
const leadingMark = new RegExp(`^\\?${nextField}`);
const oneField = new RegExp(`^${name}=[^=\\s]*$`);

/** Warns about what separates parameters elsewhere: `&amp;` in HTML, `;` in old URLs, and the `?` before a query. */
function otherSeparators(text: string, offset: number, state: FormState): readonly Violation[] {
  const isBegin = offset === 0 && !state.isInValue && !state.hasLiteral;
  const ampersands = [...text.matchAll(escapedAmpersand)].map(({ 0: found, index }) =>
    separator(offset + index, found),
  );
  let from = 0;
  const semicolons = [...text.matchAll(semicolon)].flatMap(({ 0: found, index }) => {
    const before = text.slice(from, index);
    const field = before.slice(before.lastIndexOf('&') + 1);
    const isRest = from === 0 && state.isInValue && field === before;
    // In a text with blanks or with another `=`, it may be a semicolon.
    if (isRest ? /[=\s]/.test(field) : !oneField.test(field)) return [];
    from = index + 1;
    return separator(offset + index, found);
  });
  return [...(isBegin && leadingMark.test(text) ? [questionMark] : []), ...ampersands, ...semicolons];
}

function separator(start: number, written: string): Violation {
  const range = { start, end: start + written.length };
  const found = `\`${written}\``;
  const facts = { expected: `write \`&\` instead of ${found}`, found };
  return { code: 'form-separator', ...range, ...facts, fixes: [replaceWith(range, '&')] };
}

const questionMark: Violation = {
  code: 'form-separator',
  start: 0,
  end: 1,
  expected: 'leave out the `?`',
  found: '`?`',
  fixes: [remove({ start: 0, end: 1 }, 'Remove the `?`')],
};

function place({ percent, isInValue, lineBreak }: FormState): Landing {
  if (percent !== '') return { violation: valueAfterPercent(percent) };
  const warnings = lineBreak && [lineBreakMeaning(lineBreak, isInValue ? '%0A' : '')];
  return { place: isInValue ? formValue : formKey, ...(warnings && { warnings }) };
}
