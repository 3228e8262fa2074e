/** The pattern of a token (RFC 9110, 5.6.2), such as the name of a field. */
export const token = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+";

const onlyToken = new RegExp(`^${token}$`);

/** A field name of HTTP (RFC 9110, 5.6.2). */
export function isToken(text: string): boolean {
  return onlyToken.test(text);
}

/** What a field's value may hold (RFC 9110, 5.5): no control characters, nothing beyond one byte. */
export function isFieldValue(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
}
