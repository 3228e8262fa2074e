import { expect, it } from 'vitest';
import { outlineOf } from '../../../../src/output/json/schema/outline.ts';
import { readSchema } from '../../../../src/output/json/schema/schema.ts';
import { whether } from './judge.ts';

it('names each place with its limits, those of kinds apart, and what contains itself once', () => {
  const node = {
    type: 'object',
    required: ['kind'],
    properties: { kind: { type: 'string' }, code: { type: 'string', minLength: 4, maxLength: 4 } },
    oneOf: [
      {
        properties: { kind: { const: 'leaf' }, size: { minimum: 0, maximum: 9 } },
        required: ['size'],
      },
      { properties: { kind: { const: 'twig' }, nodes: { $ref: '#/properties/nodes' } } },
    ],
  };
  const schema = {
    required: ['nodes'],
    properties: { nodes: { description: 'What grows.', minItems: 1, maxItems: 3, items: node } },
    additionalProperties: { pattern: '^x' },
  };
  expect(outlineOf(readSchema(schema, 'schema'))).toEqual([
    { path: 'nodes', isRequired: true, requiredIn: [], description: 'What grows.', asks: ['1 to 3 items'] },
    { path: 'nodes[].kind', isRequired: true, requiredIn: [], asks: [] },
    { path: 'nodes[].code', isRequired: false, requiredIn: [], asks: ['exactly 4 characters'] },
    { path: 'nodes[leaf].kind', isRequired: false, requiredIn: [], asks: ['`"leaf"`'] },
    { path: 'nodes[leaf].size', isRequired: false, requiredIn: [], asks: ['a number from 0 to 9'] },
    { path: 'nodes[twig].kind', isRequired: false, requiredIn: [], asks: ['`"twig"`'] },
    { path: '*', isRequired: false, requiredIn: [], asks: ['what `^x` matches'] },
  ]);
});

it('says nothing of what is not asked, and ends where alternatives multiply', () => {
  expect(outlineOf(readSchema({ properties: { a: {}, b: true } }, 'schema'))).toEqual([]);
  const form = (level: number): object =>
    level === 0
      ? { type: 'string', maxLength: 9 }
      : { anyOf: [form(level - 1), { properties: { [`a${level}`]: form(level - 1), b: form(level - 1) } }] };
  const places = outlineOf(readSchema(form(7), 'schema'));
  expect(places.length).toBeGreaterThan(10);
  expect(places.length).toBeLessThanOrEqual(500);
});

it('is as short where references lead to the same schema again and again, and where very many keys are required', () => {
  const twice = (level: number) => [{ $ref: `#/$defs/d${level + 1}` }, { $ref: `#/$defs/d${level + 1}` }];
  for (const word of ['allOf', 'anyOf', 'oneOf']) {
    const levels = Array.from({ length: 40 }, (_, level) => [`d${level}`, { [word]: twice(level) }]);
    const last = { properties: { a: { maxLength: 1 } } };
    const schema = { $ref: '#/$defs/d0', $defs: { ...Object.fromEntries(levels), d40: last } };
    expect(outlineOf(readSchema(schema, 'schema'))).toMatchObject([{ path: 'a' }]);
  }
  const required = Array.from({ length: 2000 }, (_, index) => `key${index}`);
  expect(outlineOf(readSchema({ required }, 'schema')).length).toBeLessThanOrEqual(500);
});

it('says that something is required although it was met as an alternative before', () => {
  const a = { $ref: '#/$defs/a' };
  const schema = { allOf: [{ anyOf: [a] }, a], $defs: { a: { required: ['b'] } } };
  expect(outlineOf(readSchema(schema, 'schema'))).toMatchObject([{ path: 'b', isRequired: true }]);
});

/** Each place with an exclamation mark if it is required, its limits, and its description in parentheses. */
it.each([
  [
    {
      description: 'All.',
      maxProperties: 3,
      properties: {
        least: { minLength: 2 },
        most: { maxLength: 1 },
        between: { minLength: 1, maxLength: 3 },
        none: { minLength: 0 },
        few: { minItems: 1 },
        upTo: { maxItems: 1 },
        some: { minItems: 2, maxItems: 5 },
        any: { minItems: 0 },
        atMost: { minItems: 0, maxItems: 4 },
        wide: { minProperties: 1, maxProperties: 2 },
        narrow: { maxProperties: 1 },
        big: { minimum: 1 },
        small: { maximum: 1 },
        above: { exclusiveMinimum: 1 },
        below: { exclusiveMaximum: 1 },
        one: { const: 'a' },
        two: { enum: ['a', 1, null] },
        empty: { enum: [[]] },
        said: { description: 'Only said.' },
        silent: {},
        pattern: { pattern: '^a' },
      },
    },
    [
      'least: at least 2 characters',
      'most: at most one character',
      'between: 1 to 3 characters',
      'few: at least one item',
      'upTo: at most one item',
      'some: 2 to 5 items',
      'atMost: at most 4 items',
      'wide: 1 to 2 members',
      'narrow: at most one member',
      'big: a number of at least 1',
      'small: a number of at most 1',
      'above: a number above 1',
      'below: a number below 1',
      'one: `"a"`',
      'two: one of `"a"`, `1`, `null`',
      'empty: at most 0 items',
      'said: (Only said.)',
      'pattern: what `^a` matches',
    ],
  ],
  [
    {
      properties: {
        a: {
          description: 'First.',
          allOf: [{ description: 'Second.', maxLength: 3 }, { maxLength: 3 }, { minLength: 2 }],
        },
      },
    },
    ['a: at most 3 characters, at least 2 characters, (First.)'],
  ],
  [
    { required: ['z'], properties: { a: { required: ['b'], properties: { b: {}, c: { maxLength: 1 } } } } },
    ['z!: ', 'a.b!: ', 'a.c: at most one character'],
  ],
  [
    { anyOf: [{ required: ['a'], properties: { a: { maxLength: 1 } } }, { required: ['b'] }] },
    ['a?unless `b` is there: at most one character', 'b?unless `a` is there: '],
  ],
  [
    { allOf: [{ required: ['a'] }, { properties: { a: { allOf: [{ required: ['b'] }] } } }] },
    ['a!: ', 'a.b!: '],
  ],
  [
    {
      oneOf: [{ required: ['a'] }],
      ...whether(
        { required: ['x'] },
        { required: ['y'], properties: { t: { maxLength: 1 } } },
        { properties: { e: { maxLength: 2 } }, required: ['e'] },
      ),
    },
    ['y?where `x` is there: ', 'e?unless `x` is there: at most 2 characters', 't: at most one character'],
  ],
  [
    {
      prefixItems: [{ maxLength: 1 }, { maxLength: 2 }],
      items: { maxLength: 3 },
      contains: { maxLength: 4 },
    },
    ['[]: at most one character, at most 2 characters, at most 3 characters, at most 4 characters'],
  ],
  [
    {
      items: {
        anyOf: [
          { properties: { type: { const: 'h' }, t: { maxLength: 1 } } },
          { properties: { type: { enum: ['p', 'q'] }, t: { maxLength: 2 } } },
          { properties: { n: { const: 5 }, t: { maxLength: 3 } } },
          { maxLength: 4 },
          { properties: { t: { maxLength: 5 }, type: { const: 'late' } } },
        ],
      },
    },
    [
      '[]: at most 4 characters',
      '[h].type: `"h"`',
      '[h].t: at most one character',
      '[].type: one of `"p"`, `"q"`',
      '[].t: at most 2 characters, at most 3 characters',
      '[].n: `5`',
      '[late].t: at most 5 characters',
      '[late].type: `"late"`',
    ],
  ],
  [
    {
      items: {
        ...whether(
          { properties: { type: { const: 'h' } } },
          { properties: { t: { maxLength: 1 } } },
          { properties: { t: { maxLength: 2 } } },
        ),
      },
    },
    ['[h].t: at most one character', '[].t: at most 2 characters'],
  ],
  [
    { items: { ...whether(undefined, { properties: { t: { maxLength: 1 } } }) } },
    ['[].t: at most one character'],
  ],
  [
    { properties: { a: { anyOf: [{ properties: { type: { const: 'h' }, t: { maxLength: 1 } } }] } } },
    ['a.type: `"h"`', 'a.t: at most one character'],
  ],
  [
    {
      properties: {
        list: {
          items: { oneOf: [{ properties: { type: { allOf: [{ const: 'x' }] }, t: { maxLength: 1 } } }] },
        },
      },
    },
    ['list[].type: `"x"`', 'list[].t: at most one character'],
  ],
  [
    { additionalProperties: { maxLength: 1, additionalProperties: { maxLength: 2 } } },
    ['*: at most one character', '*.*: at most 2 characters'],
  ],
  [
    { properties: { deep: { properties: { er: { items: { items: { maxLength: 1 } } } } } } },
    ['deep.er[][]: at most one character'],
  ],
  [{ properties: { kids: { items: { $ref: '#' } }, a: { maxLength: 1 } } }, ['a: at most one character']],
  [{ required: ['a'], additionalProperties: false }, ['a!: ']],
  [
    { properties: { a: { $ref: '#/$defs/t' }, b: { $ref: '#/$defs/t' } }, $defs: { t: { maxLength: 1 } } },
    ['a: at most one character', 'b: at most one character'],
  ],
  [{ properties: { a: { enum: [] } } }, []],
  [false, []],
  [true, []],
])('says what is asked by %j', (schema, places) => {
  const outline = outlineOf(readSchema(schema, 'schema'));
  const said = outline.map(({ path, isRequired, requiredIn, description, asks }) => {
    const words = description === undefined ? asks : [...asks, `(${description})`];
    return `${path}${isRequired ? '!' : ''}${requiredIn.map(each => `?${each}`).join('')}: ${words.join(', ')}`;
  });
  expect(said).toEqual(places);
});

const kindIs = (...kinds: readonly string[]) => ({ properties: { kind: { enum: kinds } } });
const needs = (...required: readonly string[]) => ({ required });

const kinds = (when: object, yes: object, no?: object) => ({
  items: { ...needs('kind'), ...whether(when, yes, no) },
});

/** Each key that is required in some cases, with these. */
it.each([
  ['a key beside another', { dependentRequired: { a: ['b'] } }, ['b where `a` is there']],
  ['a key by a schema', { dependentSchemas: { a: needs('b') } }, ['b where `a` is there']],
  ['a key of draft-07', { dependencies: { a: ['b'] } }, ['b where `a` is there']],
  ['one of two', { anyOf: [needs('a'), needs('b')] }, ['a unless `b` is there', 'b unless `a` is there']],
  [
    'one of three',
    { oneOf: [needs('a'), needs('b'), { $ref: '#/$defs/c' }], $defs: { c: needs('c') } },
    ['a unless `b` or `c` is there', 'b unless `a` or `c` is there', 'c unless `a` or `b` is there'],
  ],
  [
    'a constant that may be missing',
    whether(kindIs('x'), needs('a')),
    ['a where `kind` is `"x"` or missing'],
  ],
  [
    'a constant of a key that is required',
    { ...needs('kind'), allOf: [whether(kindIs('x', 'y'), needs('a'), needs('b'))] },
    ['a where `kind` is one of `"x"`, `"y"`', 'b unless `kind` is one of `"x"`, `"y"`'],
  ],
  [
    'a constant and a key',
    whether({ ...kindIs('x'), ...needs('kind', 'c') }, needs('a')),
    ['a where `kind` is `"x"` and `c` is there'],
  ],
  [
    'a key in two cases',
    { dependentRequired: { a: ['c'], b: ['c'] } },
    ['c where `a` is there or where `b` is there'],
  ],
  [
    'what a kind of items needs',
    { items: { ...needs('kind'), ...whether(kindIs('x'), { anyOf: [needs('a'), needs('b')] }) } },
    ['[x].a unless `b` is there', '[x].b unless `a` is there'],
  ],
  [
    'the same case once',
    { allOf: [{ dependentRequired: { a: ['b'] } }, { dependentRequired: { a: ['b'] } }] },
    ['b where `a` is there'],
  ],
  [
    'what items of another kind need',
    kinds(kindIs('x'), needs('a'), needs('b')),
    ['[].b unless `kind` is `"x"`'],
  ],
  [
    'what items of a kind need beside a key',
    kinds({ ...kindIs('x'), ...needs('c') }, needs('a')),
    ['[].a where `kind` is `"x"` and `c` is there'],
  ],
  [
    'a constant that has a default',
    { ...needs('kind'), ...whether({ properties: { kind: { const: 'x', default: 'x' } } }, needs('a')) },
    ['a where `kind` is `"x"`'],
  ],
  ['no condition that is empty', whether({}, needs('a')), []],
  ['no condition of which some is left out', whether({ ...kindIs('x'), minProperties: 2 }, needs('a')), []],
  [
    'no constant beside a pattern',
    whether({ properties: { kind: { const: 'x' }, key: { pattern: 'x' } } }, needs('a')),
    [],
  ],
  [
    'no constant that has a pattern',
    whether({ properties: { kind: { enum: ['x', 'y'], pattern: 'x' } } }, needs('a')),
    [],
  ],
  [
    'no constants of which others are left out',
    whether({ properties: { kind: { enum: ['x', 'y'], allOf: [{ enum: ['x', 'z'] }] } } }, needs('a')),
    [],
  ],
  ['no constant of none', whether({ properties: { kind: { enum: [] } } }, needs('a')), []],
  ['no condition that is none', whether({ minProperties: 2 }, needs('a')), []],
  ['no pattern', whether({ properties: { kind: { pattern: 'x' } } }, needs('a')), []],
  ['no alternatives of several keys', { anyOf: [needs('a', 'b'), needs('c')] }, []],
  ['no alternatives that all need the same', { anyOf: [needs('a'), needs('a')] }, []],
  ['nothing that only an alternative asks', { anyOf: [{ dependentRequired: { a: ['b'] } }] }, []],
])('says in words when a key is required: %s', (_, schema, cases) => {
  const outline = outlineOf(readSchema(schema, 'schema'));
  const said = outline.flatMap(({ path, requiredIn }) =>
    requiredIn.length > 0 ? [`${path} ${requiredIn.join(' or ')}`] : [],
  );
  expect(said).toEqual(cases);
});

it('says of items of a kind what they always need, unless the list is an alternative', () => {
  const schema = kinds(kindIs('x'), needs('a'));
  const required = (of: object) =>
    outlineOf(readSchema(of, 'schema')).flatMap(({ path, isRequired }) => (isRequired ? [path] : []));
  expect(required(schema)).toEqual(['[].kind', '[x].a']);
  expect(required({ anyOf: [schema] })).toEqual([]);
});

it('tells no more cases than would be read', () => {
  const names = Array.from({ length: 2000 }, (_, index) => `key${index}`);
  const dependentRequired = Object.fromEntries(names.map(name => [name, names.slice(0, 9)]));
  for (const { requiredIn } of outlineOf(readSchema({ dependentRequired }, 'schema')))
    expect(requiredIn.length).toBeLessThanOrEqual(8);
  const told = (of: object) => outlineOf(readSchema(of, 'schema')).length;
  const alternatives = (count: number) => ({ anyOf: names.slice(0, count).map(name => needs(name)) });
  expect([8, 9, 2000].map(count => told(alternatives(count)))).toEqual([8, 0, 0]);
  const condition = (count: number) => whether(needs(...names.slice(0, count)), needs('a'));
  expect([8, 9, 2000].map(count => told(condition(count)))).toEqual([1, 0, 0]);
});
