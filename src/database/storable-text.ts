/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
const unstorable = /[\0\p{Surrogate}]/u;
const everyUnstorable = new RegExp(unstorable, 'gu');

export function isStorable(text: string): boolean {
  return !unstorable.test(text);
}

/** The text with U+FFFD for each character that cannot be stored. No stored text equals one that has such characters. */
export function storable(text: string): string {
  return text.replaceAll(everyUnstorable, '\ufffd');
}
