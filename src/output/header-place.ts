import type { Place } from './output.ts';
import { encodeNonAscii } from './percent-encoding.ts';

/** Characters that a header cannot contain unchanged. */
export const needsEscaping = /[^ -~]/;

/** One line of ASCII (RFC 9110, section 5.5): control characters become a space, the rest is percent-encoded. */
export function escapeHeader(text: string): string {
  return needsEscaping.test(text) ? encodeNonAscii(text.replace(/\p{Cc}/gu, ' ')) : text;
}

export const headerValue: Place = {
  name: 'header-value',
  strict: false,
  missing: '',
  text: escapeHeader,
  number: String,
  boolean: String,
  json: escapeHeader,
};
