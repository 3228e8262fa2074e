/** What has a colour of its own: in tags the tokens of the engine's lexer, and around them what the format consists of. */
export const pieceNames = [
  'Comment',
  'Escape',
  'Delimiter',
  'Keyword',
  'Name',
  'OptionName',
  'Constant',
  'Number',
  'Operator',
  'Invalid',
  'Separator',
  'Encoded',
  'Key',
  'String',
  'Quote',
  'Element',
] as const;
export type PieceName = (typeof pieceNames)[number];

/** A stretch of a text that has a colour of its own; what is between two of them has none. */
export interface Piece {
  readonly name: PieceName;
  readonly start: number;
  readonly end: number;
}

/** A tag or a text of a template, and its pieces; or a piece that stands between them. */
export type TemplatePart = Piece | GroupedPieces;

interface GroupedPieces {
  readonly name: 'Tag' | 'Text';
  readonly start: number;
  readonly end: number;
  readonly pieces: readonly Piece[];
}
