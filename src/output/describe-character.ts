const names: ReadonlyMap<string, string> = new Map([
  [' ', 'a space'],
  ['\t', 'a tab'],
  ['\n', 'a line break'],
  ['\r', 'a carriage return'],
  ['`', 'a backtick'],
  ['\u00a0', 'a no-break space (U+00A0)'],
  ['\u2028', 'a line separator (U+2028)'],
  ['\u2029', 'a paragraph separator (U+2029)'],
  ['\ufeff', 'a byte order mark (U+FEFF)'],
]);

/** The code point at `index`, as a message shows it: "`}`", "a line break", "U+0007". */
export function describeCharacter(text: string, index: number): string {
  const character = characterAt(text, index);
  const name = names.get(character);
  if (name) return name;
  if (/^[“”„″‘’]$/.test(character)) return `a typographic quote (${character})`;
  if (/^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u.test(character)) return `\`${character}\``;
  const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `the character U+${number}`;
}

/** The code point at `index`: one UTF-16 code unit, or a surrogate pair. */
export function characterAt(text: string, index: number): string {
  const point = text.codePointAt(index);
  return point === undefined ? '' : String.fromCodePoint(point);
}
