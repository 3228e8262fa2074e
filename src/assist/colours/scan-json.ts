import type { Scanned } from './format-reader.ts';
import type { Piece } from './piece.ts';

type JsonState = 'value' | 'string';

const inString = /[^"\\]*(?:\\.[^"\\]*)*("?)/sy;
const outside = /("|(-?\d[\d.eE+-]*)|(true|false|null)\b|([{}[\],:]+)|[^"\d{}[\],:tfn-]+|.)/sy;
const isKey = /\s*:/y;

/** Strings, keys, numbers, words and punctuation of JSON; a colon after its quotes makes a string a key. */
export function scanJson(text: string, before: JsonState): Scanned<JsonState> {
  const pieces: Piece[] = [];
  let state = before;
  let start = 0;
  while (start < text.length) {
    if (state === 'string') {
      inString.lastIndex = start;
      const [content = '', quote] = inString.exec(text) ?? [];
      // The opening quote is the piece before, unless that was in another text.
      const opening = pieces.at(-1)?.name === 'Quote' ? pieces.pop() : undefined;
      const end = start + content.length;
      isKey.lastIndex = end;
      pieces.push({
        name: quote && isKey.test(text) ? 'Key' : 'String',
        start: opening?.start ?? start,
        end,
      });
      if (quote) state = 'value';
      // A backslash at the end of a text.
      else if (end === start) return { pieces, state };
      start = end;
    } else {
      outside.lastIndex = start;
      const [found = '', , number, word, sign] = outside.exec(text) ?? [];
      const end = start + found.length;
      if (found === '"') {
        pieces.push({ name: 'Quote', start, end });
        state = 'string';
      } else if (number || word) pieces.push({ name: 'Number', start, end });
      else if (sign) pieces.push({ name: 'Separator', start, end });
      start = end;
    }
  }
  return { pieces, state };
}
