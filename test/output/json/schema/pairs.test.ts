import { describe, expect, it } from 'vitest';
import { holdToSchema, type Opinion } from './hold-to-schema.ts';
import { type Draft, type JsonSchema, whether } from './judge.ts';

/** Templates by what is said of them. Those that nothing is said against are rendered, and ajv is asked. */
type Said = Partial<Record<Opinion, readonly string[]>>;

const errorsAlone = whether(
  { properties: { kind: { const: 'error' } } },
  { required: ['e'] },
  { not: { required: ['e'] } },
);

/** What validators disagree about, or people get wrong. */
const pairs: Readonly<Record<string, readonly (readonly [schema: JsonSchema, said: Said, draft?: Draft])[]>> =
  {
    'exactly one of forms that overlap': [
      [
        { oneOf: [{ required: ['a'] }, { required: ['b'] }] },
        {
          accepted: ['$if(isError)$ {"a":1}$else$ {"b":1}$endif$'],
          refused: ['{"a":1,"b":2}', '{"a":1$if(isError)$,"b":2$endif$}'],
        },
      ],
      [
        { oneOf: [{ minimum: 5 }, { maximum: 5 }] },
        {
          accepted: ['$if(count == 5)$6$else$$count$$endif$', '$if(count > 5)$$count$$else$6$endif$'],
          warned: ['$count$'],
          refused: ['5'],
        },
      ],
      [
        { items: { oneOf: [{ required: ['f'] }, { not: { required: ['f'] } }] } },
        { accepted: ['[$for(a in alerts)$ {"n":1$if(a.firing)$,"f":2$endif$}$sep$,$endfor$]'] },
      ],
    ],
    'the opposite': [
      [
        { not: { enum: ['info', 'x'] } },
        {
          accepted: ['"$if(kind == "info")$i$else$$kind$$endif$"', '1'],
          refused: ['"$kind$"'],
          warned: ['"$name$"'],
        },
      ],
      [
        { not: { required: ['a', 'b'] } },
        {
          accepted: ['{"a":1}'],
          refused: ['{"a":1$if(isError)$,"b":1$endif$}'],
          warned: ['{"a":1,"$kind$":1}'],
        },
      ],
      [
        { not: { type: 'string' } },
        { accepted: ['$count$', '$words$'], warned: ['$data$'], refused: ['$note$'] },
      ],
    ],
    'keys that need others': [
      [
        { dependentRequired: { a: ['b'] } },
        {
          accepted: [
            '{$if(isError)$"a":1,"b":2$endif$}',
            '{$if(isError)$"a":1,$endif$"c":1$if(isError)$,"b":2$endif$}',
          ],
          refused: ['{"a":1$if(isError)$,"b":1$endif$}'],
          warned: ['{"$kind$":1}'],
        },
      ],
      [
        { dependencies: { a: ['b'], b: { maxProperties: 1 } } },
        { accepted: ['{"b":1}'], refused: ['{"a":1,"b":2}'] },
        'draft-07',
      ],
    ],
    'which keys there are': [
      [
        { propertyNames: { pattern: '^[a-z]{2,3}$' } },
        { accepted: ['{"ab":1,"abc":2}'], refused: ['{"a":1}'], warned: ['{"$kind$":1}'] },
      ],
      [
        {
          patternProperties: { '^a': { type: 'number' } },
          properties: { ab: { minimum: 0 } },
          additionalProperties: false,
        },
        {
          accepted: ['{"a1":$count$,"ab":0}'],
          refused: ['{"a1":1,"b":2}', '{"a1":1,"a2":"$name$"}', '{"A":1}'],
          warned: ['{"a1":1,"ab":$count$}'],
        },
      ],
      [
        { minProperties: 2, maxProperties: 2 },
        {
          accepted: ['{"a":1,$if(isError)$"b":1$else$"c":1$endif$}'],
          warned: ['{"$kind$":1,"$kind$":2}', '{"a":1,"$kind$":2}'],
          refused: ['{"a":1}'],
        },
      ],
      [{ required: ['toString'] }, { accepted: ['{"toString":1}'], refused: ['{}'] }],
    ],
    'what no schema beside looked at': [
      [
        {
          properties: { a: {} },
          $ref: '#/$defs/x',
          unevaluatedProperties: false,
          $defs: { x: { properties: { b: true } } },
        },
        { accepted: ['{"a":1,"b":1}'], warned: ['{"c":1}'] },
      ],
      [
        { properties: { a: {} }, not: { properties: { b: false } }, unevaluatedProperties: false },
        { warned: ['{"a":1,"b":1}'] },
      ],
      [
        { anyOf: [{ properties: { b: {} }, required: ['b'] }, {}], unevaluatedProperties: false },
        { warned: ['{"b":1}'] },
      ],
      [{ prefixItems: [{}], unevaluatedItems: false }, { warned: ['[1,2]'] }],
    ],
    'items by their places and kinds': [
      [
        { prefixItems: [{}, {}], items: false },
        {
          accepted: ['[1,2]', '[1$for(n in counts; max="1")$,$n$$endfor$]'],
          refused: ['[1,2$if(isError)$,3$endif$]', '[1$for(n in counts; max="2")$,$n$$endfor$]'],
        },
      ],
      [
        { items: [{}, {}], additionalItems: false },
        { accepted: ['[1,2]'], refused: ['[1,2,3]'] },
        'draft-07',
      ],
      [{ items: { type: 'number' }, additionalItems: false }, { accepted: ['[1,2,3]'] }, 'draft-07'],
      [
        { contains: { type: 'number' }, minContains: 2, maxContains: 3 },
        {
          accepted: ['[1,2,"a"]', '[1,2,"a"$for(n in counts; max="1")$,$n$$endfor$]'],
          warned: ['[1,2$for(n in counts; max="2")$,$n$$endfor$]', '[1,2$for(n in counts)$,$n$$endfor$]'],
          refused: ['[1,"2"]', '[1$for(n in counts; max="2")$,$n$$endfor$]'],
        },
      ],
      [
        { uniqueItems: true },
        {
          accepted: ['[1,"1",true,null]', '[1]'],
          refused: ['[1,1.0]', '[0,-0]', '["a","\\u0061"]'],
          warned: ['["$kind$","$kind$"]', '[[],[]]', '[{"a":1,"b":2},{"b":2,"a":1}]'],
        },
      ],
    ],
    'numbers and how they are written': [
      [{ multipleOf: 0.1 }, { warned: ['0.3', '1', '$count; format="0.0"$'], accepted: ['"0.35"'] }],
      [
        { multipleOf: 2 },
        { accepted: ['4', '4.0', '-0'], refused: ['5'], warned: ['9007199254740993', '1e300'] },
      ],
      [{ const: 1 }, { accepted: ['1.0', '1e0', '10e-1'], refused: ['"1"', 'true'] }],
      [{ enum: [0, { x: 1 }] }, { accepted: ['-0.0', '{"x":1.0}'], refused: ['{"x":1,"y":1}', 'null'] }],
      [{ type: 'integer' }, { accepted: ['1.0', '1e2'], refused: ['1.5'], warned: ['$count$'] }],
    ],
    'what may be missing': [
      [{ enum: [null, 'left', 'right'] }, { accepted: ['null', '$side$'], refused: ['"$side$"', '"null"'] }],
      [{ enum: ['left', 'right'] }, { accepted: ['"$side; null="left"$"'], refused: ['$side$'] }],
      [
        { anyOf: [{ type: 'null' }, { required: ['name'] }] },
        { accepted: ['$buyer$'], warned: ['$data$'], refused: ['$if(buyer)$$buyer$$else$ {}$endif$'] },
      ],
    ],
    'what only describes': [
      [
        { format: 'email', contentMediaType: 'application/json', contentSchema: { type: 'number' } },
        { accepted: ['"$name$"'] },
      ],
      [
        { example: 1, externalDocs: { url: 'https://x' }, xml: {}, discriminator: { propertyName: 'a' } },
        { accepted: ['"$name$"'] },
      ],
      [{ $dynamicRef: '#x' }, { warned: ['1'] }],
    ],
    'one form or another': [
      [
        errorsAlone,
        {
          accepted: ['{"kind":"$kind$"$if(kind == "error")$,"e":1$endif$}'],
          warned: ['{"kind":"$kind$","e":1}'],
          refused: ['{}', '{"kind":"info","e":1}'],
        },
      ],
      [
        {
          properties: { a: { not: { $ref: '#/definitions/t', maximum: 0 } } },
          definitions: { t: { type: 'number' } },
        },
        { accepted: ['{"a":1}'], refused: ['{"a":0}'] },
        'draft-07',
      ],
    ],
    'lengths in characters': [
      [
        { maxLength: 1, minLength: 1 },
        {
          accepted: ['"\\ud83d\\ude00"', '"😀"', '"\\ud83d"'],
          refused: ['"\\ude00\\ud83d"'],
        },
      ],
      [
        { maxLength: 6 },
        {
          accepted: ['"$name; max="5"$😀"'],
          warned: ['"$name; max="5", default="abcdefgh"$"', '"$name; max="5"$ab"'],
          refused: ['"$note; max="5", null="abcdefgh"$"'],
        },
      ],
    ],
  };

describe.each(Object.entries(pairs))('%s', (_, schemas) => {
  const each = schemas.flatMap(([schema, said, draft = '2020-12']) =>
    Object.entries(said).flatMap(([opinion, sources]) =>
      sources.map(source => [source, schema, opinion, draft] as const),
    ),
  );
  it.each(each)('%s under %j is %s', (source, schema, opinion, draft) => {
    for (let seed = 0; seed < 60; seed += 12)
      expect(holdToSchema({ output: 'json', source, schema, draft }, seed).opinion).toBe(opinion);
  });
});
