import { chat, chatWithoutDate, chatWithPlainDate } from './chat.ts';
import type { EventContext } from './contexts.ts';
import { get } from './get.ts';
import { large, largeWithoutDate } from './large.ts';
import type { Piece } from './piece.ts';

/** What is rendered, and what serves as a ceiling. */
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

/** With a date that has a format, and the same message without one: the difference is what a format costs. */
export const payloads: readonly Payload[] = [chat, chatWithPlainDate, get, large];

/** What rendering costs besides dates. */
export const payloadsWithoutDate: readonly Payload[] = [chatWithoutDate, largeWithoutDate];
