import type { SourceRange } from '../../../diagnostics/diagnostic.ts';
import type { PreviewPart } from '../../../webhook/preview/preview.ts';

/** A stretch of a request, and the tag that wrote it, if one did. */
export interface RequestPiece {
  readonly text: string;
  /** A tag's range in the text of its field. */
  readonly source?: SourceRange;
}

/** As much of a text as people read; a preview with more makes a page slow. */
export const mostShownCharacters = 8000;

/** A part of a request from an offset on, divided at the values that tags wrote; not more than is shown. */
export function piecesOf({ text, spans }: PreviewPart, from = 0): readonly RequestPiece[] {
  const pieces: RequestPiece[] = [];
  const most = Math.min(text.length, from + mostShownCharacters);
  let read = from;
  for (const { output, source, value } of spans) {
    if (output.start >= most) break;
    if (!value || output.start < read || output.end === output.start) continue;
    if (output.start > read) pieces.push({ text: text.slice(read, output.start) });
    read = Math.min(output.end, most);
    pieces.push({ text: text.slice(output.start, read), source });
  }
  if (read < most) pieces.push({ text: text.slice(read, most) });
  return pieces;
}
