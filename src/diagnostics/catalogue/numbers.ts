import { error, warning } from './entry.ts';
import { quote } from './excerpt.ts';

export interface OfPattern {
  readonly pattern: string;
}

/** The reasons why a number pattern is refused, with a remedy. */
const wayOut = {
  'zero-after-hash': 'write `#` further from the point than `0`, as in `#,##0.0#`',
  'hash-after-zero': 'write `#` further from the point than `0`, as in `#,##0.0#`',
  'second-point': 'keep only one of its points',
  'comma-after-point': 'a comma can only stand before the point, as in `#,##0.00`',
  'comma-at-end': 'write digits after the comma, as in `#,##0`',
  'second-exponent': 'keep only one `E`, and put other text in single quotes',
  'exponent-without-digits': 'write digits before the `E` and zeros after it, as in `0.##E0`',
  'second-percent': 'keep only one `%` or `‰`, and put the other in single quotes',
  semicolon:
    "a `;` can appear only once, between the patterns for positive and negative numbers: put it in single quotes, as in `';'`",
  'unclosed-quote':
    "close the text after the single quote with another `'`, or write `''` for the quote itself",
} as const;

/** Mistakes in a number pattern. */
export const numberCodes = {
  'invalid-number-pattern': error<OfPattern & { readonly problem: keyof typeof wayOut }>(
    ({ pattern, problem }) => `${quote(pattern)} is not a number pattern: ${wayOut[problem]}.`,
  ),
  'foreign-number-pattern': warning<OfPattern & { readonly java: string }>(
    ({ pattern, java }) => `${quote(pattern)} is a number format of another language: write ${quote(java)}.`,
  ),
  'no-number-field': warning<OfPattern>(
    ({ pattern }) =>
      `${
        pattern === ''
          ? 'The number pattern is empty'
          : `${quote(pattern)} does not say how many digits to write`
      }: write a pattern such as \`#,##0.00\`, or remove the option.`,
  ),
  'number-as-text': error<OfPattern>(
    ({ pattern }) =>
      `What ${quote(pattern)} makes of a number is text, because JSON writes numbers without it: put the value in double quotes, or use a pattern such as \`0.00\`.`,
  ),
  'comma-as-point': warning<OfPattern>(
    ({ pattern }) =>
      `The comma in ${quote(pattern)} separates groups of digits: write \`.\` for the decimal point.`,
  ),
};
