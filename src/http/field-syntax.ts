import { type Check, checkThat } from '../options/define-options.ts';

/** The pattern of a token (RFC 9110, 5.6.2), such as the name of a field. */
export const tokenPattern = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+";

const onlyToken = new RegExp(`^${tokenPattern}$`);

/** A field name of HTTP (RFC 9110, 5.6.2). */
export function isToken(text: string): boolean {
  return onlyToken.test(text);
}

/** Whether a text is a field value of HTTP (RFC 9110, 5.5): no control characters, nothing beyond one byte. */
export function isFieldValue(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
}

/** Non-empty text that the value of a header can contain. */
export const headerText: Check<string> = checkThat(
  'text that a header can carry',
  (value): value is string => typeof value === 'string' && value !== '' && isFieldValue(value),
);
