import { type Diagnostic, diagnose } from '../../diagnostics/diagnostic.ts';
import { editAll } from '../../diagnostics/fixes/fix.ts';
import type { JavaPattern } from './java-pattern.ts';
import { straightenQuotes } from './quote-edits.ts';

/**
 * The apostrophe of `h 'o'clock'`, which ends the quoted text too early: a closing quote between two letters, where
 * another quote is left over at the end.
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
