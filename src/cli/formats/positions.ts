import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import { SourceLines } from '../../diagnostics/frame/source-lines.ts';

/** Line and column count from 1, the column in UTF-16 code units. */
interface Position {
  readonly line: number;
  readonly column: number;
  /** In UTF-16 code units from 0. */
  readonly offset: number;
}

/** A range as people count; it ends before the character at its end. */
export interface Region {
  readonly start: Position;
  readonly end: Position;
}

/** Finds the regions of ranges in a text. */
export function regionsIn(text: string): (range: SourceRange) => Region {
  const lines = new SourceLines(text);
  const position = (offset: number): Position => {
    const line = lines.lineAt(offset);
    return { line: line + 1, column: offset - lines.rangeOf(line).start + 1, offset };
  };
  return ({ start, end }) => ({ start: position(start), end: position(end) });
}
