import { nowhere, RenderError, type Site } from './render-error.ts';

/** Each UTF-16 code unit is at most so many bytes of UTF-8. */
const mostBytesOfUnit = 3;
const wholeOutput: Site = { variable: '', range: nowhere };

/** @throws {RenderError} for a text of more bytes of UTF-8; the tag of a list that makes it so long is named. */
export function assertWithin(maxBytes: number, text: string, list?: Site): void {
  if (text.length * mostBytesOfUnit <= maxBytes) return;
  if (text.length <= maxBytes && new TextEncoder().encode(text).length <= maxBytes) return;
  throw outputTooLong(maxBytes, list);
}

export function outputTooLong(maxBytes: number, { variable, range }: Site = wholeOutput): RenderError {
  const subject = variable === '' ? 'The output is' : 'makes the output';
  return new RenderError('output-too-long', variable, range, `${subject} longer than ${maxBytes} bytes.`);
}

const leastGrowth = 4096;
let lookedAt = 0;

/**
 * Lets a text that was put together from many short ones take no more room than its characters, which engines see to when
 * somebody looks into it. Returns the length from which on it is worth while again: an eighth more, so that all
 * these looks together cost a small multiple of the text.
 */
export function compact(text: string): number {
  lookedAt = text.charCodeAt(text.length - 1) || lookedAt;
  return text.length + Math.max(text.length >> 3, leastGrowth);
}
