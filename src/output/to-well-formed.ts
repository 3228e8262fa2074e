const surrogate = /[\ud800-\udfff]/;

/** The text with each lone surrogate replaced by U+FFFD, so that it can be written as UTF-8 (`toWellFormed`). */
export function toWellFormed(text: string): string {
  return surrogate.test(text) ? text.replace(/\p{Surrogate}/gu, '\ufffd') : text;
}
