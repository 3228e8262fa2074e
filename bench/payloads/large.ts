import { type Message, message, messageWithoutDate } from './chat.ts';
import type { Payload } from './payload.ts';
import type { Piece } from './piece.ts';

/** As many chat messages in one array as make an output of 32 KiB. */
const copies = 262;

/** By hand, values are looked at, formatted and escaped once, and written into every message. */
function payloadOf<Values>(
  name: string,
  { pieces, plain, escaped, write, object }: Message<Values>,
): Payload {
  const repeat = (values: Values): string => {
    let text = '[';
    for (let copy = 0; copy < copies; copy++) text += copy === 0 ? write(values) : `,${write(values)}`;
    return `${text}]`;
  };
  return {
    name,
    output: 'json',
    pieces: [
      '[',
      ...Array.from({ length: copies }, (_, copy): readonly Piece[] =>
        copy === 0 ? pieces : [',', ...pieces],
      ).flat(),
      ']',
    ],
    literal: context => repeat(plain(context)),
    escapedLiteral: context => repeat(escaped(context)),
    serialized: context => JSON.stringify(Array.from({ length: copies }, () => object(context))),
  };
}

export const large: Payload = payloadOf('32 KiB', message);
export const largeWithoutDate: Payload = payloadOf('32 KiB, no date', messageWithoutDate);
