import { spacedValueTag } from '../../../grammar/recovery/tag-patterns.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { editAll, insertAt } from '../../diagnostics/fixes/fix.ts';
import type { Repair } from './repairs-near.ts';

/** In characters, before and after a mistake. */
const farthest = 400;
/** Values and text without any of JSON's punctuation. */
const run = new RegExp(String.raw`(?:${spacedValueTag}|[^"{}[\],:\n$])+`, 'g');

/** Values and text in a row where JSON takes one value: quotes around them make one text of it all. */
export function quoteTogether(diagnostics: readonly Diagnostic[], source: string): readonly Repair[] {
  return diagnostics.flatMap(diagnostic => {
    const { start } = diagnostic.range;
    const from = Math.max(0, start - farthest);
    const found = [...source.slice(from, start + farthest).matchAll(run)].find(
      ({ 0: text, index }) => from + index <= start && start < from + index + text.length,
    );
    const text = found?.[0].trim() ?? '';
    // A comment is not part of a text.
    if (!found || !/\s|\$./.test(text) || /\/[/*]/.test(text)) return [];
    const first = from + found.index + found[0].indexOf(text);
    const quotes = [first, first + text.length].flatMap(at => insertAt(at, '"').edits);
    return [{ diagnostic, fix: editAll('Put it in quotes', quotes), cost: 0, distance: 0 }];
  });
}
