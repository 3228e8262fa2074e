import { chat } from './chat.ts';
import type { EventContext } from './contexts.ts';
import type { Payload } from './payload.ts';
import type { Piece } from './piece.ts';

/** As many chat messages in one array as make an output of 32 KiB. */
const copies = 262;

function repeat(one: (context: EventContext) => string): (context: EventContext) => string {
  return context => {
    let text = '[';
    for (let copy = 0; copy < copies; copy++) text += copy === 0 ? one(context) : `,${one(context)}`;
    return `${text}]`;
  };
}

export const large: Payload = {
  name: '32 KiB',
  output: 'json',
  pieces: [
    '[',
    ...Array.from({ length: copies }, (_, copy): readonly Piece[] =>
      copy === 0 ? chat.pieces : [',', ...chat.pieces],
    ).flat(),
    ']',
  ],
  literal: repeat(chat.literal),
  escapedLiteral: repeat(chat.escapedLiteral),
};
