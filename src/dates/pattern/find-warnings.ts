import { type Diagnostic, diagnose } from '../../diagnostics/diagnostic.ts';
import { editAll, replaceWith, safe } from '../../diagnostics/fixes/fix.ts';
import { isUtc, resolveTimeZone } from '../zone/time-zone.ts';
import { marksHalf, straightenQuotes, touches } from './find-errors.ts';
import type { FieldLetter, JavaPattern, PatternField, PatternItem } from './java-pattern.ts';

/** Warns about patterns that compile but were probably not meant; ranges count from the pattern's start. */
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
    // In `HH:MM:SS` all letters are capitals for the same reason.
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

/** Java prints milliseconds as a number at any width: only with three digits do they read as a fraction of a second. */
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
  // Next to 24-hour fields, or to the marker, morning and evening are clear.
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
  // Next to a week number it is right, unless a complete date stands there too.
  const hasWeek = fields.some(field => field.letter === 'w');
  const isDate = months.size > 0 && hasDay && !hasYear;
  if ((hasWeek && !isDate) || growsTogether(neighbours(), years, ['y'])) return [];
  return [replaceLetter(pattern, 'week-year-with-date', first, 'y', others)];
}

/** Warns about a calendar year with the number of a week, if nothing else determines the day. */
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

/** One diagnostic at the first of the fields, with a fix that replaces the letter of all of them. */
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

/** The fields of a pattern, with their probable meanings. */
interface Reading {
  readonly pattern: JavaPattern;
  readonly fields: readonly PatternField[];
  /** Computed on demand: patterns without suspicious fields do not need it. */
  readonly neighbours: () => Neighbours;
  /** Fields meant as months, including those written as minutes, but not months meant as minutes. */
  readonly months: ReadonlySet<PatternField>;
  /** Fields written with the wrong letter, with the letter that was meant. */
  readonly mistaken: ReadonlyMap<PatternField, FieldLetter>;
}

/** The letters of fields by their end and start offsets. */
interface Neighbours {
  readonly endingAt: ReadonlyMap<number, FieldLetter>;
  readonly startingAt: ReadonlyMap<number, FieldLetter>;
}

function readFields(pattern: JavaPattern): Reading {
  const fields = pattern.items.filter(item => item.kind === 'field');
  let found: Neighbours | undefined;
  const neighbours = () => (found ??= findNeighbours(fields));
  const mistaken = new Map<PatternField, FieldLetter>();
  for (const [field, meaning] of readMonthsAndMinutes(pattern)) {
    const letter = meaning === 'month' ? 'M' : 'm';
    // A month in words is never meant as minutes.
    const word = field.letter === 'M' && field.count > 2;
    if (meaning === undefined || field.letter === letter || word) continue;
    if (!growsTogether(neighbours(), [field], [letter])) mistaken.set(field, letter);
  }
  const months = new Set(fields.filter(field => isMonth(mistaken.get(field) ?? field.letter)));
  const reading = { pattern, fields, neighbours, months, mistaken };
  const hasWeekday = fields.some(({ letter }) => letter === 'E');
  for (const field of fields.filter(isWide)) mistaken.set(field, hasWeekday ? 'd' : 'E');
  for (const field of mistakenDays(reading)) mistaken.set(field, 'd');
  for (const field of mistakenSeconds(reading)) mistaken.set(field, 's');
  return reading;
}

function isMonth(letter: FieldLetter): boolean {
  return letter === 'M' || letter === 'L';
}

function findNeighbours(fields: readonly PatternField[]): Neighbours {
  return {
    endingAt: new Map(fields.map(({ range, letter }) => [range.end, letter])),
    startingAt: new Map(fields.map(({ range, letter }) => [range.start, letter])),
  };
}

/**
 * Whether any of the fields is next to a field with one of the letters: with that letter it would merge with its
 * neighbour. Nobody writes such patterns; they are left alone.
 */
function growsTogether(
  neighbours: Neighbours,
  fields: readonly PatternField[],
  letters: readonly FieldLetter[],
): boolean {
  return fields.some(({ range }) => {
    const touched = [neighbours.endingAt.get(range.start), neighbours.startingAt.get(range.end)];
    return touched.some(letter => letter !== undefined && letters.includes(letter));
  });
}

/** In other languages `dddd` is the weekday; days have two digits. */
function isWide({ letter, count }: PatternField): boolean {
  return letter === 'd' && count > 2;
}

/** A day of the year usually has three letters; next to a day of the month it may really be meant. */
function mistakenDays({ fields, months }: Reading): readonly PatternField[] {
  if (fields.some(field => field.letter === 'd' && !isWide(field))) return [];
  return fields.filter((field, index) => {
    const nextToMonth = [fields[index - 1], fields[index + 1]].some(other => other && months.has(other));
    return field.letter === 'D' && field.count <= 2 && nextToMonth;
  });
}

/** `SS` right after minutes, if there are no seconds. */
function mistakenSeconds({ pattern, fields, mistaken }: Reading): readonly PatternField[] {
  if (fields.some(({ letter }) => letter === 's')) return [];
  const index = fields.findIndex(({ letter }) => letter === 'S');
  const [before, field] = [fields[index - 1], fields[index]];
  if (before === undefined || field === undefined || field.count > 2) return [];
  const areMinutes = (mistaken.get(before) ?? before.letter) === 'm';
  const gap = pattern.source.slice(before.range.end, field.range.start);
  return areMinutes && [':', '.', ''].includes(gap) ? [field] : [];
}

/** The meaning that the position of an `m` or `M` suggests; undefined if its neighbours do not tell. */
type Meaning = 'minutes' | 'month' | undefined;

const hourLetters: readonly FieldLetter[] = ['H', 'h', 'k', 'K'];
const dateLetters: readonly FieldLetter[] = ['y', 'Y', 'L', 'd', 'D', 'E', 'u', 'F', 'w', 'W', 'G'];
const neutralLetters: readonly FieldLetter[] = ['a', 'z', 'Z', 'X'];

/** Separators between the parts of a date, but not between date and time. */
const tightSeparators: readonly string[] = ['', '-', '/', '.'];

/**
 * For every `m` and `M`, determines the meaning of its position, whichever of the two is written there. Hours before it
 * or seconds after it suggest minutes, a field of a date on either side suggests a month; if both apply, the separators
 * decide. The letters themselves never count, so that fixing one does not change the others.
 */
function readMonthsAndMinutes(pattern: JavaPattern): ReadonlyMap<PatternField, Meaning> {
  const meanings = new Map<PatternField, Meaning>();
  const fields = pattern.items.filter(item => item.kind === 'field').filter(field => !isNeutral(field));
  for (const [index, field] of fields.entries()) {
    if (isAmbiguous(field))
      meanings.set(field, meaningOf(pattern, field, fields[index - 1], fields[index + 1]));
  }
  return meanings;
}

function isNeutral(field: PatternField): boolean {
  return neutralLetters.includes(field.letter);
}

/** Fields whose letter is often confused with the other one. */
function isAmbiguous(field: PatternField): boolean {
  return field.letter === 'm' || field.letter === 'M';
}

function meaningOf(
  pattern: JavaPattern,
  field: PatternField,
  before?: PatternField,
  after?: PatternField,
): Meaning {
  const hours = is(before, hourLetters);
  const time = hours || is(after, ['s', 'S']);
  const dateBefore = is(before, dateLetters);
  if (!dateBefore && !is(after, dateLetters)) return time ? 'minutes' : undefined;
  if (!time) return 'month';
  const gapBefore = pattern.source.slice(before?.range.end, field.range.start);
  const gapAfter = pattern.source.slice(field.range.end, after?.range.start);
  const [timeGap, dateGap] = dateBefore ? [gapAfter, gapBefore] : [gapBefore, gapAfter];
  if (timeGap.includes(':')) return 'minutes';
  return tightSeparators.includes(dateGap) && !tightSeparators.includes(timeGap) ? 'month' : undefined;
}

function is(field: PatternField | undefined, letters: readonly FieldLetter[]): boolean {
  return field !== undefined && letters.includes(field.letter);
}

/** Hours, their halves and zones are left out: they may be repeated for good reasons, such as two clocks. */
const onceAtMost = 'GyYMLwWdFEumsS';

/** Warns about fields that print the same as an earlier one. */
function repeatedFields(reading: Reading): readonly Diagnostic[] {
  const hasWeek = reading.fields.some(({ letter }) => letter === 'w');
  const forms = reading.fields.map(field => formOf(field, reading, hasWeek));
  if (new Set(forms).size === forms.length) return [];
  const earlier = new Map<string, PatternField>();
  const hasTwoClocks = [/[hK]/, /[Hk]/].every(clock =>
    reading.fields.some(({ letter }) => clock.test(letter)),
  );
  const hasMilliseconds = reading.fields.some(({ letter }) => letter === 'S');
  return reading.fields.flatMap((field, index) => {
    const key = forms[index] ?? '';
    const first = earlier.get(key);
    if (first === undefined) earlier.set(key, field);
    if (first === undefined || !onceAtMost.includes(key.charAt(0)) || (hasTwoClocks && /[msS]/.test(key)))
      return [];
    const letters = reading.pattern.source.slice(field.range.start, field.range.end);
    const related = [{ range: first.range, message: 'The same is already printed here.' }];
    const isFraction = !hasMilliseconds && followsSeconds(field, index, reading);
    const fixes = isFraction ? [replaceWith(field.range, 'SSS')] : [];
    return [diagnose('repeated-date-field', field.range, { letters }, { related, fixes })];
  });
}

/** The letter that was meant, and whether it prints a word. */
function formOf(field: PatternField, { mistaken }: Reading, hasWeek: boolean): string {
  const meant = mistaken.get(field) ?? field.letter;
  // The year of the week differs only if there is a week.
  const letter = meant === 'Y' && !hasWeek ? 'y' : meant === 'L' ? 'M' : meant;
  return letter === 'M' && field.count > 2 ? 'M word' : letter;
}

/** Whether these are the milliseconds in `ss.sss`. */
function followsSeconds(field: PatternField, index: number, { pattern, fields }: Reading): boolean {
  const before = fields[index - 1];
  const gap = pattern.source.slice(before?.range.end, field.range.start);
  return field.letter === 's' && before?.letter === 's' && /^[.,:]$/.test(gap);
}
