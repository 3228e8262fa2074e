/**
 * A payload that belongs to no engine: each peer writes it in its own syntax, so that all of them render the same
 * thing and none was written with more care than the others.
 */
export type Piece =
  | string
  | { readonly kind: 'value'; readonly name: ValueName }
  /** An instant in UTC to the second: `2026-11-21T08:30:00` with a format, `2026-11-21T08:30:00Z` without one. */
  | { readonly kind: 'date'; readonly hasFormat: boolean }
  | { readonly kind: 'if-error'; readonly broken: readonly Piece[]; readonly otherwise: readonly Piece[] };

type ValueName = 'event' | 'profile' | 'errorCount' | 'recordsProcessed';

/** How an engine writes each piece. */
export interface Syntax {
  readonly text: (text: string) => string;
  readonly value: (name: ValueName) => string;
  /** A date with the format that makes it `2026-11-21T08:30:00`. */
  readonly date: string;
  /** A date without a format; where nothing is given, `date` with a `Z` after it. */
  readonly plainDate?: string;
  readonly ifError: (then: string, otherwise: string) => string;
}

export function writePieces(pieces: readonly Piece[], syntax: Syntax): string {
  return pieces.map(piece => writePiece(piece, syntax)).join('');
}

function writePiece(piece: Piece, syntax: Syntax): string {
  if (typeof piece === 'string') return syntax.text(piece);
  if (piece.kind === 'value') return syntax.value(piece.name);
  if (piece.kind === 'date') {
    return piece.hasFormat ? syntax.date : (syntax.plainDate ?? `${syntax.date}${syntax.text('Z')}`);
  }
  return syntax.ifError(writePieces(piece.broken, syntax), writePieces(piece.otherwise, syntax));
}

export const event: Piece = { kind: 'value', name: 'event' };
export const profile: Piece = { kind: 'value', name: 'profile' };
export const errorCount: Piece = { kind: 'value', name: 'errorCount' };
export const recordsProcessed: Piece = { kind: 'value', name: 'recordsProcessed' };
export const date: Piece = { kind: 'date', hasFormat: true };
export const plainDate: Piece = { kind: 'date', hasFormat: false };

/** An instant in UTC to the second, by what JavaScript itself has for it: `2026-11-21T08:30:00`. */
export function isoSeconds(date: Date): string {
  return date.toISOString().slice(0, 19);
}
