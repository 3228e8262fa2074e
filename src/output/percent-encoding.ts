import { toWellFormed } from './to-well-formed.ts';

const formUnreserved = /^[\w.*-]*$/;

/**
 * Percent-encodes the UTF-8 of all but letters, digits, `-`, `.`, `_` and `~` (RFC 3986, section 2.3). A lone
 * surrogate, which UTF-8 cannot say, is written as U+FFFD.
 */
export function encodeUrlPart(text: string): string {
  return encodePrintable(text) ?? encodeURIComponent(toWellFormed(text)).replace(/[!'()*]/g, encodeAscii);
}

/** What each printable ASCII character is written as, where that is not the character itself. */
const escapes: readonly (string | undefined)[] = Array.from({ length: 0x7f }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[\w.~-]/.test(character) ? undefined : encodeAscii(character);
});

/** Encodes ASCII text in one pass, run by run, which is what nearly all values are; nothing where it is not. */
function encodePrintable(text: string): string | undefined {
  let encoded = '';
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || code > 0x7e) return undefined;
    const escaped = escapes[code];
    if (escaped === undefined) continue;
    encoded += text.slice(start, index) + escaped;
    start = index + 1;
  }
  return start === 0 ? text : encoded + text.slice(start);
}

/** A number in a URL or a form: only the plus of a large exponent needs encoding. */
export function encodeNumber(number: number | bigint): string {
  return Math.abs(Number(number)) < 1e21 ? String(number) : String(number).replace('+', '%2B');
}

/** As the WHATWG serializer of `application/x-www-form-urlencoded` does it: a space becomes `+`. */
export function encodeFormPart(text: string): string {
  if (formUnreserved.test(text)) return text;
  return encodeURIComponent(toWellFormed(text))
    .replace(/[!'()~]/g, encodeAscii)
    .replaceAll('%20', '+');
}

/** Percent-encodes the UTF-8 of what is not ASCII, and nothing else. */
export function encodeNonAscii(text: string): string {
  return text.replace(/[^\p{ASCII}]+/gu, run => encodeURIComponent(toWellFormed(run)));
}

function encodeAscii(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/**
 * How far a percent-escape has come: nothing of it, `%`, `%2` (which may become the dot `%2e`), or `%` and another
 * digit. A value may not stand inside: it could complete the escape to a character that it must not write.
 */
export type PercentEscape = '' | '%' | '%2' | '%x';

export function stepPercent(percent: PercentEscape, code: number): PercentEscape {
  if (code === 0x25) return '%';
  if (percent !== '%') return '';
  if (code === 0x32) return '%2';
  return isHexDigit(code) ? '%x' : '';
}

function isHexDigit(code: number): boolean {
  const lower = code | 0x20;
  return (code >= 0x30 && code <= 0x39) || (lower >= 0x61 && lower <= 0x66);
}
