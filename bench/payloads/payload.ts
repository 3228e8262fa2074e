import type { EventContext } from './contexts.ts';
import type { Piece } from './piece.ts';

/** A payload to render, with hand-written functions that serve as a ceiling. */
export interface Payload {
  readonly name: string;
  readonly output: 'json' | 'url';
  readonly pieces: readonly Piece[];
  /** A template literal written by hand, as somebody would who knows that nothing needs escaping. */
  readonly literal: (context: EventContext) => string;
  /** The same with the escaping that the output asks for. */
  readonly escapedLiteral: (context: EventContext) => string;
  /** The output as an object that is serialized, where it is JSON. */
  readonly serialized?: (context: EventContext) => string;
}
