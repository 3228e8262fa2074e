import type { Edit } from '../../diagnostics/diagnostic.ts';
import { type Diagnostic, diagnose, type Fix, type SourceRange } from '../../diagnostics/diagnostic.ts';
import { editAll, remove, replaceWith, safe } from '../../diagnostics/fixes/fix.ts';
import {
  type IllegalLetters,
  isLongOffset,
  isPrintable,
  type JavaPattern,
  type PatternItem,
  type UnclosedText,
} from './java-pattern.ts';

/** Quoting illegal letters is proposed only if all these fixes together edit no more typographic quotes than this. */
const mostQuoteEdits = 100;

/** Finds the reasons why a pattern cannot be compiled; ranges count from the pattern's start. */
export function findPatternErrors(pattern: JavaPattern): readonly Diagnostic[] {
  if (pattern.items.every(isPrintable)) return [];
  const illegalCount = pattern.items.filter(item => item.kind === 'illegal').length;
  // Each such fix edits all typographic quotes: in a pattern full of both, the work would grow with the square.
  const quotable = illegalCount * straightenQuotes(pattern).length <= mostQuoteEdits;
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
export function marksHalf(pattern: JavaPattern): boolean {
  return pattern.items.some(item => item.kind === 'illegal' && isHalf(pattern, item));
}

function isHalf(pattern: JavaPattern, { range }: IllegalLetters): boolean {
  return javaLetter(pattern, range) === 'a';
}

/** Whether the character before or after a range is `letter`, so that writing that letter there would merge them. */
export function touches(pattern: JavaPattern, range: SourceRange, letter: string): boolean {
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
export function findApostrophe(pattern: JavaPattern): Diagnostic | undefined {
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
export function straightenQuotes(pattern: JavaPattern): readonly Edit[] {
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
