const surrogate = /[\ud800-\udfff]/;
const urlUnreserved = /^[\w.~-]*$/;
/** What `encodeURIComponent` leaves as it is, and RFC 3986 reserves. */
const leftByPlatform = /[!'()*]/;
const formUnreserved = /^[\w.*-]*$/;

/**
 * Percent-encodes the UTF-8 of all but letters, digits, `-`, `.`, `_` and `~` (RFC 3986, section 2.3). A lone
 * surrogate, which UTF-8 cannot say, is written as U+FFFD.
 */
export function encodeUrlPart(text: string): string {
  if (urlUnreserved.test(text)) return text;
  const encoded = encodeURIComponent(toWellFormed(text));
  return leftByPlatform.test(encoded) ? encoded.replace(/[!'()*]/g, encodeAscii) : encoded;
}

/** A number in a URL or a form: only the plus of a large exponent needs encoding. */
export function encodeNumber(number: number | bigint): string {
  return String(number).replace('+', '%2B');
}

/** As the WHATWG serializer of `application/x-www-form-urlencoded` does it: a space becomes `+`. */
export function encodeFormPart(text: string): string {
  if (formUnreserved.test(text)) return text;
  return encodeURIComponent(toWellFormed(text))
    .replace(/[!'()~]/g, encodeAscii)
    .replaceAll('%20', '+');
}

/** Percent-encodes the UTF-8 of what is not ASCII, and nothing else. */
export function encodeNonAscii(text: string): string {
  return text.replace(/[^\p{ASCII}]+/gu, run => encodeURIComponent(toWellFormed(run)));
}

function encodeAscii(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** The text with each lone surrogate replaced by U+FFFD, so that it can be written as UTF-8 (`toWellFormed`). */
export function toWellFormed(text: string): string {
  return surrogate.test(text) ? text.replace(/\p{Surrogate}/gu, '\ufffd') : text;
}
