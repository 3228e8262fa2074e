/** The text with each lone surrogate replaced by U+FFFD, so that it can be written as UTF-8 (`toWellFormed`). */
export function toWellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
