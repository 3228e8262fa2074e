import { nowhere, RenderError, type Site } from './render-error.ts';

/** A UTF-16 code unit takes at most so many bytes of UTF-8. */
const maxBytesOfUnit = 3;
const wholeOutput: Site = { variable: '', range: nowhere };

/**
 * @throws {RenderError} for a text with more bytes of UTF-8; it names the tag of the list that makes the text so long.
 */
export function assertWithin(maxBytes: number, text: string, list?: Site): void {
  if (text.length * maxBytesOfUnit <= maxBytes) return;
  if (text.length <= maxBytes && new TextEncoder().encode(text).length <= maxBytes) return;
  throw outputTooLong(maxBytes, list);
}

export function outputTooLong(maxBytes: number, { variable, range }: Site = wholeOutput): RenderError {
  const subject = variable === '' ? 'The output is' : 'makes the output';
  return new RenderError('output-too-long', variable, range, `${subject} longer than ${maxBytes} bytes.`);
}

/** The length from which a text that was concatenated from many short ones is to be made compact. */
export const compactFrom = 4096;
let lookedAt = 0;

/**
 * Makes an engine flatten a text that was concatenated from many short ones, so that it takes no more room than its
 * characters: looking into it has that effect. Done early, while the pieces are young, they are cheap to collect.
 */
export function compact(text: string): string {
  lookedAt = text.charCodeAt(text.length - 1) || lookedAt;
  return text;
}
