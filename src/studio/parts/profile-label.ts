/*
 * What pages call a profile, such as `Customer`: the option `profileLabel` of the server, which the session tells before
 * a screen is rendered. It is read while rendering, never when a module is loaded.
 */

const usualLabel = 'Profile';
let label = usualLabel;

export function setProfileLabel(given = usualLabel): void {
  label = given;
}

/** `Customer`, where a label or a sentence begins. */
export function profileLabel(): string {
  return label;
}

/** `Customers`, where a label or a sentence begins. */
export function profilesLabel(): string {
  return pluralOf(label);
}

/** `customer`, within a sentence. An abbreviation keeps its capitals. */
export function profileWord(): string {
  return /^\p{Lu}(?!\p{Lu})/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

/** `customers`, within a sentence. */
export function profilesWord(): string {
  return pluralOf(profileWord());
}

/** The plural of an English word. */
function pluralOf(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}
