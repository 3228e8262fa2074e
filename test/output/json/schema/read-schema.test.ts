import { expect, it } from 'vitest';
import { readSchema } from '../../../../src/output/json/schema/schema.ts';

const read = (schema: unknown) => () => readSchema(schema, 'schema');

it.each([
  [1, ': expected a schema: an object, `true` or `false`'],
  [null, ': expected a schema: an object, `true` or `false`'],
  [[], ': expected a schema: an object, `true` or `false`'],
  ['x', ': expected a schema: an object, `true` or `false`'],
  [{ type: 'strnig' }, '/type: expected one of null, boolean, number, integer, string, array, object'],
  [{ type: [] }, '/type: expected one of null, boolean, number, integer, string, array, object'],
  [{ type: ['string', 'x'] }, '/type: expected one of null, boolean, number, integer, string, array, object'],
  [{ type: 1 }, '/type: expected one of null, boolean, number, integer, string, array, object'],
  [{ enum: 1 }, '/enum: expected an array'],
  [{ enum: {} }, '/enum: expected an array'],
  [{ minLength: -1 }, '/minLength: expected a whole number from 0'],
  [{ maxLength: 1.5 }, '/maxLength: expected a whole number from 0'],
  [{ minItems: '1' }, '/minItems: expected a whole number from 0'],
  [{ maxItems: -1 }, '/maxItems: expected a whole number from 0'],
  [{ minProperties: -1 }, '/minProperties: expected a whole number from 0'],
  [{ maxProperties: -1 }, '/maxProperties: expected a whole number from 0'],
  [{ minContains: -1 }, '/minContains: expected a whole number from 0'],
  [{ maxContains: -1 }, '/maxContains: expected a whole number from 0'],
  [{ minimum: '1' }, '/minimum: expected a number'],
  [{ maximum: Number.NaN }, '/maximum: expected a number'],
  [{ exclusiveMinimum: Number.POSITIVE_INFINITY }, '/exclusiveMinimum: expected a number'],
  [{ exclusiveMaximum: true }, '/exclusiveMaximum: expected a number'],
  [{ multipleOf: 0 }, '/multipleOf: expected a number above 0'],
  [{ multipleOf: -1 }, '/multipleOf: expected a number above 0'],
  [{ pattern: 1 }, '/pattern: expected text'],
  [{ pattern: '(' }, '/pattern: expected a regular expression (ECMA-262, with the flag `u`)'],
  [{ uniqueItems: 1 }, '/uniqueItems: expected `true` or `false`'],
  [{ required: 'a' }, '/required: expected an array'],
  [{ required: [1] }, '/required/0: expected text'],
  [{ dependentRequired: [] }, '/dependentRequired: expected an object'],
  [{ dependentRequired: { a: [1] } }, '/dependentRequired/a/0: expected text'],
  [{ dependentSchemas: { a: 1 } }, '/dependentSchemas/a: expected a schema: an object, `true` or `false`'],
  [
    { dependencies: { 'a/b~c': 1 } },
    '/dependencies/a~1b~0c: expected a schema: an object, `true` or `false`',
  ],
  [{ properties: [] }, '/properties: expected an object'],
  [{ properties: { 'a/b~': 1 } }, '/properties/a~1b~0: expected a schema: an object, `true` or `false`'],
  [
    { patternProperties: { '(': {} } },
    '/patternProperties/(: expected a regular expression (ECMA-262, with the flag `u`)',
  ],
  [
    { patternProperties: { 'a/b': 1 } },
    '/patternProperties/a~1b: expected a schema: an object, `true` or `false`',
  ],
  [{ additionalProperties: 1 }, '/additionalProperties: expected a schema: an object, `true` or `false`'],
  [{ propertyNames: 1 }, '/propertyNames: expected a schema: an object, `true` or `false`'],
  [{ unevaluatedProperties: 1 }, '/unevaluatedProperties: expected a schema: an object, `true` or `false`'],
  [{ unevaluatedItems: 1 }, '/unevaluatedItems: expected a schema: an object, `true` or `false`'],
  [{ not: 1 }, '/not: expected a schema: an object, `true` or `false`'],
  [{ if: 1 }, '/if: expected a schema: an object, `true` or `false`'],
  [Object.fromEntries([['then', 1]]), '/then: expected a schema: an object, `true` or `false`'],
  [{ else: 1 }, '/else: expected a schema: an object, `true` or `false`'],
  [{ contains: 1 }, '/contains: expected a schema: an object, `true` or `false`'],
  [{ prefixItems: 1 }, '/prefixItems: expected an array'],
  [{ prefixItems: [1] }, '/prefixItems/0: expected a schema: an object, `true` or `false`'],
  [{ items: 1 }, '/items: expected a schema: an object, `true` or `false`'],
  [{ items: [1] }, '/items/0: expected a schema: an object, `true` or `false`'],
  [{ items: [{}], additionalItems: 1 }, '/additionalItems: expected a schema: an object, `true` or `false`'],
  [{ allOf: 1 }, '/allOf: expected an array'],
  [{ allOf: [1] }, '/allOf/0: expected a schema: an object, `true` or `false`'],
  [{ anyOf: 1 }, '/anyOf: expected an array'],
  [{ anyOf: [{}, 1] }, '/anyOf/1: expected a schema: an object, `true` or `false`'],
  [{ oneOf: 1 }, '/oneOf: expected an array'],
  [{ oneOf: [1] }, '/oneOf/0: expected a schema: an object, `true` or `false`'],
  [{ $ref: 1 }, '/$ref: expected text'],
  [
    { $ref: '#/$defs/x' },
    '/$ref: `#/$defs/x` is not in the schema; a reference may only go to a part of it, such as `#/$defs/text`',
  ],
  [
    { $ref: 'x' },
    '/$ref: `x` is not in the schema; a reference may only go to a part of it, such as `#/$defs/text`',
  ],
  [
    { $ref: '#x' },
    '/$ref: `#x` is not in the schema; a reference may only go to a part of it, such as `#/$defs/text`',
  ],
  [
    { $ref: '#/a~1b' },
    '/$ref: `#/a~1b` is not in the schema; a reference may only go to a part of it, such as `#/$defs/text`',
  ],
  [
    { $ref: '#/title/x', title: 'T' },
    '/$ref: `#/title/x` is not in the schema; a reference may only go to a part of it, such as `#/$defs/text`',
  ],
  [
    { $ref: '#/toString' },
    '/$ref: `#/toString` is not in the schema; a reference may only go to a part of it, such as `#/$defs/text`',
  ],
  [{ 'x-syntax': 1 }, '/x-syntax: expected text'],
  [
    { $ref: '#/%zz' },
    '/$ref: `#/%zz` is not in the schema; a reference may only go to a part of it, such as `#/$defs/text`',
  ],
  [
    { $ref: '#/default/x', default: null },
    '/$ref: `#/default/x` is not in the schema; a reference may only go to a part of it, such as `#/$defs/text`',
  ],
  [
    { $ref: '#/title/length', title: 'T' },
    '/$ref: `#/title/length` is not in the schema; a reference may only go to a part of it, such as `#/$defs/text`',
  ],
  [
    { $ref: '#undefined' },
    '/$ref: `#undefined` is not in the schema; a reference may only go to a part of it, such as `#/$defs/text`',
  ],
  [
    { $ref: '#X', properties: { properties: { default: { $anchor: 'X' } } } },
    '/$ref: `#X` is not in the schema; a reference may only go to a part of it, such as `#/$defs/text`',
  ],
  [{ multipleOf: '1' }, '/multipleOf: expected a number above 0'],
  [{ allOf: [{ $ref: '#' }] }, ': refers to itself without going into the value'],
  [{ anyOf: [{ $ref: '#' }] }, ': refers to itself without going into the value'],
  [{ oneOf: [{ $ref: '#' }] }, ': refers to itself without going into the value'],
  [{ not: { $ref: '#' } }, ': refers to itself without going into the value'],
  [{ if: { $ref: '#' } }, ': refers to itself without going into the value'],
  [{ else: { $ref: '#' } }, ': refers to itself without going into the value'],
  [{ dependentSchemas: { a: { $ref: '#' } } }, ': refers to itself without going into the value'],
  [
    {
      properties: { a: { allOf: [{ $ref: '#/properties/b' }] }, b: { allOf: [{ $ref: '#/properties/a' }] } },
    },
    '/properties/a: refers to itself without going into the value',
  ],
  [
    { $defs: { a: { $id: 'https://x.example/a' } } },
    '/$defs/a/$id: a schema within another cannot have an address of its own; leave the `$id` out',
  ],
  [
    { properties: { a: { properties: { b: { $id: 'x' } } } } },
    '/properties/a/properties/b/$id: a schema within another cannot have an address of its own; leave the `$id` out',
  ],
])('what cannot be read is a TypeError that names its place: %j', (schema, message) => {
  expect(read(schema)).toThrow(TypeError);
  expect(read(schema)).toThrow(expect.objectContaining({ message: `schema${message}` }));
});

it.each([
  [{ minLength: 0 }],
  [{ additionalItems: 1 }],
  [{ properties: { default: { $anchor: 'X' }, a: { $ref: '#X' } } }],
  [{ items: { $ref: '#' } }],
  [{ properties: { $id: { type: 'string' } } }],
  [{ const: { $id: 'x', $anchor: 'b' } }],
  [{ default: { $id: 'x' } }],
  [{ enum: [{ $id: 'x' }] }],
  [{ examples: [{ $id: 'x' }] }],
  [{ example: { $id: 'x' } }],
  [{ dependentSchemas: { $id: {} } }],
  [{ dependencies: { $id: {} } }],
  [{ dependentRequired: { $id: ['a'] } }],
  [{ patternProperties: { $id: {} } }],
  [{ $defs: { $id: {} } }],
  [{ definitions: { $id: {} } }],
  [{ description: 3, title: 4, minimum: 5 }],
])('can be read: %j', schema => {
  expect(read(schema)).not.toThrow();
});

/** So many levels of a word, each within the other. */
const nested = (levels: number, around: (inner: unknown) => unknown, innermost: unknown): unknown =>
  Array.from({ length: levels }).reduce(around, innermost);
const items = (inner: unknown) => ({ items: inner });
const array = (inner: unknown) => [inner];

/** A chain of definitions, each of which refers to the next one. */
const chain = (length: number) => {
  const links = Array.from({ length }, (_, at) => [`d${at + 1}`, { $ref: `#/$defs/d${at + 2}` }] as const);
  return { $ref: '#/$defs/d1', $defs: { ...Object.fromEntries(links), [`d${length + 1}`]: {} } };
};

it('schemas may be 200 levels deep, constants too, references 500 after one another, and there may be 20,000', () => {
  expect(read(nested(200, items, {}))).not.toThrow();
  expect(read(nested(201, items, {}))).toThrow('expected schemas at most 200 levels deep');
  expect(read(nested(200, inner => ({ allOf: [inner] }), {}))).not.toThrow();
  expect(read(nested(201, inner => ({ allOf: [inner] }), {}))).toThrow('schemas at most 200 levels deep');
  expect(read(nested(201, inner => ({ properties: { a: inner } }), {}))).toThrow(
    'schemas at most 200 levels',
  );
  expect(read(nested(201, inner => ({ dependentSchemas: { a: inner } }), {}))).toThrow('schemas at most 200');
  expect(read(nested(50_000, items, {}))).toThrow('expected schemas at most 200 levels deep');
  expect(read({ const: nested(200, inner => ({ a: inner }), 1) })).toThrow('values at most 200 levels deep');
  expect(read({ enum: [nested(200, array, 1)] })).toThrow('values at most 200 levels deep');
  expect(read({ const: nested(199, array, 1) })).not.toThrow();
  expect(read({ const: nested(200, array, 1) })).toThrow(
    'schema/const: expected values at most 200 levels deep',
  );
  const referred = (levels: number) => ({ $ref: '#/$defs/a', $defs: { a: nested(levels, items, {}) } });
  expect(read(referred(199))).not.toThrow();
  expect(read(referred(200))).toThrow('schemas at most 200 levels deep');
  const deep = { items: nested(5, items, { $ref: '#/$defs/a' }), $defs: { a: nested(198, items, {}) } };
  expect(read(deep)).not.toThrow();
  expect(read(chain(498))).not.toThrow();
  expect(read(chain(499))).toThrow('expected references at most 500 after one another');
  const several = (length: number) => ({ anyOf: Array.from({ length }, () => ({})) });
  expect(read(several(19_999))).not.toThrow();
  expect(read(several(20_000))).toThrow('schema: expected at most 20000 subschemas');
});

it('a schema that was read is not read again', () => {
  const schema = { items: { type: 'string' } };
  expect(readSchema(schema, 'schema')).toBe(readSchema(schema, 'schema'));
});
