import { expected } from '../../http/define-options.ts';

/** Where in a body a parameter is found: by its place, or as the first field of a name. */
export type ParameterReference =
  | { readonly kind: 'path'; readonly names: readonly string[] }
  | { readonly kind: 'first-of-name'; readonly name: string };

/**
 * Parses `customer`, `customer/address/city`, `value of city` or `value of <city>`. A path is a JSON Pointer (RFC 6901)
 * without its first slash: `~1` means a slash in a name, `~0` a tilde.
 *
 * @throws {TypeError} under `name`, for a tilde that begins no escape, and for `value of` without a name.
 */
export function parseReference(text: string, name: string): ParameterReference {
  const placeholder = /^value of +(.*)$/su.exec(text);
  if (placeholder) return { kind: 'first-of-name', name: fieldName(placeholder[1] ?? '', name) };
  return { kind: 'path', names: text.split('/').map(segment => unescapeName(segment, name)) };
}

function fieldName(written: string, name: string): string {
  const field = /^<(.*)>$/su.exec(written)?.[1] ?? written;
  if (field === '') throw expected(name, 'the name of a field after `value of`');
  return field;
}

/** In this order, or `~01` would become a slash (RFC 6901, section 4). */
function unescapeName(segment: string, name: string): string {
  if (/~(?![01])/.test(segment)) throw expected(name, '`~0` for a tilde or `~1` for a slash');
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}
