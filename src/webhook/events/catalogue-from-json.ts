import { nameSyntax } from '../../../grammar/names.ts';
import {
  aListOf,
  aText,
  type Check,
  defineOptions,
  expected,
  InvalidArgument,
  optional,
  unchecked,
} from '../../options/define-options.ts';
import { didYouMean } from '../../spelling/did-you-mean.ts';
import {
  listOf,
  optional as optionalType,
  type PresentType,
  type VariableType,
} from '../../template/resolve/variables.ts';
import { createCatalogue } from './define-events.ts';
import type { EventCatalogue, EventMap } from './event-catalogue.ts';
import { assertKeywords, otherKeyword } from './schema-keywords.ts';

/**
 * Reads a catalogue from data, such as the contents of a JSON or YAML file: `{ events: { 'order.paid': { title, description?,
 * schema, sample? } } }`. The `schema` of an event is a JSON Schema (draft 2020-12 or draft-07) of its facts, which are an
 * object; a `schema` beside `events` has the facts of all events. A `$ref` is looked for in the schema, then in the whole of
 * the data. An event may also have `variables` and `constants` in place of a `schema`, and `renamed` stands beside `events` or in an
 * event, as in `defineEvents`.
 *
 * Keywords that allow fewer values of a type, such as `minimum` and `pattern`, are read over: nobody checks them.
 *
 * @throws {TypeError} naming the place and what to write there, for whatever no variable can express.
 */
export function catalogueFromJson(value: unknown): EventCatalogue<EventMap> {
  const { schema, variables, renamed, events } = readFile(withoutExtensions(value), root);
  const common =
    schema === undefined ? { variables, constants: {} } : readFacts(schema, `${root}.schema`, value);
  if (schema !== undefined && variables !== undefined) throw both(`${root}.variables`);
  return createCatalogue({
    ...(common.variables !== undefined && { variables: common.variables }),
    ...(renamed !== undefined && { renamed }),
    events: isObject(events)
      ? Object.fromEntries(
          Object.entries(events).map(([name, event]) => [
            name,
            readEvent(event, `${root}.events.${name}`, { name, common, document: value }),
          ]),
        )
      : events,
  });
}

const root = 'catalogue';

const readFile = defineOptions<{
  readonly schema: unknown;
  readonly variables: unknown;
  readonly renamed: unknown;
  readonly events: unknown;
  readonly $schema: unknown;
  readonly $defs: unknown;
  readonly definitions: unknown;
  readonly components: unknown;
}>({
  schema: unchecked(),
  variables: unchecked(),
  renamed: unchecked(),
  events: unchecked(),
  $schema: unchecked(),
  $defs: unchecked(),
  definitions: unchecked(),
  components: unchecked(),
});

const readWithSchema = defineOptions<{
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly schema: unknown;
  readonly variables: unknown;
  readonly renamed: unknown;
  readonly constants: unknown;
  readonly sample: unknown;
}>({
  title: optional(aText),
  description: optional(aText),
  schema: unchecked(),
  variables: unchecked(),
  renamed: unchecked(),
  constants: unchecked(),
  sample: unchecked(),
});

interface CommonFacts {
  readonly variables: unknown;
  readonly constants: object;
}

interface EventPlace {
  readonly name: string;
  readonly common: CommonFacts;
  readonly document: unknown;
}

function readEvent(event: unknown, at: string, { name, common, document }: EventPlace): unknown {
  if (!isObject(event)) return event;
  const { schema = {}, variables, constants, ...given } = readWithSchema(withoutExtensions(event), at);
  const isDefinition = event.schema === undefined;
  if (!isDefinition && variables !== undefined) throw both(`${at}.variables`);
  if (!isDefinition && constants !== undefined)
    throw new InvalidArgument(`${at}.constants: write each of them as \`const\` in the schema`);
  const words = isObject(schema) ? schema : {};
  const { title = textOr(words.title, name), description = textOr(words.description, undefined) } = given;
  const facts = isDefinition ? { variables, constants } : readFacts(schema, `${at}.schema`, document);
  for (const key of Object.keys(isDefinition ? {} : (facts.variables ?? {})))
    if (isObject(common.variables) && Object.hasOwn(common.variables, key))
      throw new InvalidArgument(`${at}.schema.properties.${key}: every event of the catalogue has this fact`);
  return {
    title,
    ...(description !== undefined && { description }),
    ...(facts.variables !== undefined && { variables: facts.variables }),
    constants: isObject(facts.constants ?? {})
      ? { ...common.constants, ...(facts.constants as object) }
      : facts.constants,
    ...(given.renamed !== undefined && { renamed: given.renamed }),
    ...(given.sample !== undefined && { sample: given.sample }),
  };
}

function textOr<T>(value: unknown, other: T): string | T {
  return typeof value === 'string' ? value : other;
}

function both(at: string): InvalidArgument {
  return new InvalidArgument(`${at}: write either this or \`schema\``);
}

/** Keys that begin with `x-` are for others, as in OpenAPI and AsyncAPI. */
function withoutExtensions(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !key.startsWith('x-')));
}

interface ReadFacts {
  readonly variables: Readonly<Record<string, VariableType>>;
  readonly constants: Readonly<Record<string, unknown>>;
}

/** The facts that a schema describes, directly among its properties. */
function readFacts(schema: unknown, at: string, document: unknown): ReadFacts {
  const { present, properties } = readType(schema, at, {
    ...{ schema, at, document, references: [], level: 0 },
    room: { left: maxSchemas },
  });
  if (properties === undefined)
    throw expected(at, present === 'json' ? 'an object with `properties`' : 'a schema of an object');
  const own = properties.filter(({ name, present: type }) => {
    if (name === 'event')
      throw new InvalidArgument(`${at}.properties.event: every event has this without a declaration`);
    if (name !== 'date') return true;
    if (type === 'date') return false;
    throw new InvalidArgument(
      `${at}.properties.date: every event has its date, of the format \`date-time\`; call this otherwise`,
    );
  });
  return {
    variables: Object.fromEntries(own.map(each => [each.name, declared(each)])),
    constants: Object.fromEntries(
      own.flatMap(({ name, constant }) => (constant === undefined ? [] : [[name, constant]])),
    ),
  };
}

/** Where a schema stands, for its references. */
interface Scope {
  /** The outermost schema, and where that stands. */
  readonly schema: unknown;
  readonly at: string;
  readonly document: unknown;
  /** Those that lead here. */
  readonly references: readonly string[];
  readonly level: number;
  /** How many schemas may still be read: references to references can make many of few. */
  readonly room: { left: number };
}

/** What a schema says of its values. */
interface ReadSchema {
  readonly present: PresentType;
  /** Whether it allows null, or a property may be left out. */
  readonly isOptional: boolean;
  /** The only value. */
  readonly constant?: unknown;
  /** Of an object whose properties are known. */
  readonly properties?: readonly ReadProperty[];
}

interface ReadProperty extends ReadSchema {
  readonly name: string;
}

function declared({ present, isOptional }: ReadSchema): VariableType {
  return isOptional ? optionalType(present) : present;
}

/** Of one event. */
const maxSchemas = 10_000;

/** Deeper nesting is refused for variables, too. */
const maxLevels = 20;

function readType(schema: unknown, at: string, scope: Scope): ReadSchema {
  if (scope.level > maxLevels) throw expected(at, `schemas at most ${maxLevels} levels deep`);
  scope.room.left--;
  if (scope.room.left < 0)
    throw expected(at, `at most ${maxSchemas} schemas, with those that references lead to`);
  if (schema === true) return anyJson;
  if (!isObject(schema)) throw expected(at, 'a JSON Schema: an object, or `true` for any JSON');
  assertKeywords(schema, at);
  if (schema.$ref !== undefined) return readReference(schema, at, scope);
  const combined = combinations.find(keyword => schema[keyword] !== undefined);
  if (combined !== undefined) return readCombined(schema, combined, at, scope);
  const read = schema.enum === undefined ? readTyped(schema, at, scope) : readEnum(schema.enum, `${at}.enum`);
  const { const: constant } = schema;
  if (constant === undefined) return read;
  if (constant === null) throw expected(`${at}.const`, 'another value than null, which is none');
  const hasType = schema.type !== undefined || schema.enum !== undefined || schema.properties !== undefined;
  return { ...(hasType ? read : { present: typeOfConstant(constant), isOptional: false }), constant };
}

const anyJson: ReadSchema = { present: 'json', isOptional: false };

const combinations = ['anyOf', 'oneOf', 'allOf'] as const;

function readReference(schema: GivenSchema, at: string, scope: Scope): ReadSchema {
  const { $ref: reference } = schema;
  const place = `${at}.$ref`;
  const beside = otherKeyword(schema, '$ref');
  if (beside !== undefined)
    throw new InvalidArgument(`${at}.${beside}: write it where \`$ref\` leads, which stands alone here`);
  if (typeof reference !== 'string' || !/^#(?:\/|$)/.test(reference))
    throw expected(place, 'a reference within the file, such as `#/$defs/order`');
  if (reference === '#' || scope.references.includes(reference))
    throw new InvalidArgument(`${place}: leads back to itself; write \`true\` where any JSON may stand`);
  const own = atPointer(scope.schema, reference);
  const found = own ?? atPointer(scope.document, reference);
  if (found === undefined) throw new InvalidArgument(`${place}: nothing stands there`);
  const next = { ...scope, references: [...scope.references, reference], level: scope.level + 1 };
  return readType(found, [own === undefined ? root : scope.at, ...stepsOf(reference)].join('.'), next);
}

/** The value at a JSON Pointer in a fragment (RFC 6901, section 6). */
function atPointer(value: unknown, fragment: string): unknown {
  let found = value;
  for (const key of stepsOf(fragment)) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = Array.isArray(found) ? found[Number(key)] : (found as Readonly<Record<string, unknown>>)[key];
  }
  return found;
}

function stepsOf(fragment: string): readonly string[] {
  const steps = fragment.split('/').slice(1);
  return steps.map(step => decoded(step).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/** One of several schemas, of which all but one are that of null. */
function readCombined(
  schema: GivenSchema,
  keyword: (typeof combinations)[number],
  at: string,
  scope: Scope,
): ReadSchema {
  const place = `${at}.${keyword}`;
  const beside = otherKeyword(schema, keyword);
  const all = schema[keyword];
  if (!Array.isArray(all)) throw expected(place, 'a list of schemas');
  const others = [...all.entries()].filter(([, each]) => keyword === 'allOf' || !isNull(each));
  const [first, ...more] = others;
  if (beside !== undefined || !first || more.length > 0) {
    const instead =
      keyword === 'allOf'
        ? 'write their properties into one schema'
        : 'write `true` for any JSON, or make an event of each case';
    throw new InvalidArgument(`${place}: has no type of its own; ${instead}`);
  }
  const [index, one] = first;
  const read = readType(one, `${place}[${index}]`, { ...scope, level: scope.level + 1 });
  return { ...read, isOptional: read.isOptional || all.length > 1 };
}

function isNull(schema: unknown): boolean {
  return isObject(schema) && (schema.type === 'null' || schema.const === null);
}

function readEnum(values: unknown, at: string): ReadSchema {
  if (!Array.isArray(values) || values.length === 0) throw expected(at, 'a list with at least one value');
  const present = values.filter(value => value !== null);
  const isOptional = present.length < values.length;
  const kinds = new Set(present.map(typeOfConstant));
  const [kind] = kinds;
  if (kind === undefined) throw expected(at, 'a value besides null');
  if (kinds.size > 1) return { present: 'json', isOptional };
  return { present: kind === 'string' ? [...new Set<string>(present)] : kind, isOptional };
}

function typeOfConstant(value: unknown): 'string' | 'number' | 'boolean' | 'json' {
  const kind = typeof value;
  return kind === 'string' || kind === 'number' || kind === 'boolean' ? kind : 'json';
}

const typeNames = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

function readTyped(schema: GivenSchema, at: string, scope: Scope): ReadSchema {
  const names = typesOf(schema, at);
  const kinds = new Set(names.map(name => (name === 'integer' ? 'number' : name)));
  const isOptional = kinds.delete('null');
  const [kind] = kinds;
  if (names.length > 0 && kind === undefined) throw expected(`${at}.type`, 'a type besides null');
  if (kinds.size !== 1) return { present: 'json', isOptional };
  if (kind === 'object') return { ...readObject(schema, at, scope), isOptional };
  if (kind === 'array') return { present: readList(schema, at, scope), isOptional };
  if (kind === 'string') return { present: schema.format === 'date-time' ? 'date' : 'string', isOptional };
  return { present: kind === 'boolean' ? 'boolean' : 'number', isOptional };
}

/** The types that are named, or that the keywords for them tell. */
function typesOf({ type, properties, items, format }: GivenSchema, at: string): readonly string[] {
  if (type === undefined) {
    if (properties !== undefined) return ['object'];
    if (items !== undefined) return ['array'];
    return format === 'date-time' ? ['string'] : [];
  }
  const given: readonly unknown[] = Array.isArray(type) ? type : [type];
  return given.map(name => {
    if (typeof name === 'string' && typeNames.includes(name)) return name;
    const meant = typeof name === 'string' ? didYouMean(name, typeNames) : undefined;
    const hint = meant === undefined ? '' : `; did you mean "${meant}"?`;
    throw expected(`${at}.type`, `"object", "array", "string", "number", "integer" or "boolean"${hint}`);
  });
}

function readList({ items = true }: GivenSchema, at: string, scope: Scope): PresentType {
  const item = readType(items, `${at}.items`, { ...scope, level: scope.level + 1 });
  return listOf(declared(withoutConstant(item, `${at}.items`)));
}

/** An object whose properties are not known is any JSON. */
function readObject(schema: GivenSchema, at: string, scope: Scope): Omit<ReadSchema, 'isOptional'> {
  const { properties, additionalProperties = true, patternProperties } = schema;
  if (properties === undefined) return { present: 'json' };
  if (!isObject(properties)) throw expected(`${at}.properties`, 'an object with a schema for each name');
  const isOpen = isObject(additionalProperties) && Object.keys(additionalProperties).length > 0;
  for (const [keyword, isThere] of [
    ['additionalProperties', isOpen],
    ['patternProperties', patternProperties !== undefined],
  ] as const) {
    if (!isThere) continue;
    const instead = 'leave out `properties`, and the whole object is any JSON, or leave this out';
    throw new InvalidArgument(`${at}.${keyword}: names that nobody knows have no type; ${instead}`);
  }
  const required = readRequired(schema.required, `${at}.required`, Object.keys(properties));
  const read = Object.entries(properties).map(([name, property]): ReadProperty => {
    const place = `${at}.properties.${name}`;
    if (!aName.test(name)) throw new InvalidArgument(`${place}: ${unfitName}`);
    const type = readType(property, place, { ...scope, level: scope.level + 1 });
    const isThere = required.includes(name) || type.constant !== undefined;
    return { ...type, name, isOptional: type.isOptional || !isThere };
  });
  const parts = read.map(each => [
    each.name,
    declared(scope.level === 0 ? each : withoutConstant(each, `${at}.properties.${each.name}`)),
  ]);
  return { present: Object.fromEntries(parts), properties: read };
}

const aName = new RegExp(`^${nameSyntax}$`);
const unfitName =
  'no template can name it, as it is not of letters, digits and `_`; leave out the `properties` of the object around it, which is any JSON then';

function readRequired(given: unknown, at: string, names: readonly string[]): readonly string[] {
  const required = readNames(given, at);
  const unknown = required.findIndex(name => !names.includes(name));
  if (unknown === -1) return required;
  const meant = didYouMean(required[unknown] ?? '', names);
  const hint = meant === undefined ? 'add it to `properties`' : `did you mean \`${meant}\`?`;
  throw new InvalidArgument(`${at}[${unknown}]: there is no such property; ${hint}`);
}

const readNames: Check<readonly string[]> = optional(aListOf(aText), []);

/** Only facts of an event itself can be constant. A text inside of them is a set of one. */
function withoutConstant(read: ReadSchema, at: string): ReadSchema {
  const { constant, ...rest } = read;
  if (constant === undefined) return read;
  if (typeof constant === 'string') return { ...rest, present: [constant] };
  throw new InvalidArgument(
    `${at}.const: only a fact of the event itself can be constant; write its \`type\``,
  );
}

/** An object with the members that are looked at. */
interface GivenSchema {
  readonly [key: string]: unknown;
  readonly schema?: unknown;
  readonly title?: unknown;
  readonly description?: unknown;
  readonly $ref?: unknown;
  readonly type?: unknown;
  readonly enum?: unknown;
  readonly const?: unknown;
  readonly properties?: unknown;
  readonly required?: unknown;
  readonly additionalProperties?: unknown;
  readonly patternProperties?: unknown;
  readonly items?: unknown;
  readonly format?: unknown;
}

function isObject(value: unknown): value is GivenSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
