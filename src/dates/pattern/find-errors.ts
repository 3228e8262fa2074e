import { type Diagnostic, diagnose, type Fix, type SourceRange } from '../../diagnostics/diagnostic.ts';
import { editAll, remove, replaceWith, safe } from '../../diagnostics/fixes/fix.ts';
import type { IllegalLetters, PatternItem, UnclosedText } from './item.ts';
import type { JavaPattern } from './java-pattern.ts';
import { closeQuote, quoteItem, straightenQuotes } from './quote-edits.ts';

/** Quoting illegal letters is proposed as long as all such fixes together edit no more typographic quotes. */
const mostQuoteEdits = 100;

/** What keeps a pattern from being compiled; ranges count from the pattern's start. */
export function findPatternErrors(pattern: JavaPattern): readonly Diagnostic[] {
  if (pattern.items.every(isLegal)) return [];
  const illegalCount = pattern.items.filter(item => item.kind === 'illegal').length;
  // Every such fix edits all typographic quotes: in a pattern full of both, that would grow with the square.
  const quotable = illegalCount * straightenQuotes(pattern).length <= mostQuoteEdits;
  const isClock =
    marksHalf(pattern) && pattern.items.some(item => item.kind === 'field' && /[hK]/.test(item.letter));
  return pattern.items.flatMap((item, index) => {
    if (item.kind === 'illegal') {
      // Quoted, the whole pattern would print itself, and `hh:mm 'A'` an `A` in the afternoon too.
      const isQuotable = quotable && pattern.items.length > 1 && !(isClock && isHalf(pattern, item));
      return [illegalLetters(pattern, item, isQuotable ? [quoteFix(pattern, item, index)] : [])];
    }
    if (item.kind === 'unclosed') return [unclosedQuote(pattern, item)];
    return isLegal(item) ? [] : [longOffset(pattern, item.range)];
  });
}

function isLegal(item: PatternItem): boolean {
  return item.kind === 'text' || (item.kind === 'field' && !(item.letter === 'X' && item.count > 3));
}

/** Letters of other dialects (Unicode's, moment's, java.time's) that have a neutral Java letter. */
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

/** Words that other languages write where Java has letters. */
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
  // A `T` is always the separator of ISO 8601; a word, or any letter next to a lost quote, may be meant otherwise.
  return letters === 'T' && pattern.unclosed === undefined ? safe(fix) : fix;
}

/** The Java letters for a run of one foreign letter, unless they would grow together with their neighbours. */
function javaLetter(pattern: JavaPattern, range: SourceRange): string | undefined {
  const letters = textOf(pattern, range);
  const isOne = new Set(letters).size === 1;
  const meant = isOne ? javaLetters.get(letters.charAt(0)) : javaWords.get(letters.toLowerCase());
  return meant === undefined || touches(pattern, range, meant.charAt(0)) ? undefined : meant;
}

/** Whether letters of another dialect say AM or PM. */
export function marksHalf(pattern: JavaPattern): boolean {
  return pattern.items.some(item => item.kind === 'illegal' && isHalf(pattern, item));
}

function isHalf(pattern: JavaPattern, { range }: IllegalLetters): boolean {
  return javaLetter(pattern, range) === 'a';
}

/** Whether the character before or after a range is `letter`: the same letter written there would make one field. */
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
