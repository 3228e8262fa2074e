/** RFC 8259, section 6. */
const numeral = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const longest = 400;

/** Whether a text is a number as JSON writes it, of at most 400 characters, as databases return numbers. */
export function isNumeral(text: string): boolean {
  return text.length <= longest && numeral.test(text);
}

/** The text itself where it is a number. */
export function numeralIn(text: string): string | undefined {
  return isNumeral(text) ? text : undefined;
}
