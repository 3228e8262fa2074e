import { isNumeral } from '../../numbers/numeral.ts';

/** Whether there is a value. */
export function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** The text to compare: a missing value is an empty text, and any other value matches no text. */
export function comparedText(value: unknown): string | undefined {
  const text = value ?? '';
  return typeof text === 'string' ? text : undefined;
}

/** The number to compare of a variable that is declared as one: text that is a number counts as the nearest double. */
export function declaredNumber(value: unknown): number | bigint {
  return comparedNumber(typeof value === 'string' && isNumeral(value) ? Number(value) : value);
}

/** The number to compare: anything but a number is NaN, which is neither equal to, less nor greater than a number. */
export function comparedNumber(value: unknown): number | bigint {
  return typeof value === 'number' || typeof value === 'bigint' ? value : Number.NaN;
}
