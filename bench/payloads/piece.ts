/**
 * A payload that belongs to no engine: each peer writes it in its own syntax, so that all of them render the same
 * thing and none was written with more care than the others.
 */
export type Piece =
  | string
  | { readonly kind: 'value'; readonly name: ValueName }
  /** An instant in UTC, to the second: `2026-11-21T08:30:00Z`. */
  | { readonly kind: 'date' }
  | { readonly kind: 'if-error'; readonly broken: readonly Piece[]; readonly otherwise: readonly Piece[] };

type ValueName = 'event' | 'profile' | 'errorCount' | 'recordsProcessed';

/** How an engine writes each piece. */
export interface Syntax {
  readonly text: (text: string) => string;
  readonly value: (name: ValueName) => string;
  readonly date: string;
  readonly ifError: (then: string, otherwise: string) => string;
}

export function writePieces(pieces: readonly Piece[], syntax: Syntax): string {
  return pieces.map(piece => writePiece(piece, syntax)).join('');
}

function writePiece(piece: Piece, syntax: Syntax): string {
  if (typeof piece === 'string') return syntax.text(piece);
  if (piece.kind === 'value') return syntax.value(piece.name);
  if (piece.kind === 'date') return syntax.date;
  return syntax.ifError(writePieces(piece.broken, syntax), writePieces(piece.otherwise, syntax));
}

export const event: Piece = { kind: 'value', name: 'event' };
export const profile: Piece = { kind: 'value', name: 'profile' };
export const errorCount: Piece = { kind: 'value', name: 'errorCount' };
export const recordsProcessed: Piece = { kind: 'value', name: 'recordsProcessed' };
export const date: Piece = { kind: 'date' };
