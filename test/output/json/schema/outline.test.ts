import { expect, it } from 'vitest';
import { outlineOf } from '../../../../src/output/json/schema/outline.ts';
import { readSchema } from '../../../../src/output/json/schema/schema.ts';

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
    { path: 'nodes', isRequired: true, description: 'What grows.', asks: ['1 to 3 items'] },
    { path: 'nodes[].kind', isRequired: true, asks: [] },
    { path: 'nodes[].code', isRequired: false, asks: ['exactly 4 characters'] },
    { path: 'nodes[leaf].kind', isRequired: false, asks: ['`"leaf"`'] },
    { path: 'nodes[leaf].size', isRequired: false, asks: ['a number from 0 to 9'] },
    { path: 'nodes[twig].kind', isRequired: false, asks: ['`"twig"`'] },
    { path: '*', isRequired: false, asks: ['what `^x` matches'] },
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
