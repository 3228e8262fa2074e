import type { SourceRange } from '../../diagnostics/diagnostic.ts';

/** A parsed pattern. The ranges of its items are adjacent and cover the source. */
export interface JavaPattern {
  readonly source: string;
  readonly items: readonly PatternItem[];
  /** Offsets of the typographic quotes that act as `'`. */
  readonly typographicQuotes: readonly number[];
  /** The item whose quote is not closed; there is at most one. */
  readonly unclosed: UnclosedText | undefined;
}

/** ISO 8601 with offset: the default format of dates. */
export const isoPattern = "yyyy-MM-dd'T'HH:mm:ssXXX";

/** The letters of `SimpleDateFormat`. */
const fieldLetters = [
  'G',
  'y',
  'Y',
  'M',
  'L',
  'w',
  'W',
  'D',
  'd',
  'F',
  'E',
  'u',
  'a',
  'H',
  'k',
  'K',
  'h',
  'm',
  's',
  'S',
  'z',
  'Z',
  'X',
] as const;
export type FieldLetter = (typeof fieldLetters)[number];
const fieldLetterSet: ReadonlySet<string> = new Set(fieldLetters);

/**
 * Parses a `SimpleDateFormat` pattern; never throws. The typographic quotes `‘` and `’` act as `'` where they open text
 * or close text opened by one of them; inside a pair of straight quotes they are text, as in Java.
 */
export function parseJavaPattern(source: string): JavaPattern {
  const items: PatternItem[] = [];
  const typographicQuotes: number[] = [];
  for (let start = 0; start < source.length; ) {
    const item = isQuote(source[start])
      ? readQuoted(source, start, typographicQuotes)
      : readRun(source, start);
    items.push(item);
    start = item.range.end;
  }
  const unclosed = items.find(item => item.kind === 'unclosed');
  return { source, items: joinWords(source, items), typographicQuotes, unclosed };
}

/** Whether a character opens quoted text. */
function isQuote(character: string | undefined): boolean {
  return isStraightQuote(character) || isTypographicQuote(character);
}

function isStraightQuote(character: string | undefined): boolean {
  return character === "'";
}

function isTypographicQuote(character: string | undefined): boolean {
  return character === '‘' || character === '’';
}

/** A run of one letter, or everything up to the next letter or quote. */
function readRun(source: string, start: number): PatternItem {
  const first = source.charAt(start);
  let end = start + 1;
  if (!isLetter(first)) {
    while (end < source.length && !isLetter(source.charAt(end)) && !isQuote(source[end])) end++;
    return { kind: 'text', text: source.slice(start, end), range: { start, end }, enclosed: false };
  }
  while (source[end] === first) end++;
  return isFieldLetter(first)
    ? { kind: 'field', letter: first, count: end - start, range: { start, end } }
    : { kind: 'illegal', range: { start, end } };
}

function isLetter(character: string): boolean {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}

function isFieldLetter(letter: string): letter is FieldLetter {
  return fieldLetterSet.has(letter);
}

/** Reads the quoted text that begins at `start`, and adds its typographic quotes to `typographic`. */
function readQuoted(source: string, start: number, typographic: number[]): PatternItem {
  const { text, end, quotes, form } = readEnclosed(source, start);
  const used = quotes.filter(at => isTypographicQuote(source[at]));
  if (form === 'unclosed') return unclosedText(source, start, used);
  for (const at of used) typographic.push(at);
  return { kind: 'text', text, range: { start, end }, enclosed: form === 'enclosed' };
}

interface Quoted {
  readonly text: string;
  readonly end: number;
  /** Offsets of everything that acts as a quote, straight or typographic. */
  readonly quotes: readonly number[];
  readonly form: 'enclosed' | 'doubled' | 'unclosed';
}

function readEnclosed(source: string, start: number): Quoted {
  const closes = isStraightQuote(source[start]) ? isStraightQuote : isQuote;
  if (closes(source[start + 1])) {
    return { text: "'", end: start + 2, quotes: [start, start + 1], form: 'doubled' };
  }
  const quotes = [start];
  let text = '';
  for (let at = start + 1; at < source.length; at++) {
    if (!closes(source[at])) {
      text += source[at];
      continue;
    }
    quotes.push(at);
    if (!isQuote(source[at + 1])) return { text, end: at + 1, quotes, form: 'enclosed' };
    at++;
    quotes.push(at);
    text += "'";
  }
  return { text, end: source.length, quotes, form: 'unclosed' };
}

/**
 * In `'THH:mm` and `'T’HH:mm`, the quote was meant to end after the `T`, if it is the last of the pattern; any other
 * quote is assumed to extend to the end.
 */
function unclosedText(source: string, start: number, used: readonly number[]): UnclosedText {
  const separator = /^T(?:[‘’]|(?=HH|hh|kk|KK|[HhkK](?![A-Za-z])))[^'‘’]*$/.test(source.slice(start + 1));
  if (!separator) {
    return {
      kind: 'unclosed',
      range: { start, end: source.length },
      typographicQuotes: used,
      closing: undefined,
    };
  }
  const closing = isTypographicQuote(source[start + 2]) ? start + 2 : undefined;
  const opening = isTypographicQuote(source[start]) ? [start] : [];
  return {
    kind: 'unclosed',
    range: { start, end: closing === undefined ? start + 2 : closing + 1 },
    typographicQuotes: closing === undefined ? opening : [...opening, closing],
    closing,
  };
}

/** A run of one pattern letter: `yyyy`. */
export interface PatternField {
  readonly kind: 'field';
  readonly letter: FieldLetter;
  readonly count: number;
  readonly range: SourceRange;
}

/** Literal text: quoted text, a doubled quote, or characters that are not letters. */
interface PatternText {
  readonly kind: 'text';
  readonly text: string;
  readonly range: SourceRange;
  /** Whether it is enclosed in a pair of quotes; a doubled quote outside such a pair is not. */
  readonly enclosed: boolean;
}

/** Letters without a meaning, together with legal letters of the same word: `at`, `T`. */
export interface IllegalLetters {
  readonly kind: 'illegal';
  readonly range: SourceRange;
}

/** Text with an unclosed quote. `range` starts at the quote and ends where it was most probably meant to be closed. */
export interface UnclosedText {
  readonly kind: 'unclosed';
  readonly range: SourceRange;
  /** Offsets of the typographic quotes that would act as `'` if it were closed. */
  readonly typographicQuotes: readonly number[];
  /** The last of them, if it was meant to close the text. */
  readonly closing: number | undefined;
}

export type PatternItem = PatternField | PatternText | IllegalLetters | UnclosedText;

/** Whether an item is an offset that is longer than any that Java prints. */
export function isLongOffset(item: PatternItem): boolean {
  return item.kind === 'field' && item.letter === 'X' && item.count > 3;
}

/** Whether a formatter can print an item. */
export function isPrintable(item: PatternItem): item is PatternField | PatternText {
  return item.kind === 'text' || (item.kind === 'field' && !isLongOffset(item));
}

/**
 * Merges illegal letters with legal ones of the same word, so that `at` and `Uhr` are one mistake each: single letters
 * next to an illegal one belong to it, longer runs (`dd` of `ddTHH`) are fields. A lone `T` is not a word: it separates
 * date and time.
 */
function joinWords(source: string, items: readonly PatternItem[]): readonly PatternItem[] {
  if (!items.some(item => item.kind === 'illegal')) return items;
  const runs: (readonly PatternItem[])[] = [];
  for (let start = 0; start < items.length; ) {
    let end = start;
    while (isLetters(items[end])) end++;
    runs.push(joinRun(source, items.slice(start, end)), items.slice(end, end + 1));
    start = end + 1;
  }
  return runs.flat();
}

function isLetters(item: PatternItem | undefined): boolean {
  return item?.kind === 'field' || item?.kind === 'illegal';
}

/** `run` contains the items between two characters that are not letters. */
function joinRun(source: string, run: readonly PatternItem[]): readonly PatternItem[] {
  const words: (readonly PatternItem[])[] = [];
  for (let start = 0; start < run.length; ) {
    let end = start;
    while (joinsWord(run[end])) end++;
    const word = run.slice(start, end);
    words.push(isWord(source, word) ? [asOne(word)] : word, run.slice(end, end + 1));
    start = end + 1;
  }
  return words.flat();
}

function joinsWord(item: PatternItem | undefined): boolean {
  return item?.kind === 'illegal' || (item?.kind === 'field' && item.count === 1);
}

/** Whether it contains a letter other than `T`, which makes it a word. */
function isWord(source: string, items: readonly PatternItem[]): boolean {
  return items.some(item => item.kind === 'illegal' && textOf(source, item.range) !== 'T');
}

/** Merges adjacent items. */
function asOne(word: readonly PatternItem[]): IllegalLetters {
  return {
    kind: 'illegal',
    range: { start: word.at(0)?.range.start ?? 0, end: word.at(-1)?.range.end ?? 0 },
  };
}

function textOf(source: string, range: SourceRange): string {
  return source.slice(range.start, range.end);
}
