import type { SourceRange } from '../src/diagnostics/diagnostic.ts';

/** A source, and the ranges that are marked in it: `«like this»`, and `«»` for an empty one. They may be nested. */
export function unmarkAll(marked: string): {
  readonly source: string;
  readonly ranges: readonly SourceRange[];
} {
  let source = '';
  const starts: number[] = [];
  const ranges: SourceRange[] = [];
  for (const character of marked) {
    if (character === '«') starts.push(source.length);
    else if (character === '»') ranges.push({ start: starts.pop() ?? 0, end: source.length });
    else source += character;
  }
  return { source, ranges: ranges.toSorted((a, b) => a.start - b.start || a.end - b.end) };
}

/** A source, and the one range that is marked in it. */
export function unmark(marked: string): { readonly source: string; readonly range: SourceRange } {
  const { source, ranges } = unmarkAll(marked);
  const [range] = ranges;
  if (range === undefined || ranges.length > 1) throw new Error('Not one range is marked.');
  return { source, range };
}
