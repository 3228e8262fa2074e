import type { Range } from '../diagnostics/diagnostic.ts';
import type { IllegalLetters, PatternItem } from './java-pattern.ts';

/**
 * Joins illegal letters with the legal ones of the same word, so that `at` and `Uhr` are one mistake each: single
 * letters that touch an illegal one belong to it, longer runs (`dd` of `ddTHH`) are fields. A `T` that stands alone
 * among fields separates date and time and joins nothing.
 */
export function joinWords(source: string, items: readonly PatternItem[]): readonly PatternItem[] {
  const joined: PatternItem[] = [];
  for (let start = 0; start < items.length; ) {
    let end = start;
    while (isLetters(items[end])) end++;
    joined.push(...joinRun(source, items.slice(start, end)), ...items.slice(end, end + 1));
    start = end + 1;
  }
  return joined;
}

function isLetters(item: PatternItem | undefined): boolean {
  return item?.kind === 'field' || item?.kind === 'illegal';
}

/** `run` is what stands between two characters that are no letters. */
function joinRun(source: string, run: readonly PatternItem[]): readonly PatternItem[] {
  const illegal = run.filter(item => item.kind === 'illegal');
  if (illegal.every(item => textOf(source, item.range) === 'T')) return run;
  const joined: PatternItem[] = [];
  for (let start = 0; start < run.length; ) {
    let end = start;
    while (joinsWord(run[end])) end++;
    const word = run.slice(start, end);
    if (word.some(item => item.kind === 'illegal')) joined.push(asOne(word));
    else joined.push(...word);
    joined.push(...run.slice(end, end + 1));
    start = end + 1;
  }
  return joined;
}

function joinsWord(item: PatternItem | undefined): boolean {
  return item?.kind === 'illegal' || (item?.kind === 'field' && item.count === 1);
}

/** Items that follow one another, as one. */
function asOne(word: readonly PatternItem[]): IllegalLetters {
  return {
    kind: 'illegal',
    range: { start: word.at(0)?.range.start ?? 0, end: word.at(-1)?.range.end ?? 0 },
  };
}

function textOf(source: string, range: Range): string {
  return source.slice(range.start, range.end);
}
