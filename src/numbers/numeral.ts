/** RFC 8259, section 6. */
const numeral = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
const longest = 400;
/** With a format all places are written out. The widest exponent of a double is well below. */
const mostPlaces = 2000;

/** A number as JSON writes it, in its parts. */
interface NumeralParts {
  readonly isNegative: boolean;
  readonly integer: string;
  readonly fraction: string;
  readonly exponent: number;
}

/** Reads a number as JSON writes it and databases return it: of at most 400 characters, with an exponent of at most 2000. */
export function readNumeral(text: string): NumeralParts | undefined {
  if (text.length > longest) return undefined;
  const [, sign, integer = '', fraction = '', digits = '0'] = numeral.exec(text) ?? [];
  const exponent = Number(digits);
  if (sign === undefined || Math.abs(exponent) > mostPlaces) return undefined;
  return { isNegative: sign === '-', integer, fraction, exponent };
}

export function isNumeral(text: string): boolean {
  return readNumeral(text) !== undefined;
}

/** The text itself where it is a number. */
export function numeralIn(text: string): string | undefined {
  return isNumeral(text) ? text : undefined;
}
