import type { EventContext } from '../payloads/contexts.ts';
import type { Piece } from '../payloads/piece.ts';

/** Renders one context. */
export type Render = (context: EventContext) => string;

/** Somebody else's engine, in the fastest mode that its documentation names; none of them escapes in it. */
export interface Peer {
  /** Its package. */
  readonly name: string;
  /** The payload in the engine's own syntax. */
  readonly write: (pieces: readonly Piece[]) => string;
  /** From source to a template that is ready. */
  readonly compile: (source: string) => Render;
}
