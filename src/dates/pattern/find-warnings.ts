import { type Diagnostic, diagnose } from '../../diagnostics/diagnostic.ts';
import { editAll, replaceWith, safe } from '../../diagnostics/fixes/fix.ts';
import { isUtc, resolveTimeZone } from '../zone/time-zone.ts';
import { touches } from './find-errors.ts';
import type { FieldLetter, PatternField, PatternItem } from './item.ts';
import type { JavaPattern } from './java-pattern.ts';
import { readMonthsAndMinutes } from './months-and-minutes.ts';
import { straightenQuotes } from './quote-edits.ts';

/** What compiles but was probably not meant; ranges count from the pattern's start. */
export function findPatternWarnings(pattern: JavaPattern, timeZone: string): readonly Diagnostic[] {
  const reading = readFields(pattern);
  return [
    ...typographicQuotes(pattern),
    ...hoursWithoutHalf(reading),
    ...monthsAndMinutes(reading),
    ...daysOfYear(reading),
    ...weekYears(reading),
    ...quotedZ(pattern, timeZone),
  ];
}

/** The fields of a pattern, and what they seem to be meant for. */
interface Reading {
  readonly pattern: JavaPattern;
  readonly fields: readonly PatternField[];
  /** Made when it is first asked for: patterns without suspicion do not need it. */
  readonly neighbours: () => Neighbours;
  /** Months, also those that are written as minutes; without what is written as a month but meant as minutes. */
  readonly months: ReadonlySet<PatternField>;
  /** Fields that are written with the letter of another field, and the letter that was meant. */
  readonly mistaken: ReadonlyMap<PatternField, FieldLetter>;
}

/** The letters of fields by where they end and start. */
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
    // A month that is a word is never meant as minutes.
    const word = field.letter === 'M' && field.count > 2;
    if (meaning === undefined || field.letter === letter || word) continue;
    if (!growsTogether(neighbours(), [field], [letter])) mistaken.set(field, letter);
  }
  const months = new Set(fields.filter(field => ['M', 'L'].includes(mistaken.get(field) ?? field.letter)));
  for (const field of mistakenDays(fields, months)) mistaken.set(field, 'd');
  return { pattern, fields, neighbours, months, mistaken };
}

function findNeighbours(fields: readonly PatternField[]): Neighbours {
  return {
    endingAt: new Map(fields.map(({ range, letter }) => [range.end, letter])),
    startingAt: new Map(fields.map(({ range, letter }) => [range.start, letter])),
  };
}

/**
 * Whether any of the fields touches a field of one of the letters: written with that letter it would become one with
 * its neighbour. Nobody writes such patterns; they are left alone.
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

/** Three letters are the usual width of a day of the year; next to a day of the month it may be meant. */
function mistakenDays(
  fields: readonly PatternField[],
  months: ReadonlySet<PatternField>,
): readonly PatternField[] {
  if (fields.some(field => field.letter === 'd')) return [];
  return fields.filter((field, index) => {
    const nextToMonth = [fields[index - 1], fields[index + 1]].some(other => other && months.has(other));
    return field.letter === 'D' && field.count <= 2 && nextToMonth;
  });
}

function monthsAndMinutes({ pattern, mistaken }: Reading): readonly Diagnostic[] {
  return [...mistaken].flatMap(([field, letter]) => {
    if (letter === 'd') return [];
    const code = letter === 'M' ? 'minutes-among-date-fields' : 'month-among-time-fields';
    return [replaceLetter(pattern, code, field, letter)];
  });
}

function daysOfYear({ pattern, mistaken }: Reading): readonly Diagnostic[] {
  return [...mistaken].flatMap(([field, letter]) =>
    letter === 'd' ? [replaceLetter(pattern, 'day-of-year-with-month', field, 'd')] : [],
  );
}

function hoursWithoutHalf({ pattern, fields, neighbours }: Reading): readonly Diagnostic[] {
  // Hours of the 24-hour clock next to them, or the marker, tell morning from evening.
  if (fields.some(field => ['a', 'H', 'k'].includes(field.letter))) return [];
  const hours = fields.filter(field => field.letter === 'h' || field.letter === 'K');
  const [first, ...others] = hours;
  if (first === undefined || growsTogether(neighbours(), hours, ['h', 'K'])) return [];
  return [replaceLetter(pattern, 'hour-without-am-pm', first, 'H', others)];
}

function weekYears({ pattern, fields, neighbours, months, mistaken }: Reading): readonly Diagnostic[] {
  const years = fields.filter(field => field.letter === 'Y');
  const [first, ...others] = years;
  const hasDay = fields.some(field => (mistaken.get(field) ?? field.letter) === 'd');
  const hasYear = fields.some(field => field.letter === 'y');
  // Next to a calendar year and a week number, the week year is what was meant.
  const deliberate = hasYear && fields.some(field => field.letter === 'w');
  if (first === undefined || months.size === 0 || !hasDay || deliberate) return [];
  if (growsTogether(neighbours(), years, ['y'])) return [];
  return [replaceLetter(pattern, 'week-year-with-date', first, 'y', others)];
}

type ReplacedLetter =
  | 'hour-without-am-pm'
  | 'week-year-with-date'
  | 'minutes-among-date-fields'
  | 'month-among-time-fields'
  | 'day-of-year-with-month';

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
