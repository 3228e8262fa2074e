import { describe, expect, it } from 'vitest';
import { applyFix } from '../../../../src/diagnostics/fixes/apply-fix.ts';
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
  false: { const: false },
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
  expect(judge({ part: text }, { minProperties: 1 })).toBe('unknown');
  expect(judge({ part: text }, { maxProperties: 0 })).toBe('unknown');
  expect(judge({ part: text }, { maxProperties: 1 })).toBe('right');
  expect(judge({ part: text, other: text, another: 'string' }, { minProperties: 1 })).toBe('right');
  expect(judge({ part: text, other: text, another: 'string' }, { minProperties: 2 })).toBe('unknown');
  const isNumber = { anyOf: [{ properties: { part: { type: 'number' } } }] };
  expect(judge({ part: 'string' }, isNumber)).toBe('wrong');
  expect(judge({ part: text }, isNumber)).toBe('unknown');
  // A list that is missing is written as an empty one.
  expect(judge({ part: optional(listOf('string')) }, { required: ['part'] })).toBe('right');
});

it('there may be any number of items, and two of them may be the same', () => {
  expect(judge(listOf('string'), { minItems: 1 })).toBe('unknown');
  expect(judge(listOf('string'), { maxItems: 99 })).toBe('unknown');
  expect(judge(listOf(['a', 'b']), { uniqueItems: true })).toBe('unknown');
  expect(judge({ a: ['x'], b: ['x'] }, { uniqueItems: true })).toBe('right');
  expect(judge(listOf('number'), { contains: { type: 'number' } })).toBe('unknown');
  expect(judge(listOf('number'), { contains: { type: 'string' } })).toBe('wrong');
  expect(judge(listOf('number'), { contains: { type: 'string' }, minContains: 0 })).toBe('right');
  expect(judge(listOf('number'), { not: { contains: { type: 'number' } } })).toBe('unknown');
});

/** What is found, with its place and fixes. */
function found(source: string, schema: JsonSchema): readonly string[] {
  const variables = {
    title: 'string',
    group: optional({ name: 'string', size: 'number', at: 'date' }),
    groups: listOf({ name: 'string', names: listOf('string') }),
  } as const;
  return validateTemplate(source, { output: 'json', schema, variables }).map(
    ({ range, message, fixes }) =>
      `«${source.slice(range.start, range.end)}» ${message} ${fixes.map(({ title }) => title).join()}`,
  );
}

describe('what is wrong with a part', () => {
  const short = { type: 'string', maxLength: 3 };

  it('is wrong where the whole is there, and with the tag, which nothing about the part would mend', () => {
    const schema = { properties: { a: { properties: { name: short, at: { type: 'number' } } } } };
    expect(found('{"a":$group$$if(group)$,"b":1$endif$}', schema)).toEqual([
      '«$group$» The schema may refuse what is written here: it expects at most 3 characters, but this may be a text of any length when `group` has a value. ',
      '«$group$» The schema expects a number here, but found a text of up to 27 characters when `group` has a value. ',
    ]);
    expect(found('{"a":$if(group)$1$else$$group$$endif$}', schema)).toEqual([]);
  });

  it('says nothing of what follows', () => {
    const ofNames = { properties: { names: { items: short } } };
    expect(found('[$groups$,"$title$"]', { prefixItems: [{ items: ofNames }, short] })).toEqual([
      '«$groups$» The schema may refuse what is written here: it expects at most 3 characters, but this may be a text of any length. ',
      '«"$title$"» The schema may refuse what is written here: it expects at most 3 characters, but this may be a text of any length. Cut it to what fits',
    ]);
    expect(found('{"b":1,"a":$group$}', { properties: { a: { type: 'object' } } })).toEqual([
      '«$group$» The schema expects an object in `{` and `}` here, but found `null`. Leave it out where it is missing',
    ]);
    // The keys of a part are none of the object around it.
    expect(found('{"a":$group$,"name":1}', { required: ['size'] })).toHaveLength(1);
    expect(found('{"a":$group$,"name":1}', { required: ['a', 'name'], maxProperties: 2 })).toEqual([]);
  });

  it('is no slip of a key that is declared', () => {
    expect(found('$group$', { properties: { nmae: {}, at: {} } })).toEqual([
      '«$group$» The schema says nothing about the key `name`, which is probably ignored: `nmae` may be meant. ',
    ]);
  });
});

/** What the template would be after the fixes. */
function mended(source: string, schema: JsonSchema): readonly string[] {
  const tags = listOf('string');
  const variables = { tags, order: { tags }, orders: listOf({ tags }) } as const;
  const found = validateTemplate(source, { output: 'json', schema, variables });
  return found.flatMap(({ fixes }) => fixes.map(fix => `${fix.title}: ${applyFix(source, fix)}`));
}

it.each([
  ['{"t":$tags$}', 'At most 3 items: {"t":[$for(item in tags; max="3")$$item$$sep$,$endfor$]}'],
  ['{"t":$order.tags$}', 'At most 3 items: {"t":[$for(item in order.tags; max="3")$$item$$sep$,$endfor$]}'],
  [
    '{"t":[$for(item in orders; max="1")$$item.tags$$endfor$]}',
    'At most 3 items: {"t":[$for(item in orders; max="1")$[$for(entry in item.tags; max="3")$$entry$$sep$,$endfor$]$endfor$]}',
  ],
  ['{"t":$tags; null="-"$}', undefined],
])('%s with more items than it may have is written one by one, up to so many', (source, fixed) => {
  const few = { type: 'array', maxItems: 3, items: { maxItems: 3 } };
  for (const t of [few, { $ref: '#/$defs/few' }, { anyOf: [few, { const: '-' }] }])
    expect(mended(source, { properties: { t }, $defs: { few } }).slice(0, 1)).toEqual(fixed ? [fixed] : []);
});

const counted: JsonSchema = {
  properties: {
    few: { type: 'array', maxItems: 2 },
    some: { type: 'array', minItems: 1 },
    numbers: { items: { type: 'number' } },
    fewOrMany: {
      anyOf: [
        { type: 'array', maxItems: 1 },
        { type: 'array', minItems: 4 },
      ],
    },
  },
};

function foundIn(source: string): readonly string[] {
  const tags = listOf('string');
  const variables = {
    tags,
    late: optional(tags),
    order: optional({ tags }),
    orders: listOf({ tags }),
  } as const;
  return validateTemplate(source, { output: 'json', schema: counted, variables }).map(
    ({ code, message }) => `${code} ${message}`,
  );
}

it.each([
  '{"few":$if(tags.count < 3)$$tags$$else$[]$endif$}',
  '{"a":1$if(tags)$,"some":$tags$$endif$}',
  '{"a":1$if(late)$,"some":$late$$endif$}',
  '{"a":1$if(order.tags)$,"some":$order.tags$$endif$}',
  '[$for(o in orders)$ {"few":$if(o.tags.count == 2)$$o.tags$$else$[]$endif$}$sep$,$endfor$]',
  '{"a":1$if(!tags)$,"numbers":$tags$$endif$}',
  '{"fewOrMany":$if(tags.count > 3 || tags.count <= 1)$$tags$$else$[]$endif$}',
])('has as many items as conditions say: %s', source => {
  expect(foundIn(source)).toEqual([]);
});

it.each([
  [
    '{"few":$if(tags.count < 4)$$tags$$else$[]$endif$}',
    'schema-unproved The schema may refuse what is written here: it expects at most 2 items, but this may be 1 to 3 items when `tags` has 1 to 3 items.',
  ],
  [
    '{"some":$late$,"a":$if(late)$1$else$2$endif$}',
    'schema-count The schema expects at least one item here, but found 0 items when `late` is empty.',
  ],
  [
    '{"some":$if(tags)$$late$$else$[1]$endif$}',
    'schema-unproved The schema may refuse what is written here: it expects at least one item, but this may be 0 or more items when `tags` has items.',
  ],
  [
    '{"few":$tags$,"a":$if(tags.count > 2)$1$else$2$endif$}',
    'schema-count The schema expects at most 2 items here, but found 3 or more items when `tags` has 3 items or more.',
  ],
])('has no fewer and no more: %s', (source, said) => {
  expect(foundIn(source)).toEqual([said]);
});

it('is told of its items too where a fix for their number writes them one by one', () => {
  const schema = { properties: { t: { maxItems: 2, items: { type: 'string', maxLength: 5 } } } };
  const source = '{"t":$tags$}';
  const variables = { tags: listOf('string') } as const;
  const found = validateTemplate(source, { output: 'json', schema, variables });
  expect(found.map(({ message }) => /at most \d \w+/.exec(message)?.[0])).toEqual([
    'at most 5 characters',
    'at most 2 items',
  ]);
  expect(mended(source, schema)).toEqual([
    'At most 2 items: {"t":[$for(item in tags; max="2")$$item$$sep$,$endfor$]}',
  ]);
});
