import { RenderError, type Site } from './render-error.ts';

/** Each UTF-16 code unit is at most so many bytes of UTF-8. */
const mostBytesOfUnit = 3;

/** @throws {RenderError} for a text of more bytes of UTF-8; the tag of a list that makes it so long is named. */
export function assertWithin(maxBytes: number, text: string, list?: Site): void {
  if (text.length * mostBytesOfUnit <= maxBytes) return;
  if (text.length <= maxBytes && new TextEncoder().encode(text).length <= maxBytes) return;
  const most = `longer than ${maxBytes} bytes`;
  if (!list) throw new RenderError('output-too-long', '', { start: 0, end: 0 }, `The output is ${most}.`);
  throw new RenderError('output-too-long', list.variable, list.range, `makes the output ${most}.`);
}
