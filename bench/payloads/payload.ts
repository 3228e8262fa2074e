import { chat, chatWithoutDate } from './chat.ts';
import type { EventContext } from './contexts.ts';
import { get } from './get.ts';
import { large, largeWithoutDate } from './large.ts';
import type { Piece } from './piece.ts';

/** What is rendered, and what stands for a ceiling. */
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

export const payloads: readonly Payload[] = [chat, get, large];

/** Of which no ratio is wanted: what rendering costs besides dates. */
export const payloadsWithoutDate: readonly Payload[] = [chatWithoutDate, largeWithoutDate];
