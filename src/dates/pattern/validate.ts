import {
  type Diagnostic,
  diagnose,
  type Edit,
  type Fix,
  type SourceRange,
} from '../../diagnostics/diagnostic.ts';
import { editAll, remove, replaceWith, safe } from '../../diagnostics/fixes/fix.ts';
import { isUtc, resolveTimeZone } from '../zone/time-zone.ts';
import {
  type FieldLetter,
  type IllegalLetters,
  isLongOffset,
  isoPattern,
  isPrintable,
  type JavaPattern,
  type PatternField,
  type PatternItem,
  type UnclosedText,
} from './java-pattern.ts';

/** The position of a pattern, and the zone of its dates. */
export interface DatePatternPlace {
  /** The offset of the pattern in its source, in UTF-16 code units; it is added to ranges. */
  readonly offset: number;
  /** The zone for formatting. An unknown name is not reported here. */
  readonly timeZone: string;
}

/** Nobody reads more about one pattern. Errors come first; the rest appears once they are fixed. */
const maxDiagnostics = 100;

/**
 * The mistakes in a Java date pattern, in the order of the source: errors for patterns that `SimpleDateFormat` refuses,
 * warnings for those that were probably not meant. Never throws.
 */
export function validateDatePattern(pattern: JavaPattern, place: DatePatternPlace): Diagnostic[] {
  return findAll(pattern, place.timeZone)
    .slice(0, maxDiagnostics)
    .map(diagnostic => moved(diagnostic, place.offset))
    .sort((a, b) => a.range.start - b.range.start);
}

function findAll(pattern: JavaPattern, timeZone: string): readonly Diagnostic[] {
  // If the pattern is of another language, or an apostrophe was taken for a quote, the rest is misread as well: other
  // mistakes appear once that is fixed.
  const only = findForeignPattern(pattern) ?? findApostrophe(pattern);
  if (only) return [only];
  return [...findPatternErrors(pattern), ...findPatternWarnings(pattern, timeZone)];
}

function moved(diagnostic: Diagnostic, by: number): Diagnostic {
  return {
    ...diagnostic,
    range: movedRange(diagnostic.range, by),
    related: diagnostic.related.map(related => ({ ...related, range: movedRange(related.range, by) })),
    fixes: diagnostic.fixes.map(fix => ({
      ...fix,
      edits: fix.edits.map(edit => ({ ...edit, range: movedRange(edit.range, by) })),
    })),
  };
}

function movedRange(range: SourceRange, by: number): SourceRange {
  return { start: range.start + by, end: range.end + by };
}

/* Patterns of other languages */

/** Java letters for the conversions of `strftime`. */
const conversions: ReadonlyMap<string, string> = new Map([
  ['Y', 'yyyy'],
  ['y', 'yy'],
  ['G', 'YYYY'],
  ['m', 'MM'],
  ['B', 'MMMM'],
  ['b', 'MMM'],
  ['h', 'MMM'],
  ['d', 'dd'],
  ['e', 'd'],
  ['j', 'DDD'],
  ['A', 'EEEE'],
  ['a', 'EEE'],
  ['u', 'u'],
  ['V', 'ww'],
  ['H', 'HH'],
  ['I', 'hh'],
  ['M', 'mm'],
  ['S', 'ss'],
  ['L', 'SSS'],
  ['f', 'SSS'],
  ['p', 'a'],
  ['z', 'Z'],
  ['Z', 'z'],
  ['F', 'yyyy-MM-dd'],
  ['T', 'HH:mm:ss'],
  ['R', 'HH:mm'],
  ['D', 'MM/dd/yy'],
]);

/** Names of whole formats in libraries of other languages. */
const names: ReadonlyMap<string, string> = new Map([
  ['lt', 'h:mm a'],
  ['lts', 'h:mm:ss a'],
  ['iso', isoPattern],
  ['iso8601', isoPattern],
  ['iso_8601', isoPattern],
  ['iso-8601', isoPattern],
  ['rfc3339', isoPattern],
  ['unix', 'epoch-seconds'],
  ['%s', 'epoch-seconds'],
  ['timestamp', 'epoch-seconds'],
]);

/** The single mistake of a pattern that does not use Java's letters at all; undefined for all others. */
function findForeignPattern({ source, items }: JavaPattern): Diagnostic | undefined {
  const name = source.trim();
  // A quote left over at the end is part of the same mistake.
  const [first, ...others] = items.filter(
    ({ kind, range }) => kind !== 'unclosed' || range.end - range.start > 1,
  );
  const isWord = others.length === 0 && first?.kind === 'illegal' && first.range.end - first.range.start > 1;
  const isConverted = isStrftime(source);
  const java = names.get(name) ?? (isConverted ? fromStrftime(source) : names.get(name.toLowerCase()));
  if (!isWord && !isConverted && java === undefined) return undefined;
  const range = { start: 0, end: source.length };
  const isReadable = items.every(({ kind }) => kind === 'field' || kind === 'text');
  const code = isReadable ? 'foreign-date-pattern' : 'foreign-date-letters';
  const fixes = java === undefined ? [] : [replaceWith(range, java)];
  return diagnose(code, range, { pattern: source, java }, { fixes });
}

/** Whether each letter has a percent sign before it: `%Y-%m-%d`. */
function isStrftime(source: string): boolean {
  return /%[-_0^#]?[A-Za-z](?![A-Za-z])/.test(source) && !/(?:^|[^%])([yYMdDHhmsSE])\1/.test(source);
}

/** The equivalent Java pattern, if it has all the fields. */
export function fromStrftime(source: string): string | undefined {
  let java = '';
  for (const [part, flag, letter, other] of source.matchAll(
    /%([-_0^#]?)([A-Za-z%])|([A-Za-z']+)|[^%A-Za-z']+|%/g,
  )) {
    if (other !== undefined) java += other === "'" ? "''" : `'${other.replaceAll("'", "''")}'`;
    else if (letter === undefined) java += part;
    else if (letter === '%') java += '%';
    else {
      const field = conversions.get(letter);
      if (field === undefined) return undefined;
      // Without padding, as in `%-d`.
      java += flag === '-' ? field.replace(/^(?:MM|dd|HH|hh|mm|ss)$/, each => each.charAt(0)) : field;
    }
  }
  return java;
}

/* What `SimpleDateFormat` refuses */

/** Quoting illegal letters is proposed only if all these fixes together edit no more typographic quotes than this. */
const maxQuoteEdits = 100;

/** Finds the reasons why a pattern cannot be compiled; ranges count from the pattern's start. */
function findPatternErrors(pattern: JavaPattern): readonly Diagnostic[] {
  if (pattern.items.every(isPrintable)) return [];
  const illegalCount = pattern.items.filter(item => item.kind === 'illegal').length;
  // Each such fix edits all typographic quotes: in a pattern full of both, the work would grow with the square.
  const quotable = illegalCount * straightenQuotes(pattern).length <= maxQuoteEdits;
  const isClock =
    marksHalf(pattern) && pattern.items.some(item => item.kind === 'field' && /[hK]/.test(item.letter));
  return pattern.items.flatMap((item, index) => {
    if (item.kind === 'illegal') {
      // With the whole pattern quoted, it would print itself, and `hh:mm 'A'` would print an `A` in the afternoon too.
      const isQuotable = quotable && pattern.items.length > 1 && !(isClock && isHalf(pattern, item));
      return [illegalLetters(pattern, item, isQuotable ? [quoteFix(pattern, item, index)] : [])];
    }
    if (item.kind === 'unclosed') return [unclosedQuote(pattern, item)];
    return isLongOffset(item) ? [longOffset(pattern, item.range)] : [];
  });
}

/** Letters of other dialects (Unicode, moment, java.time) that have a neutral equivalent in Java. */
const javaLetters: ReadonlyMap<string, string> = new Map([
  ['f', 'SSS'],
  ['A', 'a'],
  ['b', 'a'],
  ['B', 'a'],
  ['t', 'a'],
  ['x', 'XXX'],
  ['O', 'XXX'],
  ['V', 'z'],
  ['v', 'z'],
]);

/** Words that other languages use instead of Java's letters. */
const javaWords: ReadonlyMap<string, string> = new Map([
  ['mon', 'MMM'],
  ['month', 'MMMM'],
  ['day', 'EEEE'],
  ['dy', 'EEE'],
  ['am', 'a'],
  ['pm', 'a'],
]);

function illegalLetters(pattern: JavaPattern, item: IllegalLetters, quoting: readonly Fix[]): Diagnostic {
  const letters = textOf(pattern, item.range);
  const meant = javaLetter(pattern, item.range);
  const fixes = meant === undefined ? quoting : [replaceWith(item.range, meant), ...quoting];
  return diagnose('illegal-date-letter', item.range, { letters, meant }, { fixes });
}

function quoteFix(pattern: JavaPattern, item: IllegalLetters, index: number): Fix {
  const letters = textOf(pattern, item.range);
  const fix = editAll(`Quote it: \`'${letters}'\``, quoteItem(pattern, index));
  // A `T` is always the separator of ISO 8601; a word, or any letter next to an unclosed quote, may be meant
  // differently.
  return letters === 'T' && pattern.unclosed === undefined ? safe(fix) : fix;
}

/** The Java letters for a run of one foreign letter, unless they would merge with their neighbours. */
function javaLetter(pattern: JavaPattern, range: SourceRange): string | undefined {
  const letters = textOf(pattern, range);
  const isOne = new Set(letters).size === 1;
  const meant = isOne ? javaLetters.get(letters.charAt(0)) : javaWords.get(letters.toLowerCase());
  return meant === undefined || touches(pattern, range, meant.charAt(0)) ? undefined : meant;
}

/** Whether letters of another dialect stand for AM or PM. */
function marksHalf(pattern: JavaPattern): boolean {
  return pattern.items.some(item => item.kind === 'illegal' && isHalf(pattern, item));
}

function isHalf(pattern: JavaPattern, { range }: IllegalLetters): boolean {
  return javaLetter(pattern, range) === 'a';
}

/** Whether the character before or after a range is `letter`, so that writing that letter there would merge them. */
function touches(pattern: JavaPattern, range: SourceRange, letter: string): boolean {
  return pattern.source[range.start - 1] === letter || pattern.source[range.end] === letter;
}

function unclosedQuote(pattern: JavaPattern, item: UnclosedText): Diagnostic {
  const { start, end } = item.range;
  const quote = { start, end: start + 1 };
  const text = pattern.source.slice(start + 1, end);
  const fix =
    text === ''
      ? remove(quote, 'Remove the quote')
      : editAll(`Close it: \`'${text}'\``, closeQuote(pattern, item));
  return diagnose('unclosed-date-quote', quote, {}, { fixes: [fix] });
}

function longOffset(pattern: JavaPattern, range: SourceRange): Diagnostic {
  return diagnose(
    'date-offset-too-long',
    range,
    { letters: textOf(pattern, range) },
    { fixes: [replaceWith(range, 'XXX')] },
  );
}

function textOf(pattern: JavaPattern, range: SourceRange): string {
  return pattern.source.slice(range.start, range.end);
}

/**
 * The apostrophe in `h 'o'clock'`, which ends the quoted text too early: a closing quote between two letters, with
 * another quote left over at the end.
 */
function findApostrophe(pattern: JavaPattern): Diagnostic | undefined {
  const { source, items, unclosed } = pattern;
  const enclosed = items.findLast(item => item.kind === 'text' && item.enclosed);
  if (enclosed === undefined || unclosed === undefined) return undefined;
  const { end } = enclosed.range;
  if (!/^[A-Za-z]['‘’][A-Za-z]+['‘’]$/.test(source.slice(end - 2, unclosed.range.start + 1)))
    return undefined;
  const isWord = items.some(
    ({ kind, range }) => kind === 'illegal' && range.start >= end && source[range.start] !== 'T',
  );
  if (!isWord) return undefined;
  const edits = [...straightenQuotes(pattern), { range: { start: end, end }, text: "'" }];
  const fixes = [editAll("Write `''`", edits)];
  return diagnose('apostrophe-in-date-text', { start: end - 1, end }, {}, { fixes });
}

/**
 * Edits that replace all typographic quotes of a pattern by straight ones. All at once: a straight quote next to a
 * typographic one would pair differently.
 */
function straightenQuotes(pattern: JavaPattern): readonly Edit[] {
  return [...pattern.typographicQuotes, ...(pattern.unclosed?.typographicQuotes ?? [])].map(at => ({
    range: { start: at, end: at + 1 },
    text: "'",
  }));
}

/**
 * Edits that quote the item at `index`, and merge it with adjacent quoted text. Unclosed text is closed as well, or it
 * would end at the first added quote.
 */
function quoteItem(pattern: JavaPattern, index: number): readonly Edit[] {
  const item = pattern.items[index];
  if (item === undefined) return [];
  const { start, end } = item.range;
  const others =
    pattern.unclosed === undefined ? straightenQuotes(pattern) : closeQuote(pattern, pattern.unclosed);
  const ends = [
    isQuoted(pattern.items[index - 1]) ? removeQuote(start - 1) : insertQuote(start),
    isQuoted(pattern.items[index + 1]) ? removeQuote(end) : insertQuote(end),
  ];
  const removed = ends.filter(edit => edit.text === '').map(edit => edit.range.start);
  return [
    ...others.filter(edit => edit.range.end === edit.range.start || !removed.includes(edit.range.start)),
    ...ends,
  ];
}

/** Edits that close the pattern's unclosed text; a typographic quote at its end becomes the closing one. */
function closeQuote(pattern: JavaPattern, { range, closing }: UnclosedText): readonly Edit[] {
  const edits = straightenQuotes(pattern);
  return closing === undefined ? [...edits, insertQuote(range.end)] : edits;
}

function isQuoted(item: PatternItem | undefined): boolean {
  return item?.kind === 'unclosed' || (item?.kind === 'text' && item.enclosed);
}

function removeQuote(at: number): Edit {
  return { range: { start: at, end: at + 1 }, text: '' };
}

function insertQuote(at: number): Edit {
  return { range: { start: at, end: at }, text: "'" };
}

/* What was probably not meant */

/** Warns about patterns that compile but were probably not meant; ranges count from the pattern's start. */
function findPatternWarnings(pattern: JavaPattern, timeZone: string): readonly Diagnostic[] {
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
