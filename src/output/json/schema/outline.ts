import { constantsOf, lengths, rangeOf } from './assess.ts';
import { counted } from './output.ts';
import type { Schema } from './schema.ts';

/** What a schema asks at one place of a value, in words. */
export interface OutlinePlace {
  /** The names on the way there, and `[]` for the items of a list, `[header]` for those of a kind: `blocks[header].text`. */
  readonly path: string;
  /** Whether it has to be there wherever what contains it is, in every form that the value may have. */
  readonly isRequired: boolean;
  /** What the schema says about it. */
  readonly description?: string | undefined;
  /** Its limits: `at most 255 characters`. */
  readonly asks: readonly string[];
}

type Mutable = { path: string; isRequired: boolean; description: string | undefined; asks: string[] };

/** More places would not be read, and alternatives within alternatives can be any number. */
const mostPlaces = 500;

/** The places that a schema says something about, each one before those within it. */
export function outlineOf(schema: Schema): readonly OutlinePlace[] {
  const places = new Map<string, Mutable>();
  const open = new Set<Schema>();
  /** What was visited at each path, and whether as something that always applies: references lead to it again and again. */
  const visited = new Map<string, Map<Schema, boolean>>();
  visit(schema, '', true);
  return [...places.values()].filter(
    ({ path, isRequired, description, asks }) =>
      path !== '' && (isRequired || description || asks.length > 0),
  );

  function visit(at: Schema, path: string, isAlways: boolean): void {
    // What contains itself is told once.
    if (open.has(at) || places.size >= mostPlaces) return;
    const here = visited.get(path) ?? new Map<Schema, boolean>();
    if (here.get(at) === true || here.get(at) === isAlways) return;
    visited.set(path, here.set(at, isAlways));
    open.add(at);
    const place = placeAt(path);
    place.description ??= at.description;
    for (const limit of limitsOf(at)) if (!place.asks.includes(limit)) place.asks.push(limit);
    for (const each of at.all ?? []) visit(each, path, isAlways);
    const keyPath = (key: string) => (path === '' ? key : `${path}.${key}`);
    for (const key of isAlways ? (at.required ?? []) : [])
      if (places.size < mostPlaces || places.has(keyPath(key))) placeAt(keyPath(key)).isRequired = true;
    for (const [key, each] of at.properties ?? []) visit(each, keyPath(key), isAlways);
    for (const each of [...(at.prefixItems ?? []), at.items, at.contains])
      if (each) visit(each, `${path}[]`, isAlways);
    if (at.additionalProperties) visit(at.additionalProperties, keyPath('*'), isAlways);
    for (const each of [...(at.any ?? []).flat(), ...(at.one ?? [])]) visit(each, ofKind(path, each), false);
    if (at.then) visit(at.then, ofKind(path, at.if), false);
    if (at.else) visit(at.else, path, false);
    open.delete(at);
  }

  function placeAt(path: string): Mutable {
    const place = places.get(path) ?? { path, isRequired: false, description: undefined, asks: [] };
    places.set(path, place);
    return place;
  }
}

/** Forms of an item are told apart by a member that has one text alone, such as its `type`. */
function ofKind(path: string, form: Schema | undefined): string {
  if (!form || !path.endsWith('[]')) return path;
  for (const member of form.properties?.values() ?? []) {
    const [kind, another] = [member, ...(member.all ?? [])].flatMap(({ constants = [] }) => constants);
    if (typeof kind === 'string' && another === undefined) return `${path.slice(0, -1)}${kind}]`;
  }
  return path;
}

function limitsOf(schema: Schema): readonly string[] {
  const { constants, minLength, maxLength, minItems, maxItems, minProperties, maxProperties } = schema;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, pattern } = schema;
  const isBounded = [minimum, maximum, exclusiveMinimum, exclusiveMaximum].some(bound => bound !== undefined);
  const limits = [
    constants && constants.length > 0 && constantsOf(constants),
    (minLength || maxLength !== undefined) && lengths(minLength ?? 0, maxLength ?? Number.POSITIVE_INFINITY),
    countOf(minItems, maxItems, 'item'),
    countOf(minProperties, maxProperties, 'member'),
    isBounded && rangeOf(schema),
    pattern && `what \`${pattern.source}\` matches`,
  ];
  return limits.filter(limit => typeof limit === 'string');
}

function countOf(least: number | undefined, most: number | undefined, what: string): string | false {
  if (most !== undefined)
    return least ? `${least} to ${counted(most, what)}` : `at most ${counted(most, what)}`;
  return least ? `at least ${counted(least, what)}` : false;
}
