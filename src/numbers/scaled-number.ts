import type { DecimalPattern } from './decimal-pattern.ts';
import { formatDecimal, formatNumber } from './format-number.ts';
import { type DecimalDigits, withoutTrailingZeros } from './java-digits.ts';
import { numeralParts } from './numeral.ts';

/** A number by its decimal digits, which nothing rounds. */
interface SignedDecimal {
  readonly isNegative: boolean;
  readonly exact: DecimalDigits;
}

/**
 * Writes a number with its decimal point moved by `scale` places, then by a pattern if there is one. The digits are those of the
 * shortest decimal that reads back as the double, or all digits of a `bigint`, so that moving the point is exact.
 */
export function formatScaled(value: number | bigint, scale: number, pattern?: DecimalPattern): string {
  const decimal = readDecimal(String(value));
  if (!decimal) return pattern ? formatNumber(value, pattern) : String(value);
  return writeScaled(decimal, scale, pattern);
}

/** The same for text that is a number as `isNumeral` says; undefined for any other text. */
export function formatScaledText(text: string, scale: number, pattern?: DecimalPattern): string | undefined {
  const decimal = readDecimal(text);
  return decimal && writeScaled(decimal, scale, pattern);
}

function readDecimal(text: string): SignedDecimal | undefined {
  const parts = numeralParts(text);
  if (!parts) return undefined;
  const [sign, integer = '', fraction = '', exponent = '0'] = parts;
  const digits = (integer + fraction).replace(/^0+/, '');
  const zeros = integer.length + fraction.length - digits.length;
  const exact = withoutTrailingZeros(digits, integer.length - zeros + Number(exponent));
  return { isNegative: sign === '-', exact };
}

function writeScaled({ isNegative, exact }: SignedDecimal, scale: number, pattern?: DecimalPattern): string {
  const isZero = exact.digits === '';
  const scaled = isZero ? exact : { digits: exact.digits, point: exact.point + scale };
  if (pattern) return formatDecimal(scaled, isNegative, pattern);
  return (isNegative && !isZero ? '-' : '') + plain(scaled);
}

/** As JSON writes it, without an exponent. */
function plain({ digits, point }: DecimalDigits): string {
  if (digits === '') return '0';
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`;
  const integer = digits.slice(0, point).padEnd(point, '0');
  return digits.length > point ? `${integer}.${digits.slice(point)}` : integer;
}
