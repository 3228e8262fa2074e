import type { SourceRange } from '../diagnostics/diagnostic.ts';
import { replaceWith } from '../diagnostics/fixes/fix.ts';
import type { Violation } from './output.ts';

/**
 * The part of a percent-escape that has been read: nothing, `%`, `%2` (which may become the dot `%2e`), or `%` and
 * another digit. A value is not allowed inside: it could complete the escape to a character that it must not write.
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

/** Reports a parameter that consists of values only. */
export function namelessParameter(values: SourceRange): Violation {
  return { code: 'nameless-parameter', ...values, expected: '`=` or text', found: 'values alone' };
}

/** From the first value of a parameter to the latest. */
export function spanOf(values: SourceRange | undefined, latest: SourceRange): SourceRange {
  return { start: values?.start ?? latest.start, end: latest.end };
}

/**
 * Warns about pluses at the beginning of a parameter's value, as in `phone=+49`; between words they may be meant as
 * spaces.
 */
export function plusIsSpace(query: string, offset: number): readonly Violation[] {
  return [...query.matchAll(/=\+(?![&+])/g)].map(({ index }) => {
    const range = { start: offset + index + 1, end: offset + index + 2 };
    const fixes = [replaceWith(range, '%2B')];
    return { code: 'plus-is-space', ...range, expected: '`%2B`', found: '`+`', fixes };
  });
}

/** The reason why a value is not allowed inside a percent-escape. */
export function valueAfterPercent(percent: PercentEscape) {
  const expected = percent === '%' ? 'two hexadecimal digits' : 'a second hexadecimal digit';
  return { code: 'value-after-percent', expected, found: 'a value' } as const;
}
