import { digitsOf, roundDigits } from './decimal-digits.ts';
import type { DecimalPattern } from './decimal-pattern.ts';
import { type DecimalDigits, zero } from './java-digits.ts';

/**
 * Formats a number with a parsed pattern and the symbols of `Locale.US`: `1,234.50`, `NaN`, `∞`. Rounds half to even,
 * by the exact value of the number.
 */
export function formatNumber(value: number | bigint, pattern: DecimalPattern): string {
  const { multiplier } = pattern;
  const multiplied = typeof value === 'bigint' ? value * BigInt(multiplier) : value * multiplier;
  if (Number.isNaN(multiplied)) return 'NaN';
  const isNegative = multiplied < 0 || Object.is(multiplied, -0);
  const { prefix, suffix } = isNegative ? pattern.negative : pattern.positive;
  return prefix + formatPositive(isNegative ? -multiplied : multiplied, pattern) + suffix;
}

/** Formats a number of which the digits are all that there is, so that a half of the last place is exactly that. */
export function formatDecimal(
  { digits, point }: DecimalDigits,
  isNegative: boolean,
  pattern: DecimalPattern,
): string {
  const { prefix, suffix } = isNegative ? pattern.negative : pattern.positive;
  const exact = digits === '' ? zero : { digits, point: point + Math.round(Math.log10(pattern.multiplier)) };
  return prefix + formatDigits(exact, 0n, pattern) + suffix;
}

function formatPositive(value: number | bigint, pattern: DecimalPattern): string {
  if (value === Number.POSITIVE_INFINITY) return '∞';
  return formatDigits(digitsOf(value), value, pattern);
}

/** @param value Has these digits; a `bigint` has exactly these. */
function formatDigits(exact: DecimalDigits, value: number | bigint, pattern: DecimalPattern): string {
  const { maxInteger, maxFraction, exponentDigits } = pattern;
  if (exponentDigits > 0) return withExponent(roundDigits(exact, maxInteger + maxFraction, value), pattern);
  return withoutExponent(roundDigits(exact, maxFraction + exact.point, value), pattern);
}

function withoutExponent({ digits, point }: DecimalDigits, pattern: DecimalPattern): string {
  const whole = digits.slice(0, Math.max(0, point)).padEnd(point, '0');
  const integer = grouped(whole.padStart(pattern.minInteger, '0'), pattern.groupSize);
  const rest = digits === '' ? '' : '0'.repeat(Math.max(0, -point)) + digits.slice(Math.max(0, point));
  const fraction = rest.padEnd(pattern.minFraction, '0');
  const written = integer === '' && fraction === '' ? '0' : integer;
  return fraction !== '' || pattern.isPointKept ? `${written}.${fraction}` : written;
}

function grouped(digits: string, size: number): string {
  if (size === 0) return digits;
  const first = digits.length % size || size;
  let text = digits.slice(0, first);
  for (let at = first; at < digits.length; at += size) text += `,${digits.slice(at, at + size)}`;
  return text;
}

function withExponent({ digits, point }: DecimalDigits, pattern: DecimalPattern): string {
  const { minInteger, maxInteger, minFraction, exponentDigits, isPointKept } = pattern;
  // `##0` before the exponent makes it a multiple of three, whatever the number of digits.
  const isRepeating = maxInteger > 1 && maxInteger > minInteger;
  const exponent = isRepeating ? Math.floor((point - 1) / maxInteger) * maxInteger : point - minInteger;
  const zeroDigits = isRepeating ? 1 : minInteger;
  const integer = digits === '' ? zeroDigits : point - exponent;
  const written = digits.padEnd(Math.max(minInteger + minFraction, integer), '0');
  const isPointWritten = written.length > integer || isPointKept;
  const mantissa = written.slice(0, integer) + (isPointWritten ? `.${written.slice(integer)}` : '');
  const power = digits === '' ? 0 : exponent;
  return `${mantissa}E${power < 0 ? '-' : ''}${String(Math.abs(power)).padStart(exponentDigits, '0')}`;
}
