import type { Budget } from '../budget.ts';
import type { SourceRange } from '../diagnostic.ts';
import type { SourceLines } from './source-lines.ts';
import { type Cell, cellUnits, visibleCells } from './visible-cells.ts';

/** A line of a source with its marks, or a gap between two such lines. */
export type SnippetRow = SnippetLine | { readonly kind: 'gap' };

interface SnippetLine {
  readonly kind: 'line';
  /** Counted from 0. */
  readonly line: number;
  readonly text: string;
  /** Spaces and marks under the text; empty if nothing is marked. */
  readonly marks: string;
}

/** The marks of an excerpt. */
export interface Marking {
  readonly sign: '^' | '-' | '+';
  /** Whether an empty range is marked, too, by a single character. */
  readonly marksEmpty: boolean;
  /** Pays for the work; if it cannot, there are no rows. */
  readonly budget: Budget;
}

/** Longer lines are cropped to this many columns around the marked range. */
const widestLine = 100;
const contextBefore = 30;
/** The number of code units examined on either side; characters seldom have more than four. */
const reach = widestLine * 4;
const cropSign = '…';

/** The lines of a few ranges in a source; for a range over many lines, the first and the last. */
export function snippet(
  source: string,
  lines: SourceLines,
  ranges: readonly SourceRange[],
  marking: Marking,
): SnippetRow[] {
  const spans = ranges.map(range => {
    const first = lines.lineAt(range.start);
    return { range, first, last: lines.lineAt(Math.max(range.start, range.end - 1)) };
  });
  const shown = new Set(
    spans.flatMap(({ first, last }) => (last - first === 2 ? [first, first + 1, last] : [first, last])),
  );
  const rows: SnippetRow[] = [];
  let previous: number | undefined;
  for (const line of [...shown].sort((a, b) => a - b)) {
    if (previous !== undefined && line > previous + 1) rows.push({ kind: 'gap' });
    const whole = lines.rangeOf(line);
    const here = spans.filter(({ first, last }) => first <= line && line <= last);
    const marked = here.map(({ range }) => partOn(source, whole, range));
    const cells = cellsAround(source, whole, marked, marking.budget);
    if (cells.length === 0) return [];
    const visibleMarks = marked.filter(({ start, end }) => start < end || marking.marksEmpty);
    rows.push(lineOf(line, cells, visibleMarks, marking.sign));
    previous = line;
  }
  return rows;
}

/** The marked part of a range on a line; without the indentation, if the range began on an earlier line. */
function partOn(source: string, line: SourceRange, { start, end }: SourceRange): SourceRange {
  const isContinued = start < line.start;
  const blanks = isContinued
    ? source.slice(line.start, Math.min(line.end, line.start + reach)).search(/\S|$/)
    : 0;
  const from = isContinued ? line.start + blanks : Math.min(start, line.end);
  return { start: from, end: Math.max(from, Math.min(end, line.end)) };
}

interface PlacedCell extends Cell {
  readonly end: number;
}

/** The characters of a line to show, and the empty cell after its last one; none beyond the budget. */
function cellsAround(
  source: string,
  line: SourceRange,
  marked: readonly SourceRange[],
  budget: Budget,
): PlacedCell[] {
  const from = Math.min(line.end, ...marked.map(({ start }) => start));
  const to = Math.min(from + reach, Math.max(from, ...marked.map(({ end }) => end)));
  const start = Math.max(line.start, from - reach);
  const end = Math.min(line.end, to + reach);
  const near = source.slice(start, end);
  if (!budget.trySpending(cellUnits(near))) return [];
  const found = visibleCells(near);
  const cells = found.map(({ start: at, text, width }, index): PlacedCell => {
    return { start: start + at, end: start + (found[index + 1]?.start ?? end - start), text, width };
  });
  const cropped = crop(cells, from);
  const first = cropped[0]?.start ?? start;
  const last = cropped.at(-1)?.end ?? end;
  const before = first > line.start ? [{ start: -1, end: -1, text: cropSign, width: 1 }] : [];
  const behind = last < line.end ? cropSign : '';
  return [...before, ...cropped, { start: last, end: last + 1, text: behind, width: 1 }];
}

/** As many characters as fit on a line, some of them before the one at `from`. */
function crop(cells: readonly PlacedCell[], from: number): readonly PlacedCell[] {
  const room = widestLine - 2;
  const at = Math.max(
    0,
    cells.findIndex(({ end }) => end > from),
  );
  const widths = (part: readonly Cell[]) => part.reduce((sum, { width }) => sum + width, 0);
  const behind = widths(cells.slice(at));
  let first = at;
  let left = Math.max(contextBefore, room - behind);
  for (let width = 0; first > 0; first--) {
    width += cells[first - 1]?.width ?? 0;
    if (width > left) break;
  }
  let end = first;
  for (left = room; end < cells.length; end++) {
    left -= cells[end]?.width ?? 0;
    if (left < 0) break;
  }
  return cells.slice(first, end);
}

function lineOf(
  line: number,
  cells: readonly PlacedCell[],
  marks: readonly SourceRange[],
  sign: string,
): SnippetLine {
  const under = cells.map(cell => {
    const mark = marks.find(({ start, end }) => start < cell.end && Math.max(end, start + 1) > cell.start);
    return (mark ? sign.repeat(mark.end > mark.start ? cell.width : 1) : '').padEnd(cell.width);
  });
  const text = cells.map(cell => cell.text).join('');
  return { kind: 'line', line, text: text.trimEnd(), marks: under.join('').trimEnd() };
}
