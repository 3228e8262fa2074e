/** RFC 8259, section 6, with an exponent of at most 2000: with a format all places are written out. */
const numeral = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?0*(?:1?\d{1,3}|2000)))?$/;
const longest = 400;

/** Whether a text is a number as JSON writes it and databases return it, of at most 400 characters. */
export function isNumeral(text: string): boolean {
  return text.length <= longest && numeral.test(text);
}

/** Its sign, integer, fraction and exponent, each of which may be missing; undefined for any other text. */
export function numeralParts(text: string): readonly (string | undefined)[] | undefined {
  return isNumeral(text) ? numeral.exec(text)?.slice(1) : undefined;
}

/** The text itself where it is a number. */
export function numeralIn(text: string): string | undefined {
  return isNumeral(text) ? text : undefined;
}
