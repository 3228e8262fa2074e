import { quote } from '../../../diagnostics/catalogue/excerpt.ts';
import { constantsOf, lengths, numericRange } from './assess.ts';
import { counted } from './output.ts';
import { asksNothing, type JsonScalar, type Schema } from './schema.ts';

/** What a schema asks at one place of a value, in words. */
export interface OutlinePlace {
  /** The names on the way there, and `[]` for the items of a list, `[header]` for those of a kind: `blocks[header].text`. */
  readonly path: string;
  /** Whether it has to be there wherever what contains it is, in every form that the value may have. */
  readonly isRequired: boolean;
  /** In which cases it has to be there besides: ``where `kind` is `"leaf"` ``; none that takes more than a few words. */
  readonly requiredIn: readonly string[];
  /** What the schema says about it. */
  readonly description?: string | undefined;
  /** Its limits: `at most 255 characters`. */
  readonly asks: readonly string[];
}

interface Mutable extends OutlinePlace {
  isRequired: boolean;
  readonly requiredIn: string[];
  description: string | undefined;
  readonly asks: string[];
}

/** More places would not be read, and alternatives within alternatives can be any number. */
const maxPlaces = 500;
/** Nor would longer conditions, or more of them. */
const maxCases = 8;

/** The places that a schema says something about, each one before those within it. */
export function outlineOf(schema: Schema): readonly OutlinePlace[] {
  const places = new Map<string, Mutable>();
  const open = new Set<Schema>();
  /** What was visited at each path, and whether as something that always applies: references lead to it again and again. */
  const visited = new Map<string, Map<Schema, boolean>>();
  visit(schema, '', true);
  return [...places.values()].filter(
    ({ path, isRequired, requiredIn, description, asks }) =>
      path !== '' && (isRequired || requiredIn.length > 0 || description || asks.length > 0),
  );

  function visit(at: Schema, path: string, isAlways: boolean): void {
    // What contains itself is told once.
    if (open.has(at) || places.size >= maxPlaces) return;
    const here = visited.get(path) ?? new Map<Schema, boolean>();
    if (here.get(at) === true || here.get(at) === isAlways) return;
    visited.set(path, here.set(at, isAlways));
    open.add(at);
    const place = placeAt(path);
    place.description ??= at.description;
    for (const limit of limitsOf(at)) if (!place.asks.includes(limit)) place.asks.push(limit);
    const keyPath = (key: string) => (path === '' ? key : `${path}.${key}`);
    const keyAt = (key: string) =>
      places.size < maxPlaces || places.has(keyPath(key)) ? placeAt(keyPath(key)) : undefined;
    for (const key of isAlways ? (at.required ?? []) : []) {
      const member = keyAt(key);
      if (member) member.isRequired = true;
    }
    for (const each of at.all ?? []) visit(each, path, isAlways);
    for (const [key, each] of at.properties ?? []) visit(each, keyPath(key), isAlways);
    const asked = at.if && casesOf(at.if, key => places.get(keyPath(key))?.isRequired === true);
    const kind = ofKind(path, at.if);
    const isOfKind = kind !== path && asked?.length === 1;
    for (const { keys, when } of isAlways ? needsOf(at, asked?.join(' and '), isOfKind) : [])
      for (const key of keys) {
        const member = keyAt(key);
        if (member && member.requiredIn.length < maxCases && !member.requiredIn.includes(when))
          member.requiredIn.push(when);
      }
    for (const each of [...(at.prefixItems ?? []), at.items, at.contains])
      if (each) visit(each, `${path}[]`, isAlways);
    if (at.additionalProperties) visit(at.additionalProperties, keyPath('*'), isAlways);
    for (const each of [...(at.any ?? []).flat(), ...(at.one ?? [])]) visit(each, ofKind(path, each), false);
    if (at.then) visit(at.then, kind, isAlways && isOfKind);
    if (at.else) visit(at.else, path, false);
    open.delete(at);
  }

  function placeAt(path: string): Mutable {
    const place = places.get(path) ?? newPlace(path);
    places.set(path, place);
    return place;
  }
}

function newPlace(path: string): Mutable {
  return { path, isRequired: false, requiredIn: [], description: undefined, asks: [] };
}

/** Keys that have to be there in some cases. */
interface Need {
  readonly keys: readonly string[];
  /** When, in words. */
  readonly when: string;
}

/** What a schema needs where its `if` holds, and besides; what it asks of items of a kind, these always need. */
function needsOf(schema: Schema, asked: string | undefined, isOfKind: boolean): readonly Need[] {
  const { any = [], one, dependentRequired = [], dependentSchemas = [] } = schema;
  const beside = (key: string) => `where ${quote(key)} is there`;
  return [
    ...[...dependentRequired].map(([key, keys]) => ({ keys, when: beside(key) })),
    ...[...dependentSchemas].map(([key, each]) => ({ keys: keysNeededBy(each), when: beside(key) })),
    ...(asked === undefined || isOfKind ? [] : [{ keys: keysNeededBy(schema.then), when: `where ${asked}` }]),
    ...(asked === undefined ? [] : [{ keys: keysNeededBy(schema.else), when: `unless ${asked}` }]),
    ...(one ? [...any, one] : any).flatMap(alternativeNeeds),
  ];
}

/** Of alternatives that need a key each, one of these has to be there. */
function alternativeNeeds(group: readonly Schema[]): readonly Need[] {
  if (group.length > maxCases) return [];
  const needed = group.map(keysNeededBy);
  const keys = [...new Set(needed.flat())];
  if (keys.length < 2 || needed.some(({ length }) => length !== 1)) return [];
  return keys.map(key => {
    const others = keys.filter(each => each !== key).map(quote);
    return { keys: [key], when: `unless ${others.join(', ').replace(/, (?=`[^`]*`$)/, ' or ')} is there` };
  });
}

function keysNeededBy(schema: Schema | undefined): readonly string[] {
  return schema ? [schema, ...(schema.all ?? [])].flatMap(({ required = [] }) => required) : [];
}

/** When a schema holds that asks for keys and constants alone, in words. */
function casesOf(
  { properties, required = [], types: _, ...others }: Schema,
  isSure: (key: string) => boolean,
): readonly string[] | undefined {
  if (!asksNothing(others) || (properties?.size ?? 0) + required.length > maxCases) return undefined;
  const members = [...(properties ?? [])].map(([key, member]) => {
    const constants = constantsOnly(member);
    const isThere = required.includes(key) || isSure(key);
    return constants && `${quote(key)} is ${constantsOf(constants)}${isThere ? '' : ' or missing'}`;
  });
  const keys = required.filter(key => !properties?.has(key)).map(key => `${quote(key)} is there`);
  const cases = [...members, ...keys].filter(each => each !== undefined);
  return cases.length > 0 && cases.length === members.length + keys.length ? cases : undefined;
}

function constantsOnly({ all = [], ...own }: Schema): readonly JsonScalar[] | undefined {
  const [only, another] = asksNothing(own) ? all : [];
  if (!only || another) return undefined;
  const { constants, ...others } = only;
  return constants && constants.length > 0 && asksNothing(others) ? constants : undefined;
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
    isBounded && numericRange(schema),
    pattern && `what \`${pattern.source}\` matches`,
  ];
  return limits.filter(limit => typeof limit === 'string');
}

function countOf(least: number | undefined, most: number | undefined, what: string): string | false {
  if (most !== undefined)
    return least ? `${least} to ${counted(most, what)}` : `at most ${counted(most, what)}`;
  return least ? `at least ${counted(least, what)}` : false;
}
