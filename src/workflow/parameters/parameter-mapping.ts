import { expected, objectWith } from '../../http/define-options.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../http/json-value.ts';
import { listedFields, listNames, type MissingField, ParameterError } from './parameter-error.ts';
import { type ParameterReference, parseReference } from './parameter-reference.ts';

/**
 * From the name of a parameter to where its value is in a body: `customer` is a top-level field,
 * `customer/address/city` a nested one (elements of lists by index, `~1` for a slash in a name, `~0` for a tilde),
 * and `value of city` (or `value of <city>`) the first field of that name, breadth first.
 */
export type ParameterMapping = Readonly<Record<string, string>>;

/** The values that a mapping found, under the names of their parameters. */
export type Parameters = Readonly<Record<string, JsonValue>>;

export type CompiledMapping = (body: JsonValue) => Parameters;

/**
 * The parameters of a task, read from the body of its run. Own fields alone are found;
 * a field that holds `null` is there.
 *
 * @throws {ParameterError} naming every field that is missing, and listing what was there.
 * @throws {TypeError} for an invalid mapping.
 */
export function mapParameters(mapping: ParameterMapping, body: JsonValue): Parameters {
  return compileMapping(mapping)(body);
}

const readMapping = objectWith<ParameterMapping>();

/** Checks a mapping once, for many bodies. */
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

/** Of a list, an index is written without leading zeros (RFC 6901, section 4); its `length` is not an element. */
function child(value: JsonValue, name: string): JsonValue | undefined {
  if (!isContainer(value) || !Object.hasOwn(value, name)) return undefined;
  if (isJsonObject(value)) return value[name];
  return /^(?:0|[1-9][0-9]*)$/.test(name) ? value[Number(name)] : undefined;
}

/** One walk for both answers: a hostile body has hundreds of thousands of lists. */
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
