import type { Problem } from './output.ts';
import type { PercentEscape } from './percent-encoding.ts';

/** A parameter made of values alone, from `start` to `end` of the source. */
export function namelessParameter(start: number, end: number): Problem {
  return { code: 'nameless-parameter', start, end, expected: '`=` or literal text', found: 'values alone' };
}

/** Why a value cannot stand inside a percent-escape. */
export function valueBehindPercent(percent: PercentEscape) {
  const expected = percent === '%' ? 'two hexadecimal digits' : 'a second hexadecimal digit';
  return { code: 'value-behind-percent', expected, found: 'a value' } as const;
}
