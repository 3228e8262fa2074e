import type { SourceRange } from '../diagnostics/diagnostic.ts';
import { replaceWith } from '../diagnostics/fixes/fix.ts';
import type { Problem } from './output.ts';

const surrogate = /[\ud800-\udfff]/;
const urlUnreserved = /^[\w.~-]*$/;
const formUnreserved = /^[\w.*-]*$/;

/**
 * Percent-encodes the UTF-8 of all but letters, digits, `-`, `.`, `_` and `~` (RFC 3986, section 2.3). A lone
 * surrogate, which UTF-8 cannot say, is written as U+FFFD.
 */
export function encodeUrlPart(text: string): string {
  if (urlUnreserved.test(text)) return text;
  return encodeURIComponent(toWellFormed(text)).replace(/[!'()*]/g, encodeAscii);
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

/** The text with each lone surrogate replaced by U+FFFD, so that it can be written as UTF-8 (`toWellFormed`). */
export function toWellFormed(text: string): string {
  return surrogate.test(text) ? text.replace(/\p{Surrogate}/gu, '\ufffd') : text;
}

/**
 * How far a percent-escape has come: nothing of it, `%`, `%2` (which may become the dot `%2e`), or `%` and another
 * digit. A value is not allowed inside: it could complete the escape to a character that it must not write.
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

/** A parameter made of values alone. */
export function namelessParameter(values: SourceRange): Problem {
  return { code: 'nameless-parameter', ...values, expected: '`=` or text', found: 'values alone' };
}

/** From the first value of a parameter to the last that has been read. */
export function spanOf(values: SourceRange | undefined, latest: SourceRange): SourceRange {
  return { start: values?.start ?? latest.start, end: latest.end };
}

/** Pluses that begin a parameter, as in `phone=+49`; between words they may be meant as spaces. */
export function plusIsSpace(query: string, offset: number): readonly Problem[] {
  return [...query.matchAll(/=\+(?![&+])/g)].map(({ index }) => {
    const range = { start: offset + index + 1, end: offset + index + 2 };
    const fixes = [replaceWith(range, '%2B')];
    return { code: 'plus-is-space', ...range, expected: '`%2B`', found: '`+`', fixes };
  });
}

/** Why a value is not allowed inside a percent-escape. */
export function valueAfterPercent(percent: PercentEscape) {
  const expected = percent === '%' ? 'two hexadecimal digits' : 'a second hexadecimal digit';
  return { code: 'value-after-percent', expected, found: 'a value' } as const;
}
