import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../../../src/output/json/schema/schema.ts';
import { RenderError } from '../../../../src/template/render/render-error.ts';
import { listOf, optional } from '../../../../src/template/resolve/variables.ts';
import { compileTemplate, validateTemplate } from '../../../../src/template/template.ts';
import { whether } from './judge.ts';
import { variables } from './variables.ts';

function found(
  source: string,
  schema: JsonSchema,
  output: 'json' | 'json-lines' = 'json',
): readonly string[] {
  return validateTemplate(source, { output, schema, variables }).map(
    ({ code, message }) => `${code}: ${message}`,
  );
}

const codes = (source: string, schema: JsonSchema) => found(source, schema).map(each => each.split(':')[0]);
const object = (properties: object, more: object = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
});
const text = { type: 'string' };

/** A member that an item writes or not, whatever else is known. */
const perhapsA = '$for(link in links; max="1")$$if(link.url == "p")$"a":1,$endif$$endfor$';

/** A schema, with templates that are right under it, that break it, and of which nobody knows. */
interface Row {
  readonly schema: JsonSchema;
  readonly right: readonly string[];
  readonly wrong?: readonly string[];
  readonly unknown?: readonly string[];
}

const rows: Readonly<Record<string, Row>> = {
  'type: string': {
    schema: text,
    right: ['"a"', '$title$', '"$count$"', '$date$', '$level$', '"$title$ $note$"'],
    wrong: ['1', 'true', '[]', '{}', '$count$', '$isError$', '$note$'],
    unknown: ['$any$'],
  },
  'type: number': {
    schema: { type: 'number' },
    right: ['1.5', '-0', '1e3', '$count$', '$date; format="epoch-seconds"$', '$links.count$'],
    wrong: ['"1"', '$title$', 'null'],
    unknown: ['1e999'],
  },
  'type: integer': {
    schema: { type: 'integer' },
    right: ['1', '1.0', '$count; format="0"$', '$date; format="epoch-milliseconds"$', '$links.count$'],
    wrong: ['1.5', '"1"'],
    unknown: ['$count$'],
  },
  'several types': {
    schema: { type: ['string', 'null'] },
    right: ['$note$', 'null', '$title$'],
    wrong: ['1', '$count$'],
  },
  enum: {
    schema: { enum: ['high', 'low', 1, null, { a: [1] }] },
    right: [
      '"high"',
      '$level$',
      '1.0',
      '{"a": [1]}',
      '"$if(isError)$high$else$low$endif$"',
      '$if(word=="low")$$word$$else$null$endif$',
      '"h$if(isError)$igh$else$\\u0069gh$endif$"',
    ],
    wrong: ['"High"', '2', '{"a": [2]}', '{"a": [1], "b": 1}', '"$if(isError)$high$else$hi$endif$"'],
    unknown: ['$title$', '$count$', '$any$'],
  },
  required: {
    schema: object({ a: text }, { required: ['a', 'b'] }),
    right: [
      '{"a": "", "b": 1}',
      '{$if(isError)$"a": "x"$else$"a": "y"$endif$, "b": 1}',
      '{"\\u0061": "", "b": $any$}',
    ],
    wrong: ['{}', '{"a": ""}', '{"b": 1$if(isError)$, "a": ""$endif$}', '[{"a": "", "b": 1}]'],
    unknown: ['{"$title$": 1}'],
  },
  'closed objects': {
    schema: object({ a: text }, { additionalProperties: false, patternProperties: { '^x-': text } }),
    right: ['{}', '{"a": ""}', '{"x-1": "", "x-2": ""}'],
    wrong: ['{"b": 1}', '{"a": "", "a": ""}', '{"x-1": 1}'],
    unknown: ['{"$title$": ""}'],
  },
  'objects with any keys': {
    schema: object({}, { additionalProperties: text }),
    right: ['{"a": $title$}'],
    wrong: ['{"a": 1}'],
  },
  'keys of one schema': {
    schema: { type: 'object', additionalProperties: text },
    right: ['{"$title$": "", "a": $word$}'],
    wrong: ['{"$title$": 1}'],
  },
  propertyNames: {
    schema: { propertyNames: { maxLength: 3 } },
    right: ['{"abc": 1}', '[]'],
    wrong: ['{"abcd": 1}'],
    unknown: ['{"$title$": 1}'],
  },
  dependentRequired: {
    schema: { dependentRequired: { a: ['b'] } },
    right: ['{}', '{"b": 1}', '{"a": 1, "b": 1}', '{"c": 1$if(isError)$, "a": 1, "b": 1$endif$}'],
    wrong: ['{"a": 1}'],
    unknown: ['{"c": 1$if(isError)$, "a": 1$endif$}'],
  },
  'lengths in code points': {
    schema: { type: 'string', minLength: 2, maxLength: 4 },
    right: [
      '"😀😀"',
      '"\\ud83d\\ude00ab"',
      '"ab$title; max="2"$"',
      '"$if(isError)$yes$else$no$endif$"',
      '$level$',
      '"ab$word; max="1", format="markdown-escape"$"',
    ],
    wrong: [
      '"😀"',
      '"abcde"',
      '"$if(isError)$y$else$no$endif$"',
      '"$for(link in links; max="2")$ab$endfor$"',
    ],
    unknown: ['$title$', '"ab$title; max="3"$"', '"ab$word; max="1", format="json-encode"$"'],
  },
  'lengths of lists in a text': {
    schema: { maxLength: 10 },
    right: ['"$for(link in links; max="3")$$link.url; max="2"$$sep$, $endfor$"'],
    unknown: ['"$for(link in links; max="4")$$link.url; max="2"$$sep$, $endfor$"'],
  },
  pattern: {
    schema: { pattern: '^[a-z]+$' },
    right: ['"abc"', '$level$', '1'],
    wrong: ['"ABC"'],
    unknown: ['$title$', '$date$'],
  },
  'numbers between': {
    schema: { minimum: 0, exclusiveMaximum: 100 },
    right: [
      '0',
      '99.9',
      '"x"',
      '$if(count >= 0 && count < 100)$$count$$else$0$endif$',
      '$if(count >= 0 && count < 99)$$count; format="0"$$else$0$endif$',
      '$if(count >= 0 && count < 1)$$count; scale="1"$$else$0$endif$',
    ],
    wrong: ['-1', '100'],
    unknown: ['$count$', '$if(count >= 0 && count < 100)$$count; format="0"$$else$0$endif$'],
  },
  multipleOf: {
    schema: { multipleOf: 5 },
    right: ['10', '-5'],
    wrong: ['7'],
    unknown: ['$count$', '2.5'],
  },
  'how many items': {
    schema: { type: 'array', minItems: 1, maxItems: 3 },
    right: [
      '[1, 2, 3]',
      '[1$for(link in links; max="2")$, "$link.url$"$endfor$]',
      '$if(links)$[$for(link in links; max="3")$1$sep$,$endfor$]$else$[0]$endif$',
    ],
    wrong: [
      '[1$for(link in links; max="1")$, 1, 2, 3$endfor$]',
      '[]',
      '[$for(link in links; max="3")$1$sep$,$endfor$]',
      '[1, 2, 3, 4]',
      '[1, 2, 3$if(isError)$, 4$endif$$if(isError)$, 5$endif$, 6]',
    ],
    unknown: ['[1$for(link in links)$, 1$endfor$]', '$links$'],
  },
  'items of lists': {
    schema: { items: object({ url: text }, { required: ['url'] }) },
    right: ['[$for(link in links)$ {"url": $link.url$}$sep$,$endfor$]'],
    wrong: ['[$for(link in links)$ {"url": 1}$sep$,$endfor$]', '[$for(link in links)$ {}$sep$,$endfor$]'],
  },
  prefixItems: {
    schema: { prefixItems: [text, { type: 'number' }], items: false },
    right: ['["a"]', '[$title$, $count$]', '["a"$if(isError)$, 1$endif$]'],
    wrong: ['[1]', '["a", 1, 2]', '[$if(isError)$"a",$endif$1]', '["a"$if(isError)$, 1$endif$, 1]'],
  },
  'places in lists': {
    schema: { anyOf: [{ prefixItems: [text], items: { type: 'number' } }, text] },
    right: ['["a"$for(link in links)$, 1$endfor$]'],
    unknown: ['[$for(link in links)$"$link.url$"$sep$, $endfor$]'],
  },
  'items of draft-07': {
    schema: {
      items: [text],
      additionalItems: { $ref: '#/definitions/n' },
      definitions: { n: { type: 'number' } },
    },
    right: ['["a", 1, 2]'],
    wrong: ['["a", "b"]'],
  },
  contains: {
    schema: { contains: { const: 1 }, maxContains: 2 },
    right: ['[1, 2]', '[1, 1, 2]'],
    wrong: ['[2]', '[1, 1, 1]'],
    unknown: ['[$count$]', '[1, $for(link in links)$1, $endfor$2]'],
  },
  uniqueItems: {
    schema: { uniqueItems: true },
    right: ['[1, "1", true]', '[$title$]'],
    wrong: ['[1, 1.0]'],
    unknown: ['[$title$, $word$]'],
  },
  'minProperties and maxProperties': {
    schema: { minProperties: 1, maxProperties: 2 },
    right: ['{"a": 1}', '{"a": 1$if(isError)$, "b": 1$endif$}'],
    wrong: ['{}', '{"a": 1, "b": 1, "c": 1}'],
    unknown: ['{"a": 1, "b": 1$if(isError)$, "c": 1$endif$}'],
  },
  anyOf: {
    schema: {
      anyOf: [
        object({ type: { const: 'section' }, text }, { required: ['type', 'text'] }),
        object({ type: { const: 'divider' } }, { required: ['type'], additionalProperties: false }),
      ],
    },
    right: [
      '{"type": "section", "text": $title$}',
      '{"type": "divider"}',
      '{"type": "$if(isError)$section$else$divider$endif$"$if(isError)$, "text": ""$endif$}',
    ],
    wrong: ['{"type": "section"}', '{"type": "header"}', '{"type": "section", "text": 1}'],
    unknown: ['{"type": $title$, "text": ""}'],
  },
  oneOf: {
    schema: { oneOf: [{ maxLength: 3 }, { minLength: 3, type: 'string' }] },
    right: ['"ab"', '"abcd"', '1'],
    wrong: ['"abc"'],
    unknown: ['$title$'],
  },
  not: { schema: { not: text }, right: ['1', '$count$'], wrong: ['"a"', '$title$'], unknown: ['$any$'] },
  'if, then, else': {
    schema: {
      if: object({ a: { const: 1 } }, { required: ['a'] }),
      // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
      then: { required: ['b'] },
      else: { required: ['c'] },
    },
    right: ['{"a": 1, "b": 2}', '{"a": 2, "c": 2}', '{"a": $count$, "b": 1, "c": 1}'],
    wrong: ['{"a": 1}', '{"b": 1}'],
    unknown: ['{"a": $count$, "b": 1}'],
  },
  'allOf and references': {
    schema: {
      allOf: [{ $ref: '#/$defs/named' }, { required: ['tree'] }],
      $defs: {
        named: object({ tree: { $ref: '#/$defs/node' } }),
        node: object({ name: text, children: { type: 'array', items: { $ref: '#/$defs/node' } } }),
      },
    },
    right: ['{"tree": {"children": [{"name": "a", "children": [{"children": []}]}]}}'],
    wrong: ['{"tree": {"children": [{"children": [{"name": 1}]}]}}', '{}'],
  },
  unevaluatedProperties: {
    schema: { allOf: [object({ a: text })], unevaluatedProperties: false },
    right: ['{"a": ""}'],
    unknown: ['{"b": ""}'],
  },
  'words that are not of JSON Schema': { schema: { nullable: true }, right: [], unknown: ['1', '{}'] },
  'numbers that a list continues': {
    schema: { maximum: 50 },
    right: ['1$if(links)$0$endif$'],
    wrong: ['1$for(link in links)$1$endfor$'],
  },
  'numbers that a separator continues': {
    schema: { anyOf: [{ items: { maximum: 10 } }, text] },
    right: ['[1$for(link in links)$,1$sep$0$endfor$]'],
    unknown: ['[1$for(link in links)$,1$sep$00$endfor$]'],
  },
  'texts that end in a list': {
    schema: { items: { minLength: 2 } },
    right: ['["aa$for(link in links)$","bb$endfor$"]'],
    wrong: ['["aa$for(link in links)$","$if(link.number == 1)$bb$else$b$endif$$endfor$"]'],
  },
  'whole groups that may be missing': {
    schema: { type: 'object' },
    right: ['$place$'],
    wrong: ['$area$'],
  },
  'parts of whole groups': {
    schema: {
      ...{ type: ['object', 'null'], required: ['name'], minProperties: 1, maxProperties: 2 },
      ...{ properties: { name: text, size: { minimum: 0 } }, additionalProperties: false },
    },
    right: ['$place$', '$area$'],
    wrong: ['$links$', '[$for(link in links)$$link$$sep$,$endfor$]'],
    unknown: ['$any$'],
  },
  'what optional parts of groups need': {
    schema: { dependentRequired: { note: ['name'], name: ['note'] } },
    right: ['$links$'],
    unknown: ['$author$'],
  },
  'items of whole lists': {
    schema: {
      items: {
        type: 'object',
        properties: { url: text, names: { type: 'array', items: { type: 'string' } } },
        required: ['url', 'names'],
        propertyNames: { maxLength: 5 },
      },
      contains: { required: ['name'] },
      minContains: 0,
      maxContains: 0,
    },
    right: ['$links$', '[$for(link in links)$$link$$sep$,$endfor$]'],
    wrong: ['[$place$]', '[$for(link in links)$$link.names$$sep$,$endfor$]'],
  },
  'how many items whole lists have': {
    schema: { anyOf: [{ contains: { required: ['url'] } }, { items: { required: ['name'] } }] },
    right: ['[{"url": 1}]'],
    wrong: [],
    unknown: ['$links$'],
  },
  'what items of whole lists are not': {
    schema: { not: { items: { type: 'integer' } } },
    right: ['[$links$]'],
    unknown: ['$links$'],
  },
  'booleans as text': {
    schema: { enum: [true, false, 'TRUE', 'FALSE'] },
    right: ['$isError$', '$isError; format="upper"$', '"$isError; format="upper"$"'],
    wrong: ['$isError; format="cap"$', '"$isError$"'],
  },
  dependentSchemas: {
    schema: {
      dependentSchemas: { a: { required: ['b'] } },
      dependentRequired: { c: ['d'] },
      dependencies: { e: ['f'] },
    },
    right: ['{"b": 1}', '{"a": 1, "b": 1}'],
    wrong: ['{"a": 1}', '{"c": 1}', '{"e": 1}'],
    unknown: ['{"$title$": 1}'],
  },
  'halves of characters': {
    schema: { minLength: 2 },
    right: ['"a$title$b"', '"\\ud83d\\ude00a"'],
    unknown: ['"\\ud83d$title$\\ude00"', '"$title; default="d"$$word; default="d"$"'],
  },
  'constant objects declare no keys': {
    schema: { allOf: [{ const: { a: 1 } }], unevaluatedProperties: false },
    right: [],
    unknown: ['{"a": 1}'],
  },
  'numbers that equal one': {
    schema: { enum: ['1', 1, 'x'] },
    right: ['$if(count == 1)$$count$$else$"x"$endif$'],
    unknown: ['"$if(count == 1)$$count$$else$x$endif$"'],
  },
  'numbers that may be none': {
    schema: { oneOf: [{ maximum: 5 }, text] },
    right: [
      '$if(!(count > 5))$$count$$else$1$endif$',
      '$if(count < 3)$2$elseif(count >= 5)$5$else$$count$$endif$',
      '$if(count < 0 || count >= 0)$1$else$$count$$endif$',
    ],
    wrong: ['$if(!(count > 6))$$count$$else$1$endif$'],
  },
  'forms of one value that alternatives tell apart': {
    schema: { oneOf: [{ type: 'null' }, { enum: ['high', true] }, { const: 'low' }, { const: false }] },
    right: ['$level$', '$isError$', '$if(isError)$null$else$$level$$endif$'],
    wrong: ['"$level$!"', '"$rank$"'],
    unknown: ['$title$'],
  },
  'what may be missing': {
    schema: { anyOf: [{ type: 'string' }, { type: 'object' }, { type: 'null' }] },
    right: ['$note$', '$area$'],
    wrong: ['$count$'],
    unknown: ['$any$'],
  },
  'numbers that are rounded to a few digits': {
    schema: { maximum: 160_003 },
    right: ['$if(count <= 160000)$$count; format="0"$$else$0$endif$'],
    unknown: ['$if(count <= 160000)$$count; format="0E0"$$else$0$endif$'],
  },
  'what nothing is rendered for': {
    schema: { required: ['b'], properties: { b: { type: 'number' } } },
    right: [
      '{"a": $count$, $if(count > 5)$"b": 1$elseif(count <= 5)$"b": 2$else$"c": 3$endif$}',
      '{"a": [$for(link in links)$$link.number$, $endfor$$count$], $if(count > 5)$"b": 1$elseif(count <= 5)$"b": 2$else$"b": "x"$endif$}',
      '{$if(links)$"a": [$for(link in links)$$count$$sep$, $endfor$], $if(count > 5)$"b": 1$elseif(count <= 5)$"b": 2$else$"b": "x"$endif$$else$"b": 3$endif$}',
    ],
    wrong: [
      '{"a": [$for(link in links)$$count$$sep$, $endfor$], $if(count > 5)$"b": 1$elseif(count <= 5)$"b": 2$else$"b": "x"$endif$}',
      '{"a": $count$, $if(count > 5)$"b": 1$elseif(count < 5)$"b": 2$else$"c": 3$endif$}',
      '{$if(isError)$"a": $count$, $endif$$if(count > 5)$"b": 1$elseif(count <= 5)$"b": 2$else$"c": 3$endif$}',
    ],
  },
  'what nothing is rendered for in some of the items that a list follows': {
    schema: { prefixItems: [true, true, true, true, { type: 'number' }] },
    wrong: [
      '[0$for(link in links; max="1")$$if(link.url == "p")$, $count$$endif$$endfor$$for(link in links)$, 1$endfor$$if(count > 5)$$elseif(count <= 5)$$else$, "x"$endif$]',
    ],
    right: [
      '[0$for(link in links; max="1")$, $count$$endfor$$for(link in links)$, 1$endfor$$if(count > 5)$$elseif(count <= 5)$$elseif(links)$, "x"$endif$]',
    ],
  },
  'texts that begin with half a character': {
    schema: { minLength: 1 },
    right: ['"\\ude00"'],
  },
  'values after blanks': {
    schema: { items: { type: 'number' } },
    right: ['[\r\n\t $count$]'],
    wrong: ['[\r\n\t $isError$]'],
  },
  'keys by values, which may be those of other members': {
    schema: { minProperties: 2 },
    right: [
      '{$if(isError)$"a": 1$else$"b": 1$endif$, "c": 1}',
      '{"a": 1, "b": 1, "$title$": 1}',
      '{"$title$": 1, "a": 1, "b": 1}',
    ],
    wrong: ['{"$title$": 1}', '{"a": 1}'],
    unknown: ['{"$title$": 1, "a": 1}', '{$if(isError)$"$title$": 1, $else$"c": 1, $endif$"b": 1}'],
  },
  'texts that are not empty': {
    schema: { type: 'string', minLength: 1 },
    right: [
      '$if(title)$$title; format="upper", max="9"$$else$"-"$endif$',
      '$if(note)$"$note$"$else$"-"$endif$',
    ],
    unknown: [
      '$if(title)$$title; format="trim"$$else$"-"$endif$',
      '$if(title != "a")$$title$$else$"-"$endif$',
    ],
  },
  'lengths of dates': {
    schema: { minLength: 10, maxLength: 27 },
    right: ['$date$', '$date; format="yyyy-MM-dd"$', '$date; format="dd.MM.yyyy HH:mm XXX"$'],
    wrong: ['$date; format="HH:mm:ss"$'],
    unknown: ['$date; format="EEEE, d MMMM yyyy"$'],
  },
  'members that may be on either of two paths': {
    schema: { not: { required: ['a', 'b'] } },
    right: [`{$if(isError)$${perhapsA}"c":1$else$${perhapsA}"d":1$endif$}`],
    unknown: [`{$if(isError)$${perhapsA}$else$${perhapsA}$endif$$if(isError)$"c":1$else$"b":1$endif$}`],
  },
  'what nobody asks of a key that is not there': {
    schema: { dependentSchemas: { a: { maxProperties: 0 } } },
    right: ['{"b": 1}'],
    wrong: ['{"a": 1}'],
    unknown: ['{"$title$": 1}'],
  },
  'and what is not to be asked of it': {
    schema: { not: { dependentSchemas: { a: { required: ['b'] } } } },
    right: ['{"a": 1}'],
    wrong: ['{"c": 1}'],
    unknown: ['{"$title$": 1}'],
  },
  'values of which different things are asked': {
    schema: object({ a: { type: 'number' }, b: text }),
    right: ['{$if(isError)$"a":1$else$"b":"x"$endif$}'],
    wrong: ['{$if(isError)$"a":$else$"b":$endif$1}', '{$if(isError)$"b":$else$"a":$endif$1}'],
  },
  'a schema that the whole asks, and an alternative too': {
    schema: {
      properties: { a: { $ref: '#/$defs/n' } },
      anyOf: [{ properties: { a: { $ref: '#/$defs/n' }, b: { $ref: '#/$defs/n' } } }, true],
      $defs: { n: { type: 'number' } },
    },
    right: ['{"a": 1, "b": "x"}', '{"b": "x", "a": 1}'],
    wrong: ['{"a": "x"}', '{"b": 1, "a": "x"}'],
  },
  'patterns of keys beside a schema without any': {
    schema: { allOf: [{ patternProperties: { '^x-': text } }] },
    right: ['{"x-1": "", "y": 1}', '{"y": 1, "x-1": ""}'],
    wrong: ['{"y": 1, "x-1": 1}', '{"x-1": "", "y": "", "x-2": 1}'],
  },
  nothing: { schema: true, right: ['1', '$any$', '{"$title$": 1}'] },
  everything: { schema: false, right: [], wrong: ['1', '[]', '$any$'] },
};

describe.each(Object.entries(rows))('%s', (_, { schema, right, wrong = [], unknown = [] }) => {
  it.each(right)('accepts %s', source => {
    expect(codes(source, schema).filter(code => code?.startsWith('schema-'))).toEqual([]);
  });

  it.each(wrong)('refuses %s', source => {
    const errors = validateTemplate(source, { output: 'json', schema, variables }).filter(
      ({ severity }) => severity === 'error',
    );
    expect(errors.map(({ code }) => code)).toEqual(errors.map(() => expect.stringMatching(/^schema-/)));
    expect(errors).not.toEqual([]);
  });

  it.each(unknown)('warns of %s', source => {
    const [first, ...others] = new Set(codes(source, schema));
    expect([first, ...others]).toEqual(['schema-unproved']);
  });
});

describe('under a schema', () => {
  it('many optional members are no more states than without', () => {
    const names = Array.from({ length: 60 }, (_, index) => `v${index}`);
    const flags = Object.fromEntries(names.map(name => [name, 'boolean'] as const));
    const members = names.map(name => `$if(${name})$,"${name}":"x"$endif$`).join('');
    const schema = object(Object.fromEntries(names.map(name => [name, text])), {
      required: ['id'],
      additionalProperties: false,
    });
    const check = (source: string) =>
      validateTemplate(source, {
        output: 'json',
        schema: { ...Object(schema), properties: { id: text, ...Object(schema).properties } },
        variables: flags,
      }).map(({ message }) => message);
    expect(check(`{"id":""${members}}`)).toEqual([]);
    expect(check(`{"a":""${members}}`)).toHaveLength(2);
  });

  it('says when, who and what for', () => {
    const schema = {
      title: 'PagerDuty',
      ...Object(object({ severity: { enum: ['critical', 'info'], description: 'How bad it is.' } })),
      required: ['severity'],
    };
    expect(found('{"a":1$if(isError)$,"severity":"info"$endif$}', schema)).toEqual([
      'schema-missing-key: PagerDuty needs the key `severity` in this object (How bad it is) when `isError` is false.',
    ]);
    expect(found('{"severity":"$if(isError)$critcal$else$info$endif$"}', schema)).toEqual([
      'schema-value: PagerDuty expects one of `"critical"`, `"info"` here, but found `"critcal"` (How bad it is) when `isError` is true.',
    ]);
  });

  it('each line of JSON Lines is one value', () => {
    const schema = object({ a: { type: 'integer' } }, { required: ['a'] });
    expect(found('{"a":1}\n{"a":$count; format="0"$}\n', schema, 'json-lines')).toEqual([]);
    expect(found('{"a":1}\n{"b":1}\n{"a":2}', schema, 'json-lines')).toEqual([
      'schema-missing-key: The schema needs the key `a` in this object.',
    ]);
    expect(found('1\n2', { type: 'string' }, 'json-lines')).toHaveLength(2);
    expect(found('$for(link in links)$$link.names.count$\n$endfor$', { minimum: 0 }, 'json-lines')).toEqual(
      [],
    );
  });

  it('numbers that no double can hold are refused when they are written', () => {
    const { render } = compileTemplate('{"a":$count$}', { output: 'json', schema: object({}), variables });
    const context = {
      title: '',
      word: '',
      isError: true,
      isLate: true,
      date: 0,
      level: 'low',
      file: 'a',
      rank: '1',
      any: 1,
      links: [],
      place: { name: '' },
    } as const;
    expect(render({ ...context, count: 10n ** 39n })).toBe(`{"a":1${'0'.repeat(39)}}`);
    expect(() => render({ ...context, count: 10n ** 40n })).toThrow(RenderError);
    expect(() => render({ ...context, count: '1e999' as `${number}` })).toThrow(RenderError);
  });

  it('numbers that no double can hold are refused in lists and groups that are written whole as well', () => {
    const variables = { list: listOf('number'), group: { size: optional('number') } } as const;
    const { render } = compileTemplate('[$list$,$group$]', { output: 'json', schema: true, variables });
    const tooLarge = '1e999' as `${number}`;
    expect(render({ list: [10n ** 39n, '1.50'], group: {} })).toBe(`[[1${'0'.repeat(39)},1.50],{}]`);
    expect(() => render({ list: [10n ** 40n], group: {} })).toThrow(RenderError);
    expect(() => render({ list: [], group: { size: tooLarge } })).toThrow(RenderError);
    const unbound = compileTemplate('$list$', { output: 'json', variables });
    expect(unbound.render({ list: [tooLarge] })).toBe('[1e999]');
  });

  it('numbers that no double can hold once they are rounded are refused as well', () => {
    const { render } = compileTemplate('$count; format="0E0"$', {
      output: 'json',
      schema: { type: 'number' },
      variables: { count: 'number' },
    });
    expect(render({ count: 1.4e308 })).toBe('1E308');
    expect(() => render({ count: 1.7e308 })).toThrow(RenderError);
  });

  it('keys that stand twice are found where the schema asks nothing, too', () => {
    expect(codes('{"x": {"a": 1, "a": 2}}', {})).toEqual(['schema-repeated-key']);
    expect(codes('{"x": {"a": 1, "$title$": 2}}', {})).toEqual(['json-value-key']);
  });

  it('objects and lists are followed 500 deep, and what is deeper is passed over', () => {
    const schema = {
      type: ['array', 'object', 'string', 'number'],
      items: { $ref: '#' },
      additionalProperties: { $ref: '#' },
      maxItems: 2,
      maximum: 1,
    };
    const inLists = (depth: number, inner: string) => '['.repeat(depth) + inner + ']'.repeat(depth);
    const unproved =
      'schema-unproved: The schema may refuse what is written here: it expects objects and lists at most 500 deep.';
    const count = 'schema-count: The schema expects at most 2 items here, but found 3 items.';
    const range = (value: number) =>
      `schema-range: The schema expects a number of at most 1 here, but found \`${value}\`.`;
    expect(found(inLists(500, '2'), schema)).toEqual([range(2)]);
    expect(found(inLists(501, '2'), schema)).toEqual([unproved]);
    const [tooDeep] = validateTemplate(inLists(501, '2'), { output: 'json', schema, variables });
    expect(tooDeep?.range).toEqual({ start: 500, end: 501 });
    expect(found(inLists(501, '2,3,4'), schema)).toEqual([unproved]);
    expect(found(inLists(501, '$count$,"$title$",2,[3],{"a":[2]}'), schema)).toEqual([unproved]);
    expect(found(inLists(500, '[[1]],[2]'), schema)).toEqual([unproved, unproved]);
    expect(found(inLists(500, '[[1]],[2],[3]'), schema)).toEqual([count, unproved, unproved, unproved]);
    expect(found(inLists(500, '{"a":"]}"},{"b":{}},3'), schema)).toEqual([
      count,
      unproved,
      unproved,
      range(3),
    ]);
    expect(found(`[${inLists(499, '[[2],{"a":"]"},2],3')},2]`, schema)).toEqual([
      unproved,
      range(3),
      range(2),
    ]);
  });

  it('a schema object may stand in several places', () => {
    expect(codes('["a", 1]', { items: text, contains: text })).toEqual(['schema-type']);
  });

  it.each([
    ['^((a?){30})+$', `"${'a'.repeat(60)}!"`],
    ['^(?:(?:a|a)){28}$', `"${'a'.repeat(27)}!"`],
    ['(?:a|a)'.repeat(28), `"${'a'.repeat(27)}!"`],
    ['^(a?){25}(a){25}$', `"${'a'.repeat(25)}"`],
  ])('a pattern that may be tried in too many ways is not: %s', (pattern, source) => {
    expect(codes(source, { pattern })).toEqual(['schema-unproved']);
  });

  it('many keys that are wrong cost no more than others', () => {
    const members = Array.from({ length: 3000 }, (_, index) => `"p${index}":1`).join();
    const properties = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`q${index}`, true]));
    expect(codes(`{${members}}`, { properties, additionalProperties: false })).toContain(
      'schema-unknown-key',
    );
    expect(codes(`[${'1,'.repeat(20_000)}1]`, { uniqueItems: true, items: { type: 'number' } })).toEqual([
      'schema-unproved',
    ]);
  });

  it.each([
    ['{"type": "strnig"}', { type: 'strnig' }, '/type: expected one of null, boolean'],
    [
      'a pattern',
      { properties: { a: { pattern: '(' } } },
      '/properties/a/pattern: expected a regular expression',
    ],
    [
      'a reference to nowhere',
      { items: { $ref: '#/$defs/x' } },
      '/items/$ref: `#/$defs/x` is not in the schema',
    ],
    ['a reference to another file', { $ref: 'https://x.example/s' }, 'is not in the schema'],
    ['itself', { allOf: [{ $ref: '#' }] }, 'refers to itself without going into the value'],
    ['text', 'no', 'expected a schema: an object, `true` or `false`'],
    ['a negative count', { minItems: -1 }, '/minItems: expected a whole number from 0'],
  ])('a schema that cannot be read is a TypeError at its place: %s', (_, schema, message) => {
    const check = () => validateTemplate('1', { output: 'json', schema: schema as JsonSchema });
    expect(check).toThrow(TypeError);
    expect(check).toThrow(message);
  });
});

describe('mends', () => {
  const alert = object(
    {
      severity: { enum: ['critical', 'info'] },
      text: { type: 'string', maxLength: 100 },
      count: { type: 'integer' },
      tags: { type: 'array', maxItems: 5 },
      note: { type: 'string' },
      head: { type: 'string', minLength: 1, maxLength: 9 },
    },
    { required: ['severity'], additionalProperties: false },
  );
  it.each([
    ['{"severity":"critcal"}', '{"severity":"critical"}'],
    ['{"text":"a"}', '{"text":"a","severity":"critical"}'],
    ['{"severty":"info"}', '{"severity":"info"}'],
    ['{"severity":"info","txt":"a"}', '{"severity":"info","text":"a"}'],
    [
      '{"severity":"info","text":"$title$: $word$ done"}',
      '{"severity":"info","text":"$title; max="46"$: $word; max="46"$ done"}',
    ],
    [
      '{"severity":"info","text":"$title; format="slack-escape"$"}',
      '{"severity":"info","text":"$title; format="slack-escape", max="20"$"}',
    ],
    ['{"severity":"info","head":$title$}', '{"severity":"info","head":$title; max="9", default="…"$}'],
    ['{"severity":"info","count":"$count$"}', '{"severity":"info","count":$count; format="0"$}'],
    ['{"severity":"info","count":$count$}', '{"severity":"info","count":$count; format="0"$}'],
    ['{"severity":"info","text":$count$}', '{"severity":"info","text":"$count$"}'],
    ['{"severity":"info","note":$note$}', '{"severity":"info"$if(note)$,"note":$note$$endif$}'],
    [
      '{"severity":"info","tags":["a"$for(link in links)$,"$link.url$"$endfor$]}',
      '{"severity":"info","tags":["a"$for(link in links; max="4")$,"$link.url$"$endfor$]}',
    ],
  ])('%s', (source, mended) => {
    const [diagnostic] = validateTemplate(source, { output: 'json', schema: alert, variables });
    const [fix] = diagnostic?.fixes ?? [];
    const fixed = [...(fix?.edits ?? [])]
      .sort((a, b) => b.range.start - a.range.start)
      .reduce((so, { range, text: into }) => so.slice(0, range.start) + into + so.slice(range.end), source);
    expect(fixed).toBe(mended);
    expect(found(mended, alert)).toEqual([]);
  });
});

describe('a key that is taken like any other', () => {
  const alert = object(
    { title: text, tags: {}, kind: text },
    {
      required: ['kind'],
      allOf: [
        // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
        { if: { properties: { kind: { const: 'list' } } }, then: { properties: { elements: {} } } },
      ],
    },
  );
  it.each([
    ['{"kind":"x","titel":1}', ['schema-misspelt-key']],
    ['{"kind":"x","Title":1}', ['schema-misspelt-key']],
    ['{"kind":"x"$if(isError)$,"tag":1$endif$}', ['schema-misspelt-key']],
    ['{"kind":"list","element":1}', ['schema-misspelt-key']],
    ['{"$if(isError)$kind$else$kind$endif$":"list","element":1}', ['schema-misspelt-key']],
    // It is there, belongs to another form, is far from all others, or is missing anyway.
    ['{"kind":"x","titel":1,"title":"a"}', []],
    ['{"kind":"x","titel":"b"$if(isError)$,"title":"a"$endif$}', []],
    ['{"kind":"x","element":1}', []],
    ['{"kind":"x","titlebar":1,"to":1}', []],
    ['{"knid":"x"}', ['schema-missing-key']],
  ])('and resembles one that is known: %s', (source, expected) => {
    expect(codes(source, alert)).toEqual(expected);
  });

  const forms = [
    object({ kind: { const: 'table' }, columns: {} }, { required: ['kind'] }),
    object({ kind: { const: 'chart' }, series: {} }, { required: ['kind'] }),
  ];
  const asksKind = object({ kind: { const: 'table' } }, { required: ['kind'] });
  it.each<readonly [string, JsonSchema, readonly string[]]>([
    // Of several forms, those count that may apply.
    ['{"kind":"table","colums":1}', { anyOf: forms }, ['columns']],
    ['{"kind":"chart","colums":1}', { anyOf: forms }, []],
    ['{"kind":"chart","serie":1}', { oneOf: forms }, ['series']],
    ['{"kind":"table","serie":1}', { oneOf: forms }, []],
    ['{"kind":"chart","columns":1}', { oneOf: forms }, []],
    ['{"kind":"chart","columns":1}', { anyOf: [...forms, object({ column: {} })] }, []],
    ['{"kind":"$if(isError)$table$else$chart$endif$","colums":1}', { oneOf: forms }, ['columns']],
    ['{"kind":"table","colums":1}', whether(asksKind, object({ columns: {} })), ['columns']],
    ['{"kind":"chart","colums":1}', whether(asksKind, object({ columns: {} })), []],
    ['{"kind":"table","colums":1}', whether(asksKind, true, object({ columns: {} })), []],
    ['{"kind":"chart","colums":1}', whether(asksKind, true, object({ columns: {} })), ['columns']],
    ['{"kind":$title$,"colums":1}', whether(asksKind, object({ columns: {} })), ['columns']],
    ['{"kind":$title$,"colums":1}', whether(asksKind, true, object({ columns: {} })), ['columns']],
    ['{"kind":"table","colums":1}', { if: asksKind, else: object({ columns: {} }) }, []],
    ['{"kind":"table","colums":1}', { not: object({ columns: { const: 2 } }) }, []],
    ['{"card":1,"numbre":1}', { dependentSchemas: { card: object({ number: {} }) } }, ['number']],
    ['{"cash":1,"numbre":1}', { dependentSchemas: { card: object({ number: {} }) } }, []],
    // A form that takes no other keys refuses the key; another one takes it.
    [
      '{"titel":1}',
      { anyOf: [object({ title: {} }, { additionalProperties: false }), object({ title: {} })] },
      ['title'],
    ],
    // More letters, the same words in another order, and words too short for a slip are other words.
    ['{"secondLine":1}', object({ firstLine: {} }), []],
    ['{"lineFirst":1}', object({ firstLine: {} }), []],
    ['{"frstLin":1}', object({ firstLine: {} }), ['firstLine']],
    ['{"to":1}', object({ so: {} }), []],
    // It may be there.
    ['{"$title$":1,"titel":1}', object({ title: {} }), []],
    ['[{"title":1$for(link in links)$,"titel":1},{"title":1$endfor$}]', { items: object({ title: {} }) }, []],
    // Each of several is one.
    ['{"titel":1,"txet":2}', object({ title: {}, text: {} }), ['title', 'text']],
    // Lists have no keys.
    ['["titel"]', { properties: { title: {} } }, []],
  ])('of the forms that apply: %s under %j', (source, schema, meant) => {
    const slips = validateTemplate(source, { output: 'json', schema, variables }).filter(
      ({ code }) => code === 'schema-misspelt-key',
    );
    expect(slips.map(({ fixes }) => fixes.map(({ edits }) => edits.map(({ text }) => text)))).toEqual(
      meant.map(name => [[JSON.stringify(name)]]),
    );
  });

  it('says when, and whose schema it is', () => {
    const schema = { title: 'PagerDuty', description: 'An alert.', properties: { title: {} } };
    expect(found('{"a":1$if(isError)$,"titel":1$endif$}', schema)).toEqual([
      'schema-misspelt-key: PagerDuty says nothing about the key `titel`, which is probably ignored: `title` may be meant when `isError` is true.',
    ]);
  });

  it('is no slip where patterns say which keys there are', () => {
    expect(codes('{"titel":1}', { properties: { title: {} }, patternProperties: { '^t': {} } })).toEqual([]);
    expect(codes('{"titel":1}', { properties: { title: {} }, additionalProperties: false })).toEqual([
      'schema-unknown-key',
    ]);
  });

  it('is mended', () => {
    const [slip] = validateTemplate('{"kind":"x","titel":"a"}', { output: 'json', schema: alert });
    expect(slip?.message).toBe(
      'The schema says nothing about the key `titel`, which is probably ignored: `title` may be meant.',
    );
    expect(slip?.fixes.map(({ edits }) => edits)).toEqual([
      [{ range: { start: 12, end: 19 }, text: '"title"' }],
    ]);
  });
});

describe('a syntax inside a text that only some alternatives have', () => {
  const marked = object({ kind: { const: 'marked' }, text: { ...text, 'x-syntax': 'slack-mrkdwn' } });
  const plain = object({ kind: { const: 'plain' }, text });
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
  const chosen = object({ text }, { if: object({ kind: { const: 'marked' } }), then: marked });

  it.each([{ anyOf: [plain, marked] }, { oneOf: [plain, marked] }, chosen])(
    'counts where that alternative does: %j',
    schema => {
      expect(codes('{"kind":"plain","text":"$title$"}', schema)).toEqual([]);
      expect(codes('{"kind":"marked","text":"$title$"}', schema)).toEqual(['schema-syntax']);
      expect(codes('{"kind":"marked","text":"$title; format="slack-escape"$"}', schema)).toEqual([]);
      expect(codes('{"kind":"$if(isError)$marked$else$plain$endif$","text":"$title$"}', schema)).toHaveLength(
        1,
      );
    },
  );
});
