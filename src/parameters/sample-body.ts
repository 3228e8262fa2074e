import { isJsonObject, type JsonObject, type JsonValue } from '../output/json/json-value.ts';
import { mapParameters, ParameterError, type ParameterMapping, parseReference } from './parameter-mapping.ts';

/** Stands for every value. */
const example = 'example';

/** A body with a value for each parameter of a mapping: the first test runs with it. */
export function sampleBodyFor(mapping: ParameterMapping): JsonValue {
  // One parameter may be the object in which another one is.
  const deepestFirst = Object.entries(mapping).toSorted(
    ([, one], [, other]) => depthOf(other) - depthOf(one),
  );
  return deepestFirst.reduce<JsonValue>((body, [parameter, at]) => withSample(body, at, parameter), {});
}

function depthOf(reference: string): number {
  return reference.split('/').length;
}

/**
 * The body with a value where a parameter is read from, if that can be added: fields are added to objects, and nothing
 * that is there is changed.
 *
 * @throws {TypeError} beginning with `parameter`, for a reference that cannot be read.
 */
export function withSample(body: JsonValue, reference: string, parameter: string): JsonValue {
  const read = parseReference(reference, parameter);
  return added(body, read.kind === 'path' ? read.names : [read.name]);
}

function added(body: JsonValue | undefined, names: readonly string[]): JsonValue {
  const [name, ...inner] = names;
  if (name === undefined) return body === undefined ? example : body;
  if (body !== undefined && !isJsonObject(body)) return body;
  const fields: JsonObject = body ?? {};
  const before = Object.hasOwn(fields, name) ? fields[name] : undefined;
  // `__proto__` is a name like any other.
  return Object.fromEntries([
    ...Object.entries(fields).filter(([field]) => field !== name),
    [name, added(before, inner)],
  ]);
}

/** The parameters that a body has no value for, by name, with where it would be. */
export function missingIn(
  body: JsonValue,
  mapping: ParameterMapping,
): readonly { readonly parameter: string; readonly reference: string }[] {
  try {
    mapParameters(mapping, body);
    return [];
  } catch (error) {
    if (error instanceof ParameterError) return error.missing;
    throw error;
  }
}
