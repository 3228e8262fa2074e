import { encodeFormPart } from '../../output/percent-encoding.ts';
import { xmlCharacterLength } from '../../output/xml/characters.ts';

/** What `format` does to text, named as StringTemplate's string renderer names it. */
export const textFormats = {
  upper: (text: string) => text.toUpperCase(),
  lower: (text: string) => text.toLowerCase(),
  /** The first character in upper case. */
  cap: (text: string) => text.replace(/^./su, first => first.toUpperCase()),
  /** As an HTML form encodes it: spaces become `+`. */
  'url-encode': encodeFormPart,
  /** `&`, `<`, `>` and everything outside printable ASCII become references; what XML 1.0 forbids becomes U+FFFD. */
  'xml-encode': (text: string) => text.replace(/[&<>]|[^\t\n\r -~]/gu, reference),
} as const satisfies Record<string, (text: string) => string>;

/** The format of a name; undefined where there is none. */
export function textFormat(name: string | undefined): ((text: string) => string) | undefined {
  return name !== undefined && isTextFormat(name) ? textFormats[name] : undefined;
}

export function isTextFormat(name: string): name is keyof typeof textFormats {
  return Object.hasOwn(textFormats, name);
}

const named = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
]);

function reference(character: string): string {
  const known = named.get(character);
  if (known) return known;
  return `&#${xmlCharacterLength(character, 0) > 0 ? character.codePointAt(0) : 0xfffd};`;
}
