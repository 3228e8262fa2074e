import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import type { IllegalLetters, PatternItem } from './item.ts';

/**
 * Joins illegal letters with the legal ones of the same word, so that `at` and `Uhr` are one mistake each: single
 * letters that touch an illegal one belong to it, longer runs (`dd` of `ddTHH`) are fields. A `T`
 * does not make a word by itself: it separates date and time.
 */
export function joinWords(source: string, items: readonly PatternItem[]): readonly PatternItem[] {
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

/** `run` is what is between two characters that are not letters. */
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

/** Whether a letter other than `T` makes it a word. */
function isWord(source: string, items: readonly PatternItem[]): boolean {
  return items.some(item => item.kind === 'illegal' && textOf(source, item.range) !== 'T');
}

/** Items that follow one another, as one. */
function asOne(word: readonly PatternItem[]): IllegalLetters {
  return {
    kind: 'illegal',
    range: { start: word.at(0)?.range.start ?? 0, end: word.at(-1)?.range.end ?? 0 },
  };
}

function textOf(source: string, range: SourceRange): string {
  return source.slice(range.start, range.end);
}
