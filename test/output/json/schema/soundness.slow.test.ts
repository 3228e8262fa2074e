import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertySeed, runs } from '../../../properties.ts';
import { type FittingPair, fittingPair } from './fitting-pairs.ts';
import { holdToSchema, noOpinions } from './hold-to-schema.ts';
import { isJudged, type JsonSchema, whether } from './judge.ts';
import { mutate } from './mutations.ts';

const draws = runs(1500, 150);
const withoutDue = { additionalProperties: false, properties: { name: {}, total: {}, tier: {}, rush: {} } };
const whenAbove5 = whether({ properties: { a: { exclusiveMinimum: 5 } } }, { required: ['b'] });
/** Of each pair that fits, as many others that differ a little, and each of their templates under each of their schemas. */
const mutantsEach = 3;

/** Schemas in the outer loop: ajv takes longer to compile one than the check of a template takes. */
function pairsLike(fitting: FittingPair, seed: number): readonly FittingPair[] {
  const mutants = Array.from({ length: mutantsEach }, (_, index) =>
    mutate(fitting, index + 1, seed + index + 1),
  );
  const near = [fitting, ...mutants];
  const sources = new Set(near.map(({ source }) => source));
  return [...new Set(near.map(({ schema }) => schema))]
    .filter(schema => isJudged(schema, fitting.draft))
    .flatMap(schema => [...sources].map(source => ({ ...fitting, source, schema })));
}

/** Words of schemas and features of templates, each as a pattern of the source or of the schema's JSON. */
const features = {
  ...Object.fromEntries(
    [
      ...['type', 'enum', 'const', 'required', 'dependentRequired', 'properties', 'additionalProperties'],
      ...['patternProperties', 'propertyNames', 'unevaluatedProperties', 'minProperties', 'maxProperties'],
      ...['minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
      ...['multipleOf', 'minItems', 'maxItems', 'uniqueItems', 'contains', 'minContains', 'maxContains'],
      ...['prefixItems', 'items', 'additionalItems', 'unevaluatedItems', 'dependencies', 'definitions'],
      ...['allOf', 'anyOf', 'oneOf', 'not', 'if', '$ref'],
    ].map(word => [word, new RegExp(`"${word.replace('$', '\\$')}":`)] as const),
  ),
  recursion: /"kids":/,
  conditional: /\$if\(/,
  list: /\$for\(/,
  max: /; max="\d+"[$,]/,
  places: /; max="[1-5]"\$.*"prefixItems":\[.*"(?:items|additionalItems)":(?:false|\{"const":\{"other")/s,
  filter: /\$for\([^$]* if /,
  separator: /\$sep\$/,
  null: /\bnull="/,
  default: /\bdefault="/,
  format: /\bformat="/,
  scale: /\bscale="/,
  whole: /\$(?:order|buyer|words|moods|gaps|extra|alerts|alert|alert\.notes)\$/,
  key: /"[^" ]*\$(?:kind|name|side)\$": /,
} as const satisfies Readonly<Record<string, RegExp>>;

/** Parts of the groups, each group without those that may be missing, and any others. */
const someNames = fc.oneof(
  fc.constantFrom(
    ['name', 'total', 'tier', 'rush'],
    ['name'],
    ['name', 'count', 'level', 'firing', 'since', 'notes'],
  ),
  fc.subarray(['name', 'total', 'tier', 'rush', 'due', 'age', 'count', 'level', 'note', 'none'], {
    minLength: 1,
  }),
);
const { of: ofObject } = fc.letrec<{ of: JsonSchema; about: JsonSchema; leaf: JsonSchema }>(tie => {
  const properties = someNames.chain(names =>
    fc.record(Object.fromEntries(names.map(name => [name, fc.oneof(fc.constant(true), tie('leaf'))]))),
  );
  return {
    leaf: fc.constantFrom<JsonSchema[]>(true, false, { type: 'string' }, { minLength: 1 }, { minimum: 0 }),
    about: fc.oneof(
      { depthSize: 'small' },
      fc.record({ properties, additionalProperties: tie('leaf') }),
      fc.record({ properties, unevaluatedProperties: tie('leaf') }),
      fc.record({
        patternProperties: fc.record({ '^n|e$': tie('leaf') }),
        additionalProperties: tie('leaf'),
      }),
      fc.record({ propertyNames: fc.record({ enum: someNames }) }),
      fc.record({ propertyNames: fc.record({ maxLength: fc.nat(7) }) }),
      fc.record({ dependentRequired: fc.record({ due: someNames, note: someNames }) }),
      fc.record({ required: someNames }),
      fc.record({ minProperties: fc.nat(7) }),
      fc.record({ maxProperties: fc.nat(7) }),
      tie('of'),
    ),
    of: fc.oneof(
      { depthSize: 'small' },
      fc.record({ not: tie('about') }),
      fc.record({ oneOf: fc.tuple(tie('about'), tie('about')) }),
      fc.record({ anyOf: fc.tuple(tie('about'), tie('about')) }),
      fc
        .tuple(tie('about'), tie('about'), tie('leaf'))
        .map(([when, then, otherwise]) => whether(when, then, otherwise)),
    ),
  };
});
const ofWholes = fc.oneof(
  fc.tuple(fc.constantFrom('$order$', '$if(buyer)$$buyer$$else$$order$$endif$'), ofObject),
  fc.tuple(
    fc.constantFrom('[$order$,$order$]', '$alerts$', '[$for(a in alerts)$$a$$sep$,$endfor$]'),
    fc.oneof(
      fc.record({ items: ofObject }),
      fc.record({ contains: ofObject, minContains: fc.nat(1), maxContains: fc.nat(2) }),
      fc.record({ not: fc.record({ contains: ofObject }) }),
    ),
  ),
);

describe(`a template and a schema that nothing is said against (HOOKPLATE_SEED=${propertySeed})`, () => {
  it('agree whatever values of their types are rendered', () => {
    const opinions = { ...noOpinions };
    const using = new Map(Object.keys(features).map(name => [name, 0]));
    let pairs = 0;
    let rendered = 0;
    fc.assert(
      fc.property(fittingPair, fc.nat(), (fitting, seed) => {
        for (const pair of pairsLike(fitting, seed)) {
          pairs++;
          const held = holdToSchema(pair, seed);
          opinions[held.opinion]++;
          rendered += held.rendered;
          if (held.opinion !== 'accepted') continue;
          const text = `${pair.source}\n${JSON.stringify(pair.schema)}`;
          for (const [name, pattern] of Object.entries(features))
            if (pattern.test(text)) using.set(name, (using.get(name) ?? 0) + 1);
        }
      }),
      { numRuns: draws },
    );
    console.info(
      `${pairs} pairs: ${JSON.stringify(opinions)}, ${rendered} renderings; accepted with ${JSON.stringify(Object.fromEntries(using))}`,
    );
    expect(opinions.accepted).toBeGreaterThan(pairs * 0.3);
    expect(opinions.refused).toBeGreaterThan(pairs * 0.05);
    for (const [name, count] of using) expect(count, name).toBeGreaterThan(0);
  });

  it('agree where groups are written whole, and schemas that are not demanded name some of their parts', () => {
    const opinions = { ...noOpinions };
    fc.assert(
      fc.property(ofWholes, fc.nat(), ([source, schema], seed) => {
        fc.pre(isJudged(schema, '2020-12'));
        opinions[holdToSchema({ output: 'json', source, schema, draft: '2020-12' }, seed).opinion]++;
      }),
      { numRuns: runs(8000, 800) },
    );
    for (const opinion of ['accepted', 'warned', 'refused'] as const)
      expect(opinions[opinion], opinion).toBeGreaterThan(40);
  });

  /** Pairs that were judged wrongly once. */
  it.each([
    ['{"a":$if(paid)$$paid$$else$0$endif$}', { additionalProperties: { maximum: 1 } }, 'warned'],
    ['{"$name$":1}', { anyOf: [{ propertyNames: { maxLength: 14 } }] }, 'warned'],
    ['$if(paid > 5)$$paid$$else$6$endif$', { type: 'number', exclusiveMinimum: 5 }, 'accepted'],
    ['$if(isError)$$buyer$$else$ {}$endif$', { type: 'object' }, 'refused'],
    ['$if(buyer)$$buyer$$else$ {}$endif$', { type: 'object' }, 'accepted'],
    ['$order$', { type: 'object' }, 'accepted'],
    ['{"a":[1]}', { const: { a: [1] }, unevaluatedProperties: false }, 'warned'],
    ['$if(maybe)$$maybe$$else$false$endif$', { type: 'boolean' }, 'accepted'],
    ['[0,""$for(m in moods)$,""$endfor$]', { anyOf: [{ prefixItems: [{ type: 'number' }] }] }, 'accepted'],
    ['$words$$if(words)$$endif$', { prefixItems: [{ enum: ['a'] }] }, 'warned'],
    ['$if(words.count==1)$$words$$else$[]$endif$', { prefixItems: [{}], items: false }, 'accepted'],
    ['$if(words.count<3)$$words$$else$[]$endif$', { prefixItems: [{}], items: false }, 'warned'],
    ['[1e400,false]', { contains: { minProperties: 1 }, minContains: 0, maxContains: 1 }, 'warned'],
    ['[0$for(w in words)$,0.3$endfor$]', { items: { anyOf: [{ maximum: 1 }] } }, 'accepted'],
    ['{"$name$":1,"a":2}', { minProperties: 2 }, 'warned'],
    ['{"$name$":1,"b":1,"c":1}', { not: { maxProperties: 2 } }, 'warned'],
    ['$if(count <= 160000)$$count; format="0E0"$$else$0$endif$', { maximum: 160_003 }, 'warned'],
    ['[$for(w in words; max="2")$"$w$"$sep$,$endfor$]', { prefixItems: [{}, {}], items: false }, 'accepted'],
    ['[$for(w in words; max="2")$"$w$"$sep$,$endfor$]', { prefixItems: [{}], items: false }, 'refused'],
    [
      '[$for(w in words; max="2")$1$sep$,0,$endfor$]',
      { prefixItems: [{}, {}, {}], items: false },
      'accepted',
    ],
    ['[$for(w in words; max="2")$1$sep$,0,$endfor$]', { prefixItems: [{}, {}], items: false }, 'refused'],
    [
      '["a"$for(w in words; max="2")$,1$endfor$]',
      { prefixItems: [{}, {}, {}], items: { const: '' } },
      'accepted',
    ],
    ['["a"$for(w in words; max="2")$,1$endfor$]', { prefixItems: [{}, {}], items: { const: '' } }, 'refused'],
    [
      '[$for(w in words; max="2")$$for(x in moods; max="2")$"$x$",$endfor$$endfor$0]',
      { prefixItems: [{}, {}, {}, {}, {}], items: false },
      'accepted',
    ],
    [
      '[$for(w in words; max="2")$$for(x in moods; max="2")$"$x$",$endfor$$endfor$0]',
      { prefixItems: [{}, {}, {}, {}], items: false },
      'refused',
    ],
    ['[$for(w in words if w != ""; max="1")$"$w$"$endfor$]', { prefixItems: [{}], items: false }, 'accepted'],
    ['$note$', { oneOf: [{ type: 'null' }, { type: 'string' }] }, 'accepted'],
    ['{"a":$count$$if(count > 5)$,"b":1$endif$}', whenAbove5, 'accepted'],
    ['$order$', { not: { propertyNames: { enum: ['name', 'total', 'tier', 'rush'] } } }, 'warned'],
    ['$order$', { not: withoutDue }, 'warned'],
    ['[$order$]', { contains: withoutDue, minContains: 0, maxContains: 0 }, 'warned'],
    ['[$ratio$,$if(ratio<3)$0$else$1$endif$]', { items: { oneOf: [{}, { type: 'object' }] } }, 'accepted'],
  ] as const)('%s under %j', (source, schema, opinion) => {
    expect(holdToSchema({ output: 'json', source, schema, draft: '2020-12' }, 5).opinion).toBe(opinion);
  });
});
