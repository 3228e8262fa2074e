const surrogate = /[\ud800-\udfff]/;
const urlUnreserved = /^[\w.~-]*$/;
/** Characters that `encodeURIComponent` leaves unchanged although RFC 3986 reserves them. */
const leftByPlatform = /[!'()*]/;
const formUnreserved = /^[\w.*-]*$/;

/**
 * Percent-encodes the UTF-8 of everything except letters, digits, `-`, `.`, `_` and `~` (RFC 3986, section 2.3). A lone
 * surrogate, which UTF-8 cannot encode, becomes U+FFFD.
 */
export function encodeUrlPart(text: string): string {
  if (urlUnreserved.test(text)) return text;
  const encoded = encodeURIComponent(toWellFormed(text));
  return leftByPlatform.test(encoded) ? encoded.replace(/[!'()*]/g, encodeAscii) : encoded;
}

/** A number in a URL or a form: only the plus sign of a large exponent needs encoding. */
export function encodeNumber(number: number | bigint): string {
  return String(number).replace('+', '%2B');
}

/** Encodes like the WHATWG serializer of `application/x-www-form-urlencoded`: a space becomes `+`. */
export function encodeFormPart(text: string): string {
  if (formUnreserved.test(text)) return text;
  return encodeURIComponent(toWellFormed(text))
    .replace(/[!'()~]/g, encodeAscii)
    .replaceAll('%20', '+');
}

/** Percent-encodes the UTF-8 of characters outside ASCII, and nothing else. */
export function encodeNonAscii(text: string): string {
  return text.replace(/[^\p{ASCII}]+/gu, run => encodeURIComponent(toWellFormed(run)));
}

function encodeAscii(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** Replaces each lone surrogate by U+FFFD, so that the text can be encoded as UTF-8 (`toWellFormed`). */
export function toWellFormed(text: string): string {
  return surrogate.test(text) ? text.replace(/\p{Surrogate}/gu, '\ufffd') : text;
}
