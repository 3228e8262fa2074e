import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../../../src/output/json/schema/schema.ts';
import { listOf, optional, type PresentType } from '../../../../src/template/resolve/variables.ts';
import { validateTemplate } from '../../../../src/template/template.ts';

/** What is asked of each part of a list or group. */
const schemas = {
  text: { type: 'string' },
  'text or null': { type: ['string', 'null'] },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  true: { const: true },
  list: { type: 'array' },
  group: { type: 'object' },
  'group with a': { type: 'object', required: ['a'] },
  'high or low': { enum: ['high', 'low'] },
  low: { const: 'low' },
  'no long text': { maxLength: 4 },
  'a text up to 3': { type: 'string', maxLength: 3 },
  'a text up to 40': { type: 'string', maxLength: 40 },
  'no short text': { minLength: 4 },
} satisfies Record<string, JsonSchema>;

type Name = keyof typeof schemas;

interface Row {
  readonly type: PresentType;
  /** What each of its values fulfils. */
  readonly right: readonly Name[];
  /** What some of them may not; any other schema refuses one. */
  readonly unknown?: readonly Name[];
}

const rows: readonly Row[] = [
  {
    type: 'string',
    right: ['text', 'text or null'],
    unknown: ['high or low', 'low', 'no long text', 'a text up to 3', 'a text up to 40', 'no short text'],
  },
  { type: 'date', right: ['text', 'text or null', 'a text up to 40', 'no short text'] },
  { type: 'boolean', right: ['boolean', 'no long text', 'no short text'] },
  { type: 'number', right: ['number', 'no long text', 'no short text'] },
  { type: 'json', right: [], unknown: Object.keys(schemas) as Name[] },
  {
    type: ['high', 'low'],
    right: ['text', 'text or null', 'high or low', 'no long text', 'a text up to 40'],
  },
  { type: listOf('string'), right: ['list', 'no long text', 'no short text'] },
  { type: { a: 'string' }, right: ['group', 'group with a', 'no long text', 'no short text'] },
  {
    type: { a: optional('string') },
    right: ['group', 'no long text', 'no short text'],
    unknown: ['group with a'],
  },
];

function judge(type: PresentType, schema: JsonSchema): 'right' | 'unknown' | 'wrong' {
  const found = validateTemplate('$whole$', { output: 'json', schema, variables: { whole: type } });
  if (found.some(({ severity }) => severity === 'error')) return 'wrong';
  return found.length > 0 ? 'unknown' : 'right';
}

describe.each(rows)('parts of the type $type', ({ type, right, unknown = [] }) => {
  it.each(Object.entries(schemas))('are judged by whether they are %s', (name, schema) => {
    const isIn = (names: readonly string[]) => names.includes(name);
    const expected = isIn(right) ? 'right' : isIn(unknown) ? 'unknown' : 'wrong';
    expect(judge(listOf(type), { type: 'array', items: schema })).toBe(expected);
    expect(judge({ part: type }, { type: 'object', properties: { part: schema } })).toBe(expected);
  });
});

it('items that may be missing are null, and parts that may be are left out', () => {
  const text = optional('string');
  expect(judge(listOf(text), { items: { type: 'string' } })).toBe('wrong');
  expect(judge(listOf(text), { items: { type: ['string', 'null'] } })).toBe('right');
  expect(judge({ part: text }, { properties: { part: { type: 'string' } } })).toBe('right');
  expect(judge({ part: text }, { required: ['part'] })).toBe('unknown');
  expect(judge({ part: 'string' }, { required: ['part'], maxProperties: 1 })).toBe('right');
  expect(judge({ part: 'string' }, { minProperties: 2 })).toBe('wrong');
  // A list that is missing is written as an empty one.
  expect(judge({ part: optional(listOf('string')) }, { required: ['part'] })).toBe('right');
});
