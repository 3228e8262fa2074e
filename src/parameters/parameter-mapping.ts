import { excerpt } from '../diagnostics/catalogue/excerpt.ts';
import { expected, objectWith } from '../options/define-options.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../output/json/json-value.ts';
import { didYouMean } from '../spelling/did-you-mean.ts';

/**
 * Maps the name of each parameter to the place of its value in a body: `customer` is a top-level field,
 * `customer/address/city` a nested one (elements of lists by index, `~1` for a slash in a name, `~0` for a tilde), and
 * `value of city` (or `value of <city>`) the first field with that name, breadth first.
 */
export type ParameterMapping = Readonly<Record<string, string>>;

/** The values that a mapping found, by parameter name. */
export type Parameters = Readonly<Record<string, JsonValue>>;

export type CompiledMapping = (body: JsonValue) => Parameters;

/**
 * Reads the parameters of a task from the body of its run. Only own fields count; a field with the value `null` is
 * present.
 *
 * @throws {ParameterError} naming every missing field, and listing the fields that are present.
 * @throws {TypeError} for an invalid mapping.
 */
export function mapParameters(mapping: ParameterMapping, body: JsonValue): Parameters {
  return compileMapping(mapping)(body);
}

const readMapping = objectWith<ParameterMapping>();

/** Checks a mapping once, for use with many bodies. */
export function compileMapping(mapping: ParameterMapping, name = 'parameters'): CompiledMapping {
  const parameters = Object.entries(readMapping(mapping, name)).map(([parameter, text]) => {
    const path = `${name}.${parameter}`;
    if (typeof text !== 'string') throw expected(path, 'text');
    return { parameter, text, reference: parseReference(text, path) };
  });
  return body => {
    const found: [string, JsonValue][] = [];
    const missing: MissingField[] = [];
    for (const { parameter, text, reference } of parameters) {
      const result = resolve(reference, body);
      if ('value' in result) found.push([parameter, result.value]);
      else missing.push({ parameter, reference: text, available: listNames(result.available) });
    }
    if (missing.length > 0) throw new ParameterError(missing);
    return Object.fromEntries(found);
  };
}

type Resolution = { readonly value: JsonValue } | { readonly available: Iterable<string> };

function resolve(reference: ParameterReference, body: JsonValue): Resolution {
  return reference.kind === 'path' ? walk(reference.names, body) : search(reference.name, body);
}

function walk(names: readonly string[], body: JsonValue): Resolution {
  let value = body;
  for (const name of names) {
    const next = child(value, name);
    if (next === undefined) return { available: isContainer(value) ? Object.keys(value) : [] };
    value = next;
  }
  return { value };
}

/** Indexes of lists have no leading zeros (RFC 6901, section 4); `length` is not an element. */
function child(value: JsonValue, name: string): JsonValue | undefined {
  if (!isContainer(value) || !Object.hasOwn(value, name)) return undefined;
  if (isJsonObject(value)) return value[name];
  return /^(?:0|[1-9][0-9]*)$/.test(name) ? value[Number(name)] : undefined;
}

/** Finds the field or lists the others in a single walk: a hostile body has hundreds of thousands of lists. */
function search(name: string, body: JsonValue): Resolution {
  const available = new Set<string>();
  for (const object of objectsOf(body)) {
    const found = Object.hasOwn(object, name) ? object[name] : undefined;
    if (found !== undefined) return { value: found };
    if (available.size < listedFields) for (const field of Object.keys(object)) available.add(field);
  }
  return { available };
}

/** Breadth first, and without recursion: a body may be nested deeper than the stack. */
function* objectsOf(body: JsonValue): Iterable<JsonObject> {
  const waiting: JsonValue[] = [body];
  for (let next = 0; next < waiting.length; next++) {
    const value = waiting[next];
    if (!isContainer(value)) continue;
    if (isJsonObject(value)) yield value;
    for (const inner of isJsonObject(value) ? Object.values(value) : value) {
      if (isContainer(inner)) waiting.push(inner);
    }
  }
}

function isContainer(
  value: JsonValue | undefined,
): value is Exclude<JsonValue, null | boolean | number | string> {
  return typeof value === 'object' && value !== null;
}

/** A parameter's place in a body: a path, or the first field with a name. */
type ParameterReference =
  | { readonly kind: 'path'; readonly names: readonly string[] }
  | { readonly kind: 'first-of-name'; readonly name: string };

/**
 * Parses `customer`, `customer/address/city`, `value of city` or `value of <city>`. A path is a JSON Pointer (RFC 6901)
 * without its first slash: `~1` means a slash in a name, `~0` a tilde.
 *
 * @throws {TypeError} beginning with `name`, for a tilde that begins no escape, and for `value of` without a name.
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

/** The order matters, or `~01` would become a slash (RFC 6901, section 4). */
function unescapeName(segment: string, name: string): string {
  if (/~(?![01])/.test(segment)) throw expected(name, '`~0` for a tilde or `~1` for a slash');
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** A parameter whose field is not in the body. */
export interface MissingField {
  readonly parameter: string;
  /** As written in the mapping. */
  readonly reference: string;
  /** The fields that are present instead: those beside the missing one, or everywhere for `value of`; at most 20. */
  readonly available: readonly string[];
}

/** The number of field names that an error lists: a body may have a million. */
export const listedFields = 20;

/**
 * Thrown for a body that lacks fields of a mapping. The message lists the present fields; `missing` has every
 * parameter.
 */
export class ParameterError extends Error {
  override readonly name = 'ParameterError';
  readonly code = 'missing-field';
  readonly missing: readonly MissingField[];

  constructor(missing: readonly MissingField[]) {
    super(missing.map(describe).join(' '));
    this.missing = missing;
  }
}

/** The first distinct names, as an error lists them. */
function listNames(names: Iterable<string>): readonly string[] {
  const listed = new Set<string>();
  for (const name of names) {
    if (listed.size === listedFields) break;
    listed.add(excerpt(name));
  }
  return [...listed];
}

function describe({ parameter, reference, available }: MissingField): string {
  const there =
    available.length === 0 ? 'there are no fields' : `found only ${available.map(quote).join(', ')}`;
  const lastName = reference.slice(Math.max(reference.lastIndexOf('/'), reference.lastIndexOf(' ')) + 1);
  const meant = didYouMean(lastName, available);
  const hint = meant === undefined ? '' : ` Did you mean ${quote(meant)}?`;
  return `The parameter ${quote(parameter)} needs the field ${quote(reference)}, but ${there}.${hint}`;
}

function quote(name: string): string {
  return `\`${name}\``;
}
