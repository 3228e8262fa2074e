import { isMistake, parseDecimalPattern } from './decimal-pattern.ts';
import { formatNumber } from './format-number.ts';

export type NumberFormatter = (value: number | bigint) => string;

/**
 * Compiles a Java `DecimalFormat` pattern. Throws a `RangeError` for a pattern that Java refuses: validate first, with
 * `validateDecimalPattern`.
 */
export function compileDecimalPattern(source: string): NumberFormatter {
  const pattern = parseDecimalPattern(source);
  if (isMistake(pattern)) throw new RangeError(`\`${source}\` is not a number pattern`);
  return value => formatNumber(value, pattern);
}
