import { type DecimalDigits, javaDigits, withoutTrailingZeros, zero } from './java-digits.ts';

export function digitsOf(value: number | bigint): DecimalDigits {
  if (typeof value === 'number') return javaDigits(value);
  const digits = String(value);
  return withoutTrailingZeros(digits, digits.length);
}

/** The first `kept` digits of a value, rounded half to even like in the JDK. */
export function roundDigits(exact: DecimalDigits, kept: number, value: number | bigint): DecimalDigits {
  const { digits, point } = exact;
  if (kept >= digits.length) return exact;
  if (kept < 0) return zero;
  const head = digits.slice(0, kept);
  if (!isRoundedUp(digits, kept, value)) return withoutTrailingZeros(head, point);
  const raised = String(BigInt(head) + 1n).padStart(kept, '0');
  return withoutTrailingZeros(raised, point + raised.length - kept);
}

function isRoundedUp(digits: string, kept: number, value: number | bigint): boolean {
  const rest = digits.slice(kept);
  if (rest !== '5') return rest >= '5';
  const beyond = comparedToDigits(value, digits);
  return beyond === 0 ? kept > 0 && Number(digits[kept - 1]) % 2 === 1 : beyond > 0;
}

/** The maximum for `toExponential`; a double equals digits that agree in so many places. */
const exactDigits = 100;

/** Whether a value is less than (negative), equal to, or more than (positive) its digits: 1.005 is less. */
function comparedToDigits(value: number | bigint, digits: string): number {
  if (typeof value === 'bigint') return 0;
  const exact = value
    .toExponential(exactDigits)
    .slice(0, exactDigits + 2)
    .replace('.', '');
  const said = digits.padEnd(exactDigits + 1, '0');
  if (exact === said) return 0;
  return exact > said ? 1 : -1;
}
