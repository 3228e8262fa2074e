import { type Draw, drawFrom } from '../../../template/promise/hostile-contexts.ts';
import type { FittingPair } from './fitting-pairs.ts';
import { type JsonSchema, whether } from './judge.ts';
import { pick } from './typed-contexts.ts';

type Schema = Record<string, unknown>;
type Path = readonly (string | number)[];

const inMaps = ['properties', 'patternProperties', '$defs', 'definitions'];
const inLists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const alone = [
  ...['not', 'if', 'then', 'else', 'items', 'additionalItems', 'additionalProperties'],
  ...['propertyNames', 'contains', 'unevaluatedItems', 'unevaluatedProperties'],
];

/** The paths of a schema and of all that are in it. */
function placesIn(schema: unknown, path: Path = []): Path[] {
  if (typeof schema === 'boolean') return [path];
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap((each, index) => placesIn(each, [...path, index]));
  const inside = Object.entries(schema).flatMap(([keyword, value]) => {
    if (alone.includes(keyword)) return placesIn(value, [...path, keyword]);
    if (inLists.includes(keyword) && Array.isArray(value)) return placesIn(value, [...path, keyword]);
    if (!inMaps.includes(keyword) || typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([name, each]) => placesIn(each, [...path, keyword, name]));
  });
  return [path, ...inside];
}

function at(schema: unknown, path: Path): unknown {
  return path.reduce<unknown>((part, key) => (part as Record<string | number, unknown>)[key], schema);
}

function changed(schema: unknown, path: Path, change: (part: unknown) => unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return change(schema);
  if (Array.isArray(schema))
    return schema.map((each, index) => (index === key ? changed(each, rest, change) : each));
  const whole = schema as Schema;
  return { ...whole, [key]: changed(whole[key], rest, change) };
}

const counts = [
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'minContains',
  'maxContains',
];
const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];
const types = ['string', 'number', 'integer', 'boolean', 'null', 'object', 'array'];
const keys = ['a', 'b', 'c', 'type', 'text', 'severity', 'kind', 'value', 'name', 'x-1', ' ', 'k0'];
const constants: readonly unknown[] = [
  ...[0, 1, 5, -25, 0.3, 'ok', '', 'info', 'error', 'left', 'k0', 'k1', true, false, null, '😀'],
  ...[[], {}, [1], { a: 1 }, { kind: 'k0' }, ['info']],
];
const patterns = [
  '^[a-z]*$',
  '^.{0,5}$',
  'o',
  '^\\d',
  '😀',
  '^\\p{L}+$',
  '[^x]',
  '^(info|error|warning)$',
  '^$',
  '\\ud83d',
  '-',
];

/** One assertion about anything. */
function assertion(draw: Draw): Schema {
  const some = () => pick(draw, constants);
  const key = () => pick(draw, keys);
  return pick<() => Schema>(draw, [
    () => ({ [pick(draw, counts.slice(0, 6))]: pick(draw, [0, 1, 2, 3, 4, 5, 7, 10, 20, 40]) }),
    () => ({ [pick(draw, bounds)]: pick(draw, [-25, -1, 0, 1, 2.5, 3, 5, 10, 99.5, 100, 1e21]) }),
    () => ({ multipleOf: pick(draw, [1, 2, 5, 0.5, 0.01, 1e-7]) }),
    () => ({ pattern: pick(draw, patterns) }),
    () => ({ type: pick(draw, types) }),
    () => ({
      type: [pick(draw, types), pick(draw, types)].filter((each, index, all) => all.indexOf(each) === index),
    }),
    () => ({ enum: [some(), some(), 'warning'] }),
    () => ({ const: some() }),
    () => ({ required: [key()] }),
    () => ({ dependentRequired: { [key()]: [key()] } }),
    () => ({ properties: { [key()]: simple(draw) } }),
    () => ({ properties: { [key()]: simple(draw) }, additionalProperties: false }),
    () => ({ patternProperties: { [pick(draw, ['^[a-c]', 'e', '^x-', '.'])]: simple(draw) } }),
    () => ({ additionalProperties: simple(draw) }),
    () => ({
      propertyNames: pick<JsonSchema>(draw, [
        { maxLength: 4 },
        { pattern: '^[a-z]' },
        { minLength: 1 },
        { enum: [...keys] },
      ]),
    }),
    () => ({ items: simple(draw) }),
    () => ({ prefixItems: [simple(draw), simple(draw)], items: draw(2) === 0 }),
    () => ({ prefixItems: [simple(draw)], unevaluatedItems: draw(2) === 0 ? false : simple(draw) }),
    () => ({ unevaluatedItems: false }),
    () => ({ contains: simple(draw) }),
    () => ({ contains: simple(draw), minContains: draw(3), maxContains: 1 + draw(3) }),
    () => ({ uniqueItems: true }),
    () => ({ unevaluatedProperties: draw(2) === 0 ? false : simple(draw) }),
    () => whether(simple(draw), simple(draw), simple(draw)),
    () => whether({ required: [key()] }, { required: [key()] }),
    () =>
      whether(
        { properties: { [key()]: { const: some() } } },
        { required: [key()] },
        { properties: { [key()]: simple(draw) } },
      ),
    () => ({ dependentSchemas: { [key()]: simple(draw) } }),
    () => ({ not: simple(draw) }),
    () => ({ 'x-unknown': 1, format: 'email', contentEncoding: 'base64' }),
  ])();
}

function simple(draw: Draw): JsonSchema {
  return draw(5) === 0 ? draw(3) > 0 : assertion(draw);
}

function withoutOne<T>(draw: Draw, list: readonly T[]): readonly T[] {
  const index = draw(list.length);
  return list.filter((_, at) => at !== index);
}

function nudged(draw: Draw, keyword: string, value: number): unknown {
  const next = value + pick(draw, [-1, -1, 1, 1, -2, 3]);
  if (counts.includes(keyword)) return Math.max(0, next);
  return keyword === 'multipleOf'
    ? Math.abs(next) || 1
    : pick(draw, [next, value + 0.5, value * (1 + Number.EPSILON)]);
}

/** What a keyword says, said a little differently. */
function varied(draw: Draw, keyword: string, value: unknown): unknown {
  if (typeof value === 'number') return nudged(draw, keyword, value);
  if (keyword === 'enum' && Array.isArray(value))
    return value.length > 1 && draw(2) === 0 ? withoutOne(draw, value) : [...value, pick(draw, constants)];
  if (keyword === 'required' && Array.isArray(value))
    return value.length > 0 && draw(2) === 0
      ? withoutOne(draw, value)
      : [...new Set([...value, pick(draw, keys)])];
  if (keyword === 'properties' && typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    if (entries.length === 0) return value;
    const chosen = draw(entries.length);
    return Object.fromEntries(
      entries.flatMap(([name, schema], index) =>
        index !== chosen ? [[name, schema]] : draw(2) === 0 ? [] : [[pick(draw, keys), schema]],
      ),
    );
  }
  if (keyword === 'type')
    return pick(draw, [pick(draw, types), [...new Set([pick(draw, types), pick(draw, types)])]]);
  if (keyword === 'const') return pick(draw, constants);
  if (keyword === 'pattern') return pick(draw, patterns);
  return value;
}

/** A schema that says something else at one place, often a little more than is true. */
function mutateSchema(draw: Draw, schema: JsonSchema): JsonSchema {
  const places = placesIn(schema);
  const path = pick(draw, places);
  const other = at(schema, pick(draw, places));
  const part = at(schema, path);
  const keywords = typeof part === 'object' && part !== null ? Object.keys(part) : [];
  const change = (): unknown => {
    if (typeof part !== 'object' || part === null) return draw(2) === 0 ? assertion(draw) : !part;
    const whole = part as Schema;
    const keyword = keywords.length > 0 ? pick(draw, keywords) : undefined;
    switch (draw(12)) {
      case 0:
      case 1:
      case 2:
        return keyword === undefined
          ? assertion(draw)
          : { ...whole, [keyword]: varied(draw, keyword, whole[keyword]) };
      case 3:
      case 4:
        return { ...assertion(draw), ...whole };
      case 5:
        return { allOf: [whole, assertion(draw)] };
      case 6:
        return Object.fromEntries(Object.entries(whole).filter(([each]) => each !== keyword));
      case 7:
        return structuredClone(other);
      case 8:
        return pick<Schema>(draw, [
          { not: whole },
          { oneOf: [whole, structuredClone(other)] },
          { anyOf: [assertion(draw), whole] },
          { oneOf: [whole, assertion(draw)] },
          whether(assertion(draw), whole, structuredClone(other)),
          whether(whole, assertion(draw)),
          { not: { not: whole }, ...assertion(draw) },
        ]);
      case 9:
        return 'anyOf' in whole || 'oneOf' in whole
          ? Object.fromEntries(
              Object.entries(whole).map(([each, value]) => [
                each === 'anyOf' ? 'oneOf' : each === 'oneOf' ? 'anyOf' : each,
                value,
              ]),
            )
          : { ...whole, ...assertion(draw) };
      case 10:
        return 'properties' in whole
          ? { additionalProperties: false, unevaluatedProperties: false, ...whole }
          : { ...whole, ...assertion(draw) };
      default:
        return { ...whole, not: assertion(draw) };
    }
  };
  // Whatever was made of a schema is one.
  return changed(schema, path, change) as JsonSchema;
}

function replaced(draw: Draw, source: string, what: RegExp, by: (found: RegExpMatchArray) => string): string {
  const all = [...source.matchAll(what)];
  if (all.length === 0) return source;
  const found = pick(draw, all);
  return source.slice(0, found.index) + by(found) + source.slice(found.index + found[0].length);
}

const values = [
  ...[
    '$name$',
    '$name; max="5"$',
    '$note$',
    '$kind$',
    '$side$',
    '$odd$',
    '$count$',
    '$count; format="0"$',
    '$paid$',
  ],
  ...[
    '$isError$',
    '$at$',
    '$data$',
    '$words$',
    '$order$',
    '$words.count$',
    '$data.name$',
    '$moods$',
    '$digits$',
  ],
];
const conditions = [
  'isError',
  'dryRun',
  'kind == "info"',
  'side',
  'count > 5',
  'words',
  'paid',
  'name == ""',
  '!isError',
  'odd == ""',
];
const literals = [
  '0',
  '5',
  '-1',
  '1e400',
  '1e308',
  '"ok"',
  '"x"',
  '""',
  'null',
  'true',
  '[]',
  '{}',
  '[1,1.0]',
  '{"a":1}',
  '"\\ud83d"',
];

/** A template that writes something else at one place. */
function mutateSource(draw: Draw, source: string): string {
  switch (draw(9)) {
    case 0:
      return replaced(
        draw,
        source,
        /max="(\d+)"/g,
        ([, most]) => `max="${Math.max(1, Number(most) + pick(draw, [-1, 1, 5]))}"`,
      );
    case 1:
      return replaced(draw, source, /; max="\d+"(?=\$)/g, () => '');
    case 2:
      return replaced(draw, source, /\$(?!if|else|endif|for|sep|endfor)[a-z][^$]*\$/g, () =>
        pick(draw, values),
      );
    case 3:
      return replaced(draw, source, /(?<=\$(?:else)?if\()[^$]*(?=\)\$)/g, () => pick(draw, conditions));
    case 4:
      return replaced(draw, source, /"[a-z]*"(?=: )/g, () => JSON.stringify(pick(draw, keys)));
    case 5:
      return replaced(
        draw,
        source,
        /\$if\(([^$]*)\)\$([^$]*)\$else\$([^$]*)\$endif\$/g,
        ([, condition, yes, no]) =>
          pick(draw, [
            `${yes}`,
            `${no}`,
            `$if(${condition})$${no}$else$${yes}$endif$`,
            `$if(${condition})$${yes}$endif$`,
          ]),
      );
    case 6:
      return replaced(
        draw,
        source,
        /(?<=[[:,] ?|\$)(?:-?\d[\d.e]*|"ok"|true|false|null|\[\]|\{ \})(?=[,\]}$])/g,
        () => pick(draw, literals),
      );
    case 7:
      return replaced(draw, source, /, "[a-z]*": (?:"[^"$]*"|[\d.]+|true|null)(?=[,}])/g, ([member]) =>
        pick(draw, ['', member + member]),
      );
    default:
      return replaced(draw, source, /ok|: |é|😀/g, () =>
        pick(draw, ['', '$name$', '\\u00e9', '$odd$', '\\ud83d', 'five5']),
      );
  }
}

/** The pair with as many changes, which follow from the seed. */
export function mutate(fitting: FittingPair, changes: number, seed: number): FittingPair {
  const draw = drawFrom(seed);
  let pair = fitting;
  for (let index = 0; index < changes; index++)
    pair =
      draw(3) > 0
        ? { ...pair, schema: mutateSchema(draw, pair.schema) }
        : { ...pair, source: mutateSource(draw, pair.source) };
  return pair;
}
