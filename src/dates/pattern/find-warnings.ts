import { type Diagnostic, diagnose } from '../../diagnostics/diagnostic.ts';
import { editAll, replaceWith, safe } from '../../diagnostics/fixes/fix.ts';
import { isUtc, resolveTimeZone } from '../zone/time-zone.ts';
import { marksHalf, touches } from './find-errors.ts';
import type { FieldLetter, PatternField, PatternItem } from './item.ts';
import type { JavaPattern } from './java-pattern.ts';
import { straightenQuotes } from './quote-edits.ts';
import { growsTogether, isWide, type Reading, readFields } from './read-fields.ts';
import { repeatedFields } from './repeated-fields.ts';

/** What compiles but was probably not meant; ranges count from the pattern's start. */
export function findPatternWarnings(pattern: JavaPattern, timeZone: string): readonly Diagnostic[] {
  const reading = readFields(pattern);
  return [
    ...typographicQuotes(pattern),
    ...hoursWithoutHalf(reading),
    ...monthsAndMinutes(reading),
    ...days(reading),
    ...milliseconds(reading),
    ...weekYears(reading),
    ...yearsOfWeeks(reading),
    ...repeatedFields(reading),
    ...quotedZ(pattern, timeZone),
  ];
}

function monthsAndMinutes({ pattern, fields, mistaken }: Reading): readonly Diagnostic[] {
  if (mistaken.size === 0) return [];
  return fields.flatMap((field, index) => {
    const letter = mistaken.get(field);
    if (letter !== 'm' && letter !== 'M') return [];
    const next = fields[index + 1];
    // In `HH:MM:SS` all letters are capitals for one reason.
    const isTime = letter === 'm' && next && mistaken.get(next) === 's';
    if (isTime) return [replaceTime(pattern, field, next)];
    const code = letter === 'M' ? 'minutes-among-date-fields' : 'month-among-time-fields';
    return [replaceLetter(pattern, code, field, letter)];
  });
}

/** `MM:SS` becomes `mm:ss`. */
function replaceTime(pattern: JavaPattern, minutes: PatternField, seconds: PatternField): Diagnostic {
  const range = { start: minutes.range.start, end: seconds.range.end };
  const letters = pattern.source.slice(range.start, range.end);
  const replacement = letters.toLowerCase();
  const fixes = [replaceWith(range, replacement)];
  return diagnose('month-among-time-fields', range, { letters, replacement }, { fixes });
}

function days({ pattern, fields, mistaken }: Reading): readonly Diagnostic[] {
  if (mistaken.size === 0) return [];
  const hasWeekday = fields.some(field => field.letter === 'E');
  return [...mistaken].flatMap(([field, letter]) => {
    if (letter === 'd' && !isWide(field))
      return [replaceLetter(pattern, 'day-of-year-with-month', field, 'd')];
    if (!isWide(field)) return [];
    const replacement = hasWeekday ? 'dd' : 'E'.repeat(Math.min(field.count, 4));
    return [rewrite(pattern, 'day-wider-than-two', field, replacement)];
  });
}

/** Java prints milliseconds as a number, whatever their width: only three digits are a fraction of a second. */
function milliseconds({ pattern, fields, mistaken }: Reading): readonly Diagnostic[] {
  if (!fields.some(({ letter }) => letter === 'S')) return [];
  return fields.flatMap((field, index) => {
    if (field.letter !== 'S' || (field.count === 3 && !mistaken.has(field))) return [];
    if (!mistaken.has(field)) return [rewrite(pattern, 'milliseconds-not-three', field, 'SSS')];
    const before = fields[index - 1];
    return before && mistaken.has(before)
      ? []
      : [replaceLetter(pattern, 'milliseconds-as-seconds', field, 's')];
  });
}

function rewrite(
  pattern: JavaPattern,
  code: 'day-wider-than-two' | 'milliseconds-not-three',
  { range }: PatternField,
  replacement: string,
): Diagnostic {
  const letters = pattern.source.slice(range.start, range.end);
  return diagnose(code, range, { letters, replacement }, { fixes: [replaceWith(range, replacement)] });
}

function hoursWithoutHalf({ pattern, fields, neighbours }: Reading): readonly Diagnostic[] {
  // Hours of the 24-hour clock next to them, or the marker, tell morning from evening.
  if (fields.some(({ letter }) => letter === 'a' || letter === 'H' || letter === 'k') || marksHalf(pattern))
    return [];
  if (pattern.items.some(item => item.kind === 'text' && /o['’]clock/i.test(item.text))) return [];
  const hours = fields.filter(field => field.letter === 'h' || field.letter === 'K');
  const [first, ...others] = hours;
  if (first === undefined || growsTogether(neighbours(), hours, ['h', 'K'])) return [];
  return [replaceLetter(pattern, 'hour-without-am-pm', first, 'H', others)];
}

function weekYears({ pattern, fields, neighbours, months, mistaken }: Reading): readonly Diagnostic[] {
  const years = fields.filter(field => field.letter === 'Y');
  const [first, ...others] = years;
  if (first === undefined) return [];
  const hasDay = fields.some(field => (mistaken.get(field) ?? field.letter) === 'd');
  const hasYear = fields.some(field => field.letter === 'y');
  // Next to a week number it is right, unless that is told besides a whole date.
  const hasWeek = fields.some(field => field.letter === 'w');
  const isDate = months.size > 0 && hasDay && !hasYear;
  if ((hasWeek && !isDate) || growsTogether(neighbours(), years, ['y'])) return [];
  return [replaceLetter(pattern, 'week-year-with-date', first, 'y', others)];
}

/** The calendar year with the number of a week, and nothing else that says which day it is. */
function yearsOfWeeks({ pattern, fields, neighbours, mistaken }: Reading): readonly Diagnostic[] {
  if (!fields.some(field => field.letter === 'w')) return [];
  const years = fields.filter(field => field.letter === 'y');
  const [first, ...others] = years;
  const isTold = fields.some(field => 'YMLmdD'.includes(mistaken.get(field) ?? field.letter));
  if (first === undefined || isTold || growsTogether(neighbours(), years, ['Y'])) return [];
  return [replaceLetter(pattern, 'calendar-year-with-week', first, 'Y', others)];
}

type ReplacedLetter =
  | 'hour-without-am-pm'
  | 'week-year-with-date'
  | 'minutes-among-date-fields'
  | 'month-among-time-fields'
  | 'day-of-year-with-month'
  | 'milliseconds-as-seconds'
  | 'calendar-year-with-week';

/** One diagnostic at the first of the fields, whose fix writes all of them with another letter. */
function replaceLetter(
  pattern: JavaPattern,
  code: ReplacedLetter,
  first: PatternField,
  letter: FieldLetter,
  others: readonly PatternField[] = [],
): Diagnostic {
  const letters = pattern.source.slice(first.range.start, first.range.end);
  const replacement = letter.repeat(first.count);
  const edits = [first, ...others].map(({ range, count }) => ({ range, text: letter.repeat(count) }));
  const fix = editAll(`Write \`${replacement}\``, edits);
  return diagnose(code, first.range, { letters, replacement }, { fixes: [fix] });
}

function quotedZ(pattern: JavaPattern, timeZone: string): readonly Diagnostic[] {
  const claims = pattern.items.filter(item => claimsUtc(pattern, item));
  const zone = claims.length === 0 ? undefined : resolveTimeZone(timeZone);
  if (zone === undefined || isUtc(zone)) return [];
  return claims
    .filter(({ range }) => !touches(pattern, range, 'X'))
    .map(({ range }) =>
      diagnose('literal-z-outside-utc', range, { timeZone }, { fixes: [replaceWith(range, 'XXX')] }),
    );
}

/** Whether an item is a quoted `Z`, closed or not. */
function claimsUtc({ source }: JavaPattern, item: PatternItem): boolean {
  if (item.kind === 'unclosed') return source.slice(item.range.start + 1, item.range.end) === 'Z';
  return item.kind === 'text' && item.enclosed && item.text === 'Z';
}

function typographicQuotes(pattern: JavaPattern): readonly Diagnostic[] {
  const [first, ...others] = pattern.typographicQuotes;
  if (first === undefined) return [];
  const quote = pattern.source.charAt(first);
  const related = others.map(at => ({ range: { start: at, end: at + 1 }, message: 'Another one is here.' }));
  const fixes = [safe(editAll("Write `'`", straightenQuotes(pattern)))];
  return [
    diagnose('typographic-date-quote', { start: first, end: first + 1 }, { quote }, { related, fixes }),
  ];
}
