import { listOf, type VariableSchema } from '../../src/template/resolve/variables.ts';
import { type JsonSchema, whether } from '../output/json/schema/judge.ts';
import { fill } from './inputs.ts';

/** A schema that should be expensive to check a template with, and a template of about any length for it. */
export interface HostileSchema {
  readonly schema: () => JsonSchema;
  readonly variables: VariableSchema;
  readonly make: (length: number) => string;
}

const times = <T>(count: number, each: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => each(index));
const byName = <T>(count: number, each: (index: number) => T): Record<string, T> =>
  Object.fromEntries(times(count, index => [`key${index}`, each(index)] as const));

const variables = {
  profile: 'string',
  kind: ['info', 'warning', 'error'],
  count: 'number',
  data: 'json',
  words: listOf('string'),
  alerts: listOf({ name: 'string', level: ['low', 'high'], firing: 'boolean' }),
  ...Object.fromEntries(times(200, index => [`v${index}`, 'boolean'] as const)),
} as const satisfies VariableSchema;

/** Each definition names the next one twice: written out they would be a billion. */
function doubling(word: 'anyOf' | 'allOf' | 'oneOf', place = '#'): JsonSchema {
  const depth = 30;
  const definitions = times(depth, index => [
    `d${index}`,
    { [word]: [{ $ref: `${place}/$defs/d${index + 1}` }, { $ref: `${place}/$defs/d${index + 1}` }] },
  ]);
  return {
    $ref: `${place}/$defs/d0`,
    $defs: { ...Object.fromEntries(definitions), [`d${depth}`]: { maxItems: 9 } },
  };
}

/** One in another, so deep. */
function nested(depth: number, outer: (inner: JsonSchema) => JsonSchema): JsonSchema {
  return times(depth, () => outer).reduce<JsonSchema>((inner, wrap) => wrap(inner), { type: 'array' });
}

const values = (length: number) => fill(length, '"$profile$",', '[', '1]');
const objects = (length: number) =>
  fill(length, '{"kind":"$kind$","text":"$profile; max="9"$","count":$count$},', '[', '1]');
/** Each object takes one of many forms, on each of two paths. */
const forms = (length: number) =>
  `[${times(Math.floor(length / 70), index => `{"kind":"k${index % 32}",$if(v${index % 200})$"a":1$else$"b":"$profile$"$endif$},`).join('')}1]`;

const form = (index: number): JsonSchema => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { const: `k${index}` }, a: { type: 'integer' }, b: { maxLength: index } },
  additionalProperties: false,
});

/** About 200 KB, as a receiver might publish: forms with many properties that are described at length. */
const large: JsonSchema = {
  type: 'array',
  items: { anyOf: [{ type: 'integer' }, ...times(30, index => ({ $ref: `#/$defs/form${index}` }))] },
  $defs: Object.fromEntries(
    times(30, index => [
      `form${index}`,
      {
        type: 'object',
        required: ['kind'],
        additionalProperties: false,
        properties: {
          kind: { const: `k${index}` },
          ...byName(60, key => ({
            type: 'string',
            maxLength: key,
            description: 'What it is for. '.repeat(4),
          })),
          a: { type: 'integer' },
          b: { type: 'string' },
        },
      },
    ]),
  ),
};

export const hostileSchemas: Readonly<Record<string, HostileSchema>> = {
  'a schema of exponentially many allOf in an alternative': {
    schema: () => ({
      anyOf: [{ $ref: '#/anyOf/1/$defs/d0' }, doubling('allOf', '#/anyOf/1')],
    }),
    variables,
    make: values,
  },
  ...Object.fromEntries(
    (['anyOf', 'allOf', 'oneOf'] as const).map(word => [
      `a schema of exponentially many ${word}`,
      { schema: () => doubling(word), variables, make: values },
    ]),
  ),
  'a schema of 30 forms, 200 KB long': { schema: () => large, variables, make: forms },
  'a schema of 32 forms in 32 forms': {
    schema: () => ({
      items: { oneOf: times(32, outer => ({ anyOf: times(32, inner => form(outer * 32 + inner)) })) },
    }),
    variables,
    make: forms,
  },
  'a schema of 1,000 alternatives': {
    schema: () => ({ items: { anyOf: times(1000, form) } }),
    variables,
    make: forms,
  },
  'a schema of 1,000 conditions': {
    schema: () => ({
      items: {
        allOf: times(1000, index =>
          whether({ properties: { kind: { const: `k${index}` } } }, { required: ['a'] }),
        ),
      },
    }),
    variables,
    make: forms,
  },
  'a schema that begins again in each alternative': {
    schema: () => ({
      anyOf: [
        { type: 'string' },
        { items: { $ref: '#' } },
        { items: { $ref: '#' }, maxItems: 3 },
        { not: { $ref: '#/anyOf/1' } },
      ],
    }),
    variables,
    make: length => `${'['.repeat(length / 2 - 5)}"$profile$"${']'.repeat(length / 2 - 5)}`,
  },
  'a schema of references that lead through each other': {
    schema: () => ({
      $ref: '#/$defs/a',
      $defs: {
        a: {
          type: 'array',
          items: { anyOf: [{ $ref: '#/$defs/b' }, { $ref: '#/$defs/a' }, { type: 'integer' }] },
        },
        b: { type: 'array', items: { oneOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }] } },
      },
    }),
    variables,
    make: length => fill(length, '[[[[$count$]],[]]],', '[', '1]'),
  },
  'a schema of 150 levels': {
    schema: () => nested(150, inner => ({ items: inner, not: { not: { maxItems: 5 } } })),
    variables,
    make: length => fill(length, `${'['.repeat(150)}"$profile$"${']'.repeat(150)},`, '[', '1]'),
  },
  'a schema of 150 negations': {
    schema: () => nested(150, inner => ({ not: inner })),
    variables,
    make: objects,
  },
  'a schema with 100,000 constants': {
    schema: () => ({
      items: {
        properties: {
          kind: { enum: times(100_000, index => `constant ${index}`) },
          text: { enum: times(100, index => ({ index })) },
        },
      },
    }),
    variables,
    make: objects,
  },
  'a schema with 15,000 keys': {
    schema: () => ({
      type: 'object',
      properties: byName(15_000, index => ({ maxLength: index })),
      required: times(15_000, index => `key${index}`),
      additionalProperties: false,
    }),
    variables,
    make: length =>
      `{${times(Math.floor(length / 24), index => `"key${index}":"$profile$",`).join('')}"last":1}`,
  },
  'a schema with 1,000 patterns of keys': {
    schema: () => ({
      patternProperties: Object.fromEntries(times(1000, index => [`^ke?y${index}[0-9]*$`, { maxLength: 5 }])),
      propertyNames: { pattern: '^[a-z0-9]*$' },
      dependentRequired: byName(1000, index => [`key${index + 1}`]),
    }),
    variables,
    make: length =>
      `{${times(Math.floor(length / 24), index => `"key${index}":"$profile$",`).join('')}"last":1}`,
  },
  'a schema whose items are compared': {
    schema: () => ({
      uniqueItems: true,
      contains: { const: { no: 'such' } },
      minContains: 5,
      maxContains: 9,
    }),
    variables,
    make: length => `[${times(Math.floor(length / 12), index => `{"a":${index}},`).join('')}1]`,
  },
  'a schema with patterns that try again and again': {
    schema: () => ({
      items: { anyOf: [{ pattern: '^(a+)+$' }, { pattern: '(a|a)*b$' }, { pattern: '^(?:.*,){9}x' }] },
    }),
    variables: { ...variables, word: [`${'a'.repeat(40)}!`, `${','.repeat(60)}`] },
    make: length => fill(length, `"${'a'.repeat(50)}!","$word$","$word$$word$",`, '[', '1]'),
  },
  'a schema with a pattern for one long text': {
    schema: () => ({ pattern: '^(.*a)*$', maxLength: 10 }),
    variables,
    make: length => fill(length, 'a', '"', '!"'),
  },
  'a schema of 32 forms for paths that are told apart later': {
    schema: () => ({ items: { oneOf: times(32, form) } }),
    variables,
    make: length =>
      `[${times(Math.floor(length / 420), row => `{${times(12, index => `$if(v${(row * 12 + index) % 200})$"x${index}":1,$endif$`).join('')}"kind":"k${row % 32}"},`).join('')}1]`,
  },
  'a schema for lists in lists': {
    schema: () => ({
      items: {
        anyOf: [
          { type: 'integer' },
          { maxItems: 5, items: { maxItems: 5, items: { enum: ['low', 'high'] } } },
        ],
      },
    }),
    variables,
    make: length =>
      fill(
        length,
        '[$for(alert in alerts; max="3")$[$for(word in words)$"$alert.level$"$sep$,$endfor$]$sep$,$endfor$],',
        '[',
        '1]',
      ),
  },
};

/** Schemas that nobody can read, and the place that the error names. */
export const unreadableSchemas: Readonly<Record<string, JsonSchema>> = {
  'nested 10,000 deep': nested(10_000, inner => ({ items: inner })),
  'a reference that leads to itself': { $ref: '#' },
  'references that lead nowhere but to each other': {
    $ref: '#/$defs/a',
    $defs: { a: { $ref: '#/$defs/b' }, b: { allOf: [{ $ref: '#/$defs/a' }] } },
  },
  'a reference to nothing': { items: { $ref: '#/$defs/none' } },
};
