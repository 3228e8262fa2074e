import type { Edit } from '../../diagnostics/diagnostic.ts';
import type { PatternItem, UnclosedText } from './item.ts';
import type { JavaPattern } from './java-pattern.ts';

/**
 * Edits that make every typographic quote of a pattern straight. All at once: one of them straight and its neighbour
 * not would pair them differently.
 */
export function straightenQuotes(pattern: JavaPattern): readonly Edit[] {
  return [...pattern.typographicQuotes, ...(pattern.unclosed?.typographicQuotes ?? [])].map(at => ({
    range: { start: at, end: at + 1 },
    text: "'",
  }));
}

/**
 * Edits that quote the item at `index`, joining it with quoted text that it touches. Unclosed text is closed as
 * well, or it would end at the first quote that is added.
 */
export function quoteItem(pattern: JavaPattern, index: number): readonly Edit[] {
  const item = pattern.items[index];
  if (item === undefined) return [];
  const { start, end } = item.range;
  const others =
    pattern.unclosed === undefined ? straightenQuotes(pattern) : closeQuote(pattern, pattern.unclosed);
  const ends = [
    isQuoted(pattern.items[index - 1]) ? remove(start - 1) : insert(start),
    isQuoted(pattern.items[index + 1]) ? remove(end) : insert(end),
  ];
  const removed = ends.filter(edit => edit.text === '').map(edit => edit.range.start);
  return [
    ...others.filter(edit => edit.range.end === edit.range.start || !removed.includes(edit.range.start)),
    ...ends,
  ];
}

/** Edits that close the pattern's unclosed text; a typographic quote at its end becomes the closing one. */
export function closeQuote(pattern: JavaPattern, { range, closing }: UnclosedText): readonly Edit[] {
  const edits = straightenQuotes(pattern);
  return closing === undefined ? [...edits, insert(range.end)] : edits;
}

function isQuoted(item: PatternItem | undefined): boolean {
  return item?.kind === 'unclosed' || (item?.kind === 'text' && item.enclosed);
}

function remove(at: number): Edit {
  return { range: { start: at, end: at + 1 }, text: '' };
}

function insert(at: number): Edit {
  return { range: { start: at, end: at }, text: "'" };
}
