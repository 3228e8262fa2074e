import type { SourceRange } from '../../diagnostics/diagnostic.ts';

/** A text with each of some ranges replaced, which may overlap and are in any order. */
export function replaceRanges(
  text: string,
  ranges: readonly SourceRange[],
  replace: (piece: string) => string,
): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end } of merged(ranges)) {
    pieces.push(text.slice(at, start), replace(text.slice(start, end)));
    at = end;
  }
  return pieces.join('') + text.slice(at);
}

/** In their order, those that overlap as one. */
function merged(ranges: readonly SourceRange[]): readonly SourceRange[] {
  const found: { start: number; end: number }[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = found.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else if (start < end) found.push({ start, end });
  }
  return found;
}

/** What is left of a range without others, which are in their order and apart. */
export function withoutRanges(
  { start, end }: SourceRange,
  others: readonly SourceRange[],
): readonly SourceRange[] {
  const left: SourceRange[] = [];
  let at = start;
  for (const other of others) {
    if (other.end <= at || other.start >= end) continue;
    if (other.start > at) left.push({ start: at, end: other.start });
    at = other.end;
  }
  if (at < end) left.push({ start: at, end });
  return left;
}
