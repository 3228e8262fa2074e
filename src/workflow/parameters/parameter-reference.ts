/** Where in a body a parameter is found: by its place, or as the first field of a name. */
export type ParameterReference =
  | { readonly kind: 'path'; readonly names: readonly string[] }
  | { readonly kind: 'first-of-name'; readonly name: string };

/**
 * Parses `customer`, `customer/address/city`, `value of city` or `value of <city>` (specification 4.1, rule 3). A
 * path is a JSON Pointer (RFC 6901) without its first slash: `~1` stands for a slash in a name, `~0` for a tilde.
 *
 * @throws {TypeError} for a tilde that begins no escape, and for `value of` without a name.
 */
export function parseReference(text: string): ParameterReference {
  const placeholder = /^value of +(.*)$/su.exec(text);
  if (placeholder) return { kind: 'first-of-name', name: nameOf(placeholder[1] ?? '', text) };
  return { kind: 'path', names: text.split('/').map(name => unescapeName(name, text)) };
}

function nameOf(written: string, text: string): string {
  const name = /^<(.*)>$/su.exec(written)?.[1] ?? written;
  if (name === '')
    throw new TypeError(`${JSON.stringify(text)}: expected the name of a field after \`value of\``);
  return name;
}

/** In this order, or `~01` would become a slash (RFC 6901, section 4). */
function unescapeName(name: string, text: string): string {
  if (/~(?![01])/.test(name)) {
    throw new TypeError(`${JSON.stringify(text)}: expected \`~0\` for a tilde or \`~1\` for a slash`);
  }
  return name.replaceAll('~1', '/').replaceAll('~0', '~');
}
