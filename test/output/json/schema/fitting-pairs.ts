import fc from 'fast-check';
import { type Draft, type JsonSchema, whether } from './judge.ts';
import { closedSets } from './typed-contexts.ts';

type Schema = { readonly [keyword: string]: unknown };
type JsonType = 'string' | 'number' | 'boolean' | 'null' | 'object' | 'array' | 'any';

/** A template that writes one JSON value, and a schema that accepts whatever it writes. */
interface Fit {
  readonly source: string;
  readonly schema: JsonSchema;
  readonly type: JsonType;
}

/** A template with a schema that is meant to accept all that it writes, or each of its lines, in the words of a draft. */
export interface FittingPair {
  readonly output: 'json' | 'json-lines';
  readonly source: string;
  readonly schema: JsonSchema;
  readonly draft: Draft;
}

/** The tag of a value, and what is true of it whatever its value, each by itself. */
interface Leaf {
  readonly source: string;
  readonly type: JsonType;
  readonly facts: readonly Schema[];
}

/** A piece of a text: its length in code points, and all that it may be where that is little. */
interface TextPiece {
  readonly source: string;
  readonly min: number;
  readonly max: number;
  readonly texts?: readonly string[];
  /** Whether half of a character may stand at its end or beginning, which the other half completes. */
  readonly mayJoin?: boolean;
}

interface ListHead {
  readonly head: string;
  readonly scope: () => Scope;
}

/** What may be written somewhere. */
interface Scope {
  readonly name: string;
  readonly leaves: readonly Leaf[];
  readonly pieces: readonly TextPiece[];
  readonly conditions: readonly string[];
  readonly lists: readonly ListHead[];
}

const leaf = (source: string, type: JsonType, ...facts: readonly Schema[]): Leaf => ({ source, type, facts });
const number = (source: string, ...facts: readonly Schema[]) =>
  leaf(source, 'number', { type: 'number' }, ...facts);
const integer = (source: string, ...facts: readonly Schema[]) =>
  leaf(source, 'number', { type: 'integer' }, ...facts);
const text = (source: string, ...facts: readonly Schema[]) =>
  leaf(source, 'string', { type: 'string' }, ...facts);

const literalLeaves: readonly Leaf[] = [
  number('0', { const: 0 }, { multipleOf: 3 }, { minimum: 0, maximum: 0 }),
  number('-2.5e1', { const: -25 }, { type: 'integer' }, { multipleOf: 5 }, { exclusiveMaximum: -24 }),
  number('1.0', { enum: [true, 1] }, { exclusiveMinimum: 0, exclusiveMaximum: 2 }),
  number('0.3', { const: 0.3 }, { maximum: 0.3 }),
  leaf('true', 'boolean', { type: 'boolean' }, { const: true }),
  leaf('false', 'boolean', { type: ['boolean', 'null'] }, { enum: [false, 'false'] }),
  leaf('null', 'null', { type: 'null' }, { const: null }),
  text('"ok"', { const: 'ok' }, { enum: ['no', 'ok'] }, { pattern: '^o' }, { maxLength: 2 }),
  text(String.raw`"\u0061\"\\😀"`, { const: 'a"\\😀' }, { minLength: 4, maxLength: 4 }),
  text(String.raw`"\ud83d\ude00"`, { const: '😀' }, { minLength: 1, maxLength: 1 }, { pattern: '^.$' }),
  text(String.raw`"\$5"`, { const: '$5' }, { pattern: '\\$' }),
  leaf('[]', 'array', { type: 'array' }, { const: [] }, { maxItems: 0 }, { items: false }),
  leaf('{ }', 'object', { type: 'object' }, { const: {} }, { maxProperties: 0 }, { propertyNames: false }),
  leaf(
    '[1,"1",[1],{"a":1}]',
    'array',
    { uniqueItems: true },
    { const: [1, '1', [1], { a: 1 }] },
    { minItems: 4 },
  ),
  leaf(
    '{"a":{"b":[1.0,null]},"c":"d"}',
    'object',
    { const: { c: 'd', a: { b: [1, null] } } },
    { required: ['c', 'a'] },
  ),
];

const rootLeaves: readonly Leaf[] = [
  ...literalLeaves,
  number('$count$'),
  number('$ratio; format="0.0#"$'),
  integer('$count; format="0"$'),
  number('$count; scale="2"$'),
  number('$count; format="0E0"$'),
  leaf('$paid$', 'any', { type: ['number', 'null'] }),
  number('$paid; null="0"$'),
  number('$paid; null="7", format="0.0"$'),
  leaf(
    '$paid; null="none"$',
    'any',
    { type: ['number', 'string'] },
    { anyOf: [{ type: 'number' }, { const: 'none' }] },
  ),
  number('$if(paid)$$paid$$else$-1$endif$'),
  number('$if(paid > 5)$$paid$$else$6$endif$', { exclusiveMinimum: 5 }, { minimum: 5 }),
  number(
    '$if(paid >= 3 && paid < 10)$$paid$$else$3$endif$',
    { minimum: 3 },
    { exclusiveMaximum: 10 },
    { maximum: 10 },
  ),
  number('$if(count >= 0 && count <= 10)$$count$$else$0$endif$', { minimum: 0, maximum: 10 }),
  number(
    '$if(count > 0 && count < 100)$$count; format="0"$$else$1$endif$',
    { type: 'integer' },
    { minimum: 0, maximum: 100 },
  ),
  number('$if(count >= 0 && count <= 2.5)$$count; format="0"$$else$0$endif$', { minimum: 0, maximum: 3 }),
  number('$if(count >= 0 && count <= 10)$$count; scale="1"$$else$0$endif$', { minimum: 0, maximum: 100 }),
  number('$if(count >= 0 && count <= 99.5)$$count; scale="-2", format="0.0"$$else$0$endif$', {
    minimum: 0,
    maximum: 1,
  }),
  number(
    '$if(count < 0 || count > 100)$5$else$$count; format="0"$$endif$',
    { minimum: 0, maximum: 100 },
    { type: 'integer' },
  ),
  number('$if(ratio < 3)$2$elseif(ratio >= 5)$5$else$$ratio$$endif$', { minimum: 2 }, { maximum: 5 }),
  integer('$if(count == 5)$$count$$else$6$endif$', { minimum: 5, maximum: 6 }),
  integer('$words.count$', { minimum: 0 }, { exclusiveMinimum: -1 }, { multipleOf: 1 }),
  integer('$if(words.count > 2)$$words.count$$else$3$endif$', { minimum: 3 }),
  integer('$if(words)$$words.count$$else$1$endif$', { minimum: 1 }),
  integer('$if(alerts.count <= 3)$$alerts.count$$else$4$endif$', { maximum: 4 }, { minimum: 0 }),
  leaf('$isError$', 'boolean', { type: 'boolean' }, { enum: [true, false] }),
  leaf('$maybe$', 'any', { type: ['boolean', 'null'] }),
  leaf('$maybe; null="?"$', 'any', { type: ['boolean', 'string'] }),
  leaf('$if(maybe)$$maybe$$else$false$endif$', 'boolean', { type: 'boolean' }),
  text('$name$', { minLength: 0 }),
  text('$name; max="20"$', { maxLength: 20 }),
  text('$name; max="3", format="json-encode"$', { maxLength: 18 }),
  text('$name; max="3", format="url-encode"$', { maxLength: 27 }),
  text('$name; max="3", format="markdown-escape"$', { maxLength: 6 }),
  text('$name; max="3", format="upper xml-encode"$', { maxLength: 30 }),
  text('$name; max="3", format="slack-escape"$', { maxLength: 15 }),
  text('$name; max="3", format="telegram-markdown"$', { maxLength: 6 }),
  text('$name; max="3", format="html-escape"$', { maxLength: 18 }),
  text('$name; max="4", default="nothing"$', { maxLength: 7 }, { minLength: 1 }),
  text('$if(name != "")$$name; max="9"$$else$"-"$endif$', { maxLength: 9 }, { minLength: 1 }),
  leaf('$note$', 'any', { type: ['string', 'null'] }),
  text('$note; null="none"$', { type: 'string' }),
  text('$note; null="none at all", max="5"$', { maxLength: 11 }),
  text('$at$', { maxLength: 30 }, { minLength: 20 }),
  text(
    '$at; format="yyyy-MM-dd"$',
    { maxLength: 12 },
    { minLength: 10 },
    { pattern: '^\\d{4,6}-\\d\\d-\\d\\d$' },
  ),
  text('$at; format="HH:mm"$', { minLength: 5, maxLength: 5 }, { pattern: '^\\d\\d:\\d\\d$' }),
  text(`$at; format="EEEE 'at' h a", timezone="Europe/Berlin"$`, { maxLength: 18 }),
  number('$at; format="epoch-seconds"$', { minimum: -8.64e12 }, { maximum: 8.64e12 }),
  number('$at; format="epoch-milliseconds"$', { type: 'integer' }),
  number('$at; format="epoch-seconds.SSS"$', { exclusiveMaximum: 8.64e12 + 1 }),
  leaf('$due$', 'any', { type: ['string', 'null'] }),
  text('$due; format="yyyy", null="never"$', { maxLength: 6 }),
  text(
    '$kind$',
    { enum: ['error', 'info', 'warning'] },
    { pattern: '^[a-z]+$' },
    { minLength: 4, maxLength: 7 },
    { not: { const: '' } },
  ),
  text('$kind; format="upper"$', { enum: ['ERROR', 'INFO', 'WARNING', 'NONE'] }, { maxLength: 7 }),
  text(
    '$if(kind == "info")$"none"$else$$kind$$endif$',
    { enum: ['error', 'warning', 'none'] },
    { minLength: 4 },
  ),
  leaf('$side$', 'any', { enum: ['left', 'right', null] }),
  text('$side; null="none"$', { enum: ['left', 'right', 'none'] }, { maxLength: 5 }),
  text('$odd$', { enum: closedSets.odd }, { maxLength: 40 }, { not: { const: 'x' } }),
  text('$odd; default="none"$', { minLength: 1 }, { maxLength: 40 }),
  text('$digits$', { enum: closedSets.digits }, { pattern: '^-?[0-9.]+$' }),
  leaf('$data$', 'any'),
  leaf('$more.count$', 'any', { description: 'anything' }),
  text('$order.tier$', { enum: ['gold', 'basic'] }),
  leaf(
    '$order$',
    'object',
    { type: 'object' },
    { required: ['name', 'total', 'tier', 'rush'] },
    { maxProperties: 5 },
    {
      properties: {
        name: { type: 'string' },
        total: { type: 'number' },
        tier: { enum: ['gold', 'basic'] },
        rush: { type: 'boolean' },
      },
    },
    { propertyNames: { enum: ['name', 'total', 'tier', 'rush', 'due'] } },
  ),
  leaf('$buyer$', 'any', { type: ['object', 'null'] }, { properties: { name: { type: 'string' } } }),
  leaf('$if(buyer)$$buyer$$else$ {}$endif$', 'object', { type: 'object' }, { maxProperties: 2 }),
  leaf('$words$', 'array', { type: 'array' }, { items: { type: 'string' } }),
  leaf('$moods$', 'array', { items: { enum: ['a', 'b', '😀'] } }, { items: { maxLength: 1 } }),
  leaf('$gaps$', 'array', { items: { type: ['number', 'null'] } }),
  leaf('$extra$', 'array', { type: 'array', items: { type: 'string' } }),
  leaf(
    '$alerts$',
    'array',
    { type: 'array' },
    {
      items: {
        type: 'object',
        required: ['name', 'level'],
        properties: { level: { enum: ['low', 'high'] }, notes: { items: { type: 'string' } } },
      },
    },
  ),
];

const piece = (source: string, min: number, max: number, ...texts: readonly string[]): TextPiece => ({
  ...{ source, min, max },
  ...(texts.length > 0 && { texts }),
});
const plain = (source: string, written: string): TextPiece =>
  piece(source, [...written].length, [...written].length, written);

const literalPieces: readonly TextPiece[] = [
  plain('ok', 'ok'),
  plain(': ', ': '),
  plain('é', 'é'),
  plain('😀', '😀'),
  plain(String.raw`\u0041\n`, 'A\n'),
  plain(String.raw`\"`, '"'),
  plain(String.raw`\$`, '$'),
  { ...plain(String.raw`\ud83d`, '\ud83d'), mayJoin: true },
  { ...plain(String.raw`\ude00`, '\ude00'), mayJoin: true },
];

const rootPieces: readonly TextPiece[] = [
  ...literalPieces,
  piece('$name$', 0, Number.POSITIVE_INFINITY),
  piece('$name; max="7"$', 0, 7),
  piece('$title; max="2", format="json-encode"$', 0, 12),
  piece('$title; max="2", format="url-encode"$', 0, 18),
  piece('$title; max="2", format="markdown-escape one-line"$', 0, 4),
  piece('$note; max="3", null="n/a!"$', 0, 4),
  piece('$note; default="?"$', 1, Number.POSITIVE_INFINITY),
  piece('$kind$', 4, 7, ...closedSets.kind),
  piece('$kind; format="cap"$', 4, 7, 'Info', 'Warning', 'Error'),
  piece('$side$', 0, 5, '', 'left', 'right'),
  { ...piece('$odd$', 0, 40, ...closedSets.odd), mayJoin: true },
  piece('$isError$', 4, 5, 'true', 'false'),
  piece('$at; format="HH:mm:ss"$', 8, 8),
  piece('$at; format="yyyyMMdd"$', 8, 10),
  piece('$due; format="MMM", null="-"$', 1, 3),
  piece('$words.count$', 1, 16),
  piece('$count$', 1, 40),
  piece('$ratio; format="#,##0.00"$', 1, 48),
  piece('$if(isError)$bad$else$good!$endif$', 3, 5, 'bad', 'good!'),
  piece('$if(dryRun)$ (dry)$endif$', 0, 6, '', ' (dry)'),
  piece('$if(kind == "error")$!$elseif(kind == "info")$$else$??$endif$', 0, 2, '', '!', '??'),
  piece('$for(w in words; max="3")$$w; max="4"$$sep$, $else$none$endfor$', 0, 16),
  piece('$for(m in moods; max="2")$$m$$endfor$', 0, 2),
];

const rootConditions: readonly string[] = [
  'isError',
  '!isError',
  'dryRun',
  'maybe',
  'isError && dryRun',
  '!(isError || order.rush)',
  'kind == "error"',
  'kind != "info"',
  'kind == "info" || side == "left"',
  'side',
  'odd == ""',
  'count > 5',
  'count <= 2.5 && !dryRun',
  'paid',
  'paid >= 100',
  'name == ""',
  'note',
  'due',
  'buyer',
  'words',
  'words.count > 1',
  '!alerts',
  'order.tier == "gold"',
  'data.name == "x"',
];

const alertScope: Scope = {
  name: 'alert',
  leaves: [
    ...literalLeaves,
    text('$alert.name; max="12"$', { maxLength: 12 }),
    text('$alert.level$', { enum: ['low', 'high', 'other'] }, { maxLength: 4 }),
    number('$alert.count$'),
    integer('$alert.count; format="0"$'),
    integer('$alert.number$', { minimum: 1 }),
    leaf('$alert.firing$', 'boolean', { type: 'boolean' }),
    leaf('$alert.note$', 'any', { type: ['string', 'null'] }),
    text('$alert.since; format="yyyy-MM"$', { maxLength: 9 }),
    number('$if(alert.count > 5)$$alert.count$$else$5.5$endif$', { exclusiveMinimum: 5 }),
    leaf(
      '$alert$',
      'object',
      { type: 'object' },
      { required: ['name', 'firing'] },
      { properties: { level: { type: 'string' } } },
    ),
    leaf('$alert.notes$', 'array', { items: { type: 'string' } }),
    text('$kind$', { enum: closedSets.kind }),
  ],
  pieces: [
    ...literalPieces,
    piece('$alert.name; max="5"$', 0, 5),
    piece('$alert.level$', 3, 4, 'low', 'high'),
    piece('$alert.number$', 1, 16),
    piece('$if(alert.firing)$on$else$off$endif$', 2, 3, 'on', 'off'),
    piece('$kind$', 4, 7, ...closedSets.kind),
  ],
  conditions: [
    'alert.firing',
    'alert.level == "low"',
    'alert.count > 5',
    'alert.number == 1',
    'alert.note',
    'isError',
    'kind == "error"',
  ],
  lists: [
    {
      head: 'entry in alert.notes',
      scope: () =>
        itemScope(
          'entry',
          [text('$entry; max="8"$', { maxLength: 8 }), text('$alert.level$', { enum: ['low', 'high'] })],
          'entry.number > 2',
        ),
    },
  ],
};

function itemScope(name: string, leaves: readonly Leaf[], ...conditions: readonly string[]): Scope {
  return {
    name,
    leaves: [...leaves, ...leaves, integer(`$${name}.number$`, { minimum: 1 }), ...literalLeaves],
    pieces: [...literalPieces, piece(`$${name}.number$`, 1, 16), piece('$kind$', 4, 7, ...closedSets.kind)],
    conditions: [...conditions, 'isError', 'side == "left"'],
    lists: [],
  };
}

const rootScope: Scope = {
  name: 'root',
  leaves: rootLeaves,
  pieces: rootPieces,
  conditions: rootConditions,
  lists: [
    { head: 'alert in alerts', scope: () => alertScope },
    { head: 'alert in alerts if alert.firing', scope: () => alertScope },
    { head: 'alert in alerts if alert.level == "low" && isError', scope: () => alertScope },
    {
      head: 'word in words',
      scope: () =>
        itemScope('word', [text('$word$'), text('$word; max="6"$', { maxLength: 6 })], 'word == "x"'),
    },
    {
      head: 'mood in moods',
      scope: () =>
        itemScope('mood', [text('$mood$', { enum: closedSets.mood }, { maxLength: 1 })], 'mood == "a"'),
    },
    {
      head: 'number in counts if number > 3',
      scope: () =>
        itemScope('number', [number('$number$', { exclusiveMinimum: 3 }, { minimum: 3 })], 'number < 10'),
    },
    {
      head: 'gap in gaps',
      scope: () =>
        itemScope(
          'gap',
          [leaf('$gap$', 'any', { type: ['number', 'null'] }), number('$gap; null="1"$')],
          'gap',
        ),
    },
  ],
};

/** Stands for a schema that becomes a `$ref` to one of the document's definitions. */
const definition = 'x-definition';

/** The facts as one schema; those about the same keyword stay apart. */
function together(facts: readonly JsonSchema[]): JsonSchema {
  let whole: Schema = {};
  const apart: JsonSchema[] = [];
  for (const fact of facts) {
    if (typeof fact === 'boolean' || Object.keys(fact).some(keyword => Object.hasOwn(whole, keyword)))
      apart.push(fact);
    else whole = { ...whole, ...fact };
  }
  return apart.length === 0 ? whole : { ...whole, allOf: apart };
}

/** Any of the values, some more often. */
const often = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });

function leafFit(leaves: readonly Leaf[]): fc.Arbitrary<Fit> {
  return fc
    .constantFrom(...leaves)
    .chain(({ source, type, facts }) =>
      fc
        .subarray([...facts], { minLength: Math.min(1, facts.length) })
        .map(some => ({ source, type, schema: together(some) })),
    );
}

/** Every text that the pieces may make, where that is little. */
function textsOf(pieces: readonly TextPiece[]): readonly string[] | undefined {
  let all: readonly string[] = [''];
  for (const { texts } of pieces) {
    if (!texts || all.length * texts.length > 40) return undefined;
    all = all.flatMap(start => texts.map(end => start + end));
  }
  return all;
}

function textFit({ pieces, conditions }: Scope): fc.Arbitrary<Fit> {
  const tagged = fc.constantFrom(...pieces);
  const perhaps = fc
    .tuple(fc.constantFrom(...conditions), tagged, tagged)
    .map(([condition, yes, no]): TextPiece => {
      const texts = yes.texts && no.texts && [...yes.texts, ...no.texts];
      return {
        source: `$if(${condition})$${yes.source}$else$${no.source}$endif$`,
        min: Math.min(yes.min, no.min),
        max: Math.max(yes.max, no.max),
        mayJoin: yes.mayJoin || no.mayJoin || false,
        ...(texts && { texts }),
      };
    });
  return fc
    .tuple(
      fc.array(fc.oneof(often(5, tagged), often(1, perhaps)), { maxLength: 4 }),
      fc.nat(31),
      fc.constantFrom(0, 0, 0, 1, 3),
    )
    .map(([parts, which, slack]) => {
      const joins = parts.filter(({ mayJoin }) => mayJoin).length;
      const min = parts.reduce((sum, { min }) => sum + min, 0) - joins - slack;
      const max = parts.reduce((sum, { max }) => sum + max, 0) + slack;
      const texts = textsOf(parts);
      const facts: Schema[] = [{ type: 'string' }];
      if (which & 1 && max < Number.POSITIVE_INFINITY) facts.push({ maxLength: max });
      if (which & 2 && min > 0) facts.push({ minLength: min });
      if (which & 4 && texts) facts.push({ enum: [...new Set(texts), ''] });
      if (which & 8 && texts?.every(each => !each.includes('\n'))) facts.push({ pattern: '^.*$' });
      if (which & 16) facts.push({ format: 'uri', description: 'a text' });
      return {
        source: `"${parts.map(({ source }) => source).join('')}"`,
        type: 'string',
        schema: together(facts),
      };
    });
}

interface Key {
  readonly source: string;
  readonly text: string;
}

const keys: readonly Key[] = [
  ...['a', 'b', 'type', 'text', 'severity', 'hasOwnProperty', 'x-1', ' ', 'ü 😀', '$ref', '1'].map(text => ({
    source: text.replace('$', '\\$'),
    text,
  })),
  { source: String.raw`\u0063`, text: 'c' },
  { source: String.raw`d\"e`, text: 'd"e' },
];

interface Member {
  readonly key: Key;
  readonly fit: Fit;
  /** The condition under which it is there. */
  readonly when?: string | undefined;
  /** The same key with another value where a condition does not hold. */
  readonly otherwise?: readonly [condition: string, fit: Fit] | undefined;
}

function memberSource({ key, fit, otherwise }: Member): string {
  const written = (value: Fit) => `"${key.source}": ${value.source}`;
  return otherwise
    ? `$if(${otherwise[0]})$${written(fit)}$else$${written(otherwise[1])}$endif$`
    : written(fit);
}

function either(fits: readonly Fit[]): JsonSchema {
  const schemas = fits.map(({ schema }) => schema);
  return schemas.length === 1 && schemas[0] !== undefined ? schemas[0] : { anyOf: schemas };
}

function memberSchema({ fit, otherwise }: Member): JsonSchema {
  return either(otherwise ? [fit, otherwise[1]] : [fit]);
}

const names = (members: readonly Member[]) => members.map(({ key }) => key.text);
const schemasOf = (members: readonly Member[]) =>
  // Assigning would miss `__proto__`; no key here is called so.
  Object.fromEntries(members.map(member => [member.key.text, memberSchema(member)]));

/** What is true of an object with these members, each by itself, as far as `which` has its bit. */
function objectFacts(members: readonly Member[], which: number): readonly JsonSchema[] {
  const has = (bit: number) => (which & (1 << bit)) !== 0;
  const always = members.filter(({ when }) => when === undefined);
  const [first, ...rest] = members;
  const listed = has(0) ? members : members.filter((_, index) => has(8 + (index % 4)));
  const isWhole = listed.length === members.length;
  const facts: JsonSchema[] = [{ type: 'object' }, { properties: schemasOf(listed) }];
  if (has(1)) facts.push({ required: names(always) });
  if (isWhole && has(2)) facts.push({ additionalProperties: false });
  if (!isWhole && has(2)) facts.push({ additionalProperties: { anyOf: members.map(memberSchema) } });
  if (has(3) && always.length > 0) facts.push({ minProperties: always.length });
  if (has(4)) facts.push({ maxProperties: members.length });
  if (has(5)) facts.push({ propertyNames: { enum: [...names(members), 'nobody'] } });
  if (has(6)) facts.push({ propertyNames: { maxLength: 14 } });
  if (has(7) && always[0])
    facts.push({ dependentRequired: { [members.at(-1)?.key.text ?? '']: names(always), absent: ['never'] } });
  if (has(12) && first && /^[a-z]+$/.test(first.key.text))
    facts.push({ patternProperties: { [`^${first.key.text}$`]: memberSchema(first), '^no such': false } });
  if (has(13)) facts.push({ not: { required: ['absent'] } });
  if (has(14) && has(15) && first)
    return [
      {
        type: 'object',
        allOf: [{ properties: schemasOf([first]) }],
        properties: schemasOf(rest),
        unevaluatedProperties: false,
      },
    ];
  return facts;
}

function objectSource(members: readonly Member[], tag?: string): string {
  const ordered = members.toSorted((a, b) => Number(a.when !== undefined) - Number(b.when !== undefined));
  const [first, ...rest] = ordered;
  const before = tag === undefined ? '' : `"kind": "${tag}"`;
  if (!first) return `{${before}}`;
  const begun = tag === undefined ? '' : ', ';
  // Only the first can do without a comma, and one that may be missing comes first only where there is no other.
  const others = tag === undefined && first.when !== undefined ? [] : rest;
  const all = [first, ...others].map((member, index) => {
    const written = `${index === 0 ? begun : ', '}${memberSource(member)}`;
    return member.when === undefined ? written : `$if(${member.when})$${written}$endif$`;
  });
  return `{${before}${all.join('')}}`;
}

function membersOf(scope: Scope, value: fc.Arbitrary<Fit>): fc.Arbitrary<readonly Member[]> {
  const condition = fc.constantFrom(...scope.conditions);
  const member = fc.record({
    key: fc.constantFrom(...keys),
    fit: value,
    when: fc.option(condition, { freq: 2, nil: undefined }),
    otherwise: fc.option(fc.tuple(condition, value), { freq: 3, nil: undefined }),
  });
  return fc.uniqueArray(member, { maxLength: 3, selector: ({ key }) => key.text });
}

function objectFit(scope: Scope, value: fc.Arbitrary<Fit>): fc.Arbitrary<Fit> {
  return fc.tuple(membersOf(scope, value), fc.nat(2 ** 16 - 1)).map(([members, which]) => ({
    source: objectSource(members),
    type: 'object',
    schema: together(objectFacts(members, which)),
  }));
}

/** Objects that a `kind` tells apart, of which a condition chooses one. */
function taggedFit(scope: Scope, value: fc.Arbitrary<Fit>): fc.Arbitrary<Fit> {
  const conditions = fc.tuple(fc.constantFrom(...scope.conditions), fc.constantFrom(...scope.conditions));
  return fc
    .tuple(
      conditions,
      fc.array(fc.tuple(membersOf(scope, value), fc.nat(2 ** 14 - 1)), { minLength: 2, maxLength: 3 }),
      fc.constantFrom('anyOf', 'oneOf', 'if', 'constant'),
    )
    .map(([[one, other], each, how]) => {
      const sources = each.map(([members], index) => objectSource(members, `k${index}`));
      const [first, second, third] = sources;
      const source = `$if(${one})$${first}$elseif(${other})$${third ?? second}$else$${second}$endif$`;
      const schemas = each.map(([members, which], index): Schema => {
        const kind: Member = {
          key: { source: 'kind', text: 'kind' },
          fit: { source: '', type: 'string', schema: { const: `k${index}` } },
        };
        // The kind is always there, and first among what is asked.
        return { allOf: [together(objectFacts([kind, ...members], which | 3))] };
      });
      return { source, type: 'object', schema: tagged(schemas, how) };
    });
}

function tagged(schemas: readonly Schema[], how: string): JsonSchema {
  const constants = schemas.map((_, index) => `k${index}`);
  if (how === 'anyOf' || how === 'oneOf') return { [how]: schemas };
  if (how === 'constant') return { required: ['kind'], properties: { kind: { enum: constants } } };
  return {
    allOf: schemas.map((schema, index) =>
      whether({ properties: { kind: { const: `k${index}` } }, required: ['kind'] }, schema),
    ),
  };
}

/** Items that are always there, then some that need not be, and lists. */
function arrayFit(scope: Scope, value: fc.Arbitrary<Fit>, listed: boolean): fc.Arbitrary<Fit> {
  const condition = fc.constantFrom(...scope.conditions);
  const more = fc.oneof(
    fc.tuple(condition, value).map(
      ([when, fit]): ListPart => ({
        source: `$if(${when})$, ${fit.source}$endif$`,
        fits: [fit],
        max: 1,
      }),
    ),
    ...(listed ? [listPart(scope).map(part => ({ ...part, source: withSeparators(part, ', ', '') }))] : []),
  );
  return fc
    .tuple(
      fc.array(value, { minLength: 1, maxLength: 3 }),
      fc.array(more, { maxLength: 2 }),
      fc.nat(2 ** 10 - 1),
    )
    .map(([items, rest, which]) => {
      const source = `[${items.map(({ source }) => source).join(', ')}${rest.map(({ source }) => source).join('')}]`;
      return { source, type: 'array', schema: together(arrayFacts(items, rest, which)) };
    });
}

interface ListPart {
  readonly source: string;
  readonly fits: readonly Fit[];
  readonly max: number;
}

function withSeparators({ source }: ListPart, before: string, after: string): string {
  const [head = '', body = '', end = ''] = source.split('§');
  return head + before + body + after + end;
}

function arrayFacts(items: readonly Fit[], rest: readonly ListPart[], which: number): readonly JsonSchema[] {
  const has = (bit: number) => (which & (1 << bit)) !== 0;
  const later = rest.flatMap(({ fits }) => fits);
  const max = rest.reduce((sum, part) => sum + part.max, items.length);
  const facts: JsonSchema[] = [{ type: 'array' }];
  if (has(0)) facts.push({ minItems: items.length });
  if (has(1) && max < Number.POSITIVE_INFINITY) facts.push({ maxItems: max });
  if (has(2)) {
    const places = max - items.length;
    // Each item may have a place of its own, so that nothing may stand behind the last one.
    const isBounded = later.length > 0 && places <= maxPlaces && has(3);
    const prefixItems = [
      ...items.map(({ schema }) => schema),
      ...Array.from({ length: isBounded ? places : 0 }, () => either(later)),
    ];
    const after =
      later.length > 0 && !isBounded
        ? { items: either(later) }
        : has(3)
          ? { items: has(4) ? false : otherItems }
          : {};
    const unevaluated = has(4) && has(5) && later.length === 0 ? { unevaluatedItems: false } : {};
    facts.push({ prefixItems, ...after, ...unevaluated });
  } else facts.push({ items: either([...items, ...later]) });
  if (has(6) && items[0]) {
    const contains = { contains: items[0].schema, minContains: 1, ...(has(7) && { maxContains: max }) };
    facts.push({ allOf: [withoutInfinity(contains)] });
  }
  if (has(8) && has(9) && items.length === 1 && rest.length === 0) facts.push({ uniqueItems: true });
  return facts.map(fact => withoutInfinity(fact));
}

/** So many items may have places of their own. */
const maxPlaces = 5;

/** Something that no fit writes. */
const otherItems: JsonSchema = { const: { other: [true] } };

function withoutInfinity(schema: JsonSchema): JsonSchema {
  if (typeof schema === 'boolean') return schema;
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== Number.POSITIVE_INFINITY));
}

/** A list whose body is asked for once; `§` is where the commas around its items may stand. */
function listPart(scope: Scope): fc.Arbitrary<ListPart> {
  return fc
    .tuple(fc.constantFrom(...scope.lists), fc.constantFrom(undefined, 1, 2, 5, 10))
    .chain(([{ head, scope: inner }, max]) =>
      itemFits(inner()).map(fit => ({
        source: `$for(${head}${max === undefined ? '' : `; max="${max}"`})$§${fit.source}§$endfor$`,
        fits: [fit],
        max: max ?? Number.POSITIVE_INFINITY,
      })),
    );
}

/** One list alone, and perhaps another value where it has no item. */
function listFit(scope: Scope, value: fc.Arbitrary<Fit>): fc.Arbitrary<Fit> {
  return fc
    .tuple(listPart(scope), fc.option(value, { nil: undefined }), fc.nat(2 ** 10 - 1), fc.boolean())
    .map(([part, none, which, isArrayElse]) => {
      const separated = withSeparators(part, '', '$sep$, ');
      const fits = none && !isArrayElse ? [...part.fits, none] : part.fits;
      const inside =
        none && !isArrayElse
          ? separated.replace(/\$endfor\$$/, () => `$else$${none.source}$endfor$`)
          : separated;
      const min = none && !isArrayElse ? 1 : 0;
      const places = part.max <= maxPlaces && which & 8 ? part.max : 0;
      const prefixItems = Array.from({ length: places }, () => either(fits));
      const facts: JsonSchema[] = [
        { type: 'array' },
        places === 0 ? { items: either(fits) } : { prefixItems, items: which & 16 ? false : otherItems },
      ];
      if (which & 1 && part.max < Number.POSITIVE_INFINITY) facts.push({ maxItems: part.max });
      if (which & 2) facts.push({ minItems: min });
      if (which & 4 && min > 0) facts.push({ contains: either(fits) });
      return { source: `[${inside}]`, type: 'array', schema: together(facts) };
    });
}

const conditional = (scope: Scope, value: fc.Arbitrary<Fit>): fc.Arbitrary<Fit> =>
  fc
    .tuple(fc.constantFrom(...scope.conditions), value, value, fc.boolean())
    .map(([condition, yes, no, isOne]) => ({
      source: `$if(${condition})$${yes.source}$else$${no.source}$endif$`,
      type: yes.type === no.type ? yes.type : 'any',
      schema: {
        [isOne && areApart(yes, no) ? 'oneOf' : 'anyOf']:
          isOne && areApart(yes, no) ? [typed(yes), typed(no)] : [yes.schema, no.schema],
      },
    }));

function areApart(one: Fit, other: Fit): boolean {
  return one.type !== other.type && one.type !== 'any' && other.type !== 'any';
}

function typed({ schema, type }: Fit): JsonSchema {
  return { type, allOf: [schema] };
}

/** A key that a value writes, as often as there are values. */
const keyed = (value: fc.Arbitrary<Fit>): fc.Arbitrary<Fit> =>
  fc
    .tuple(value, fc.constantFrom('$kind$', '$name$', 'x-$side$', '$order.tier$-$kind$'))
    .map(([fit, key]) => ({
      source: `{"${key}": ${fit.source}}`,
      type: 'object',
      schema: { type: 'object', additionalProperties: fit.schema, maxProperties: 1 },
    }));

/** A tree whose nodes are of one schema, which refers to itself. */
function treeFit(value: fc.Arbitrary<Fit>): fc.Arbitrary<Fit> {
  return fc
    .tuple(value, fc.constantFrom(0, 1, 2, 3), fc.constantFrom('isError', 'words', 'dryRun'))
    .map(([fit, depth, when]) => {
      const nest = (level: number): string =>
        level === 0
          ? `{"value": ${fit.source}}`
          : `{"value": ${fit.source}, "kids": [${nest(level - 1)}$if(${when})$, ${nest(0)}$endif$]}`;
      return { source: nest(depth), type: 'object', schema: { 'x-tree': fit.schema } };
    });
}

const others: readonly JsonSchema[] = [
  false,
  { type: 'null', minLength: 0 },
  { type: 'integer', maximum: -1e300 },
  { const: { no: 'such' } },
  { enum: [['no'], 'such value'] },
  { type: 'object', required: ['no such key'] },
];

/** Other ways to say the same, or less. */
const wrappers: readonly ((schema: JsonSchema, other: JsonSchema) => JsonSchema)[] = [
  schema => ({ allOf: [schema] }),
  (schema, other) => ({ anyOf: [other, schema] }),
  (schema, other) => ({ anyOf: [schema, other] }),
  schema => ({ oneOf: [schema, false] }),
  schema => ({
    oneOf: [
      { type: 'string', allOf: [schema] },
      { not: { type: 'string' }, allOf: [schema] },
    ],
  }),
  schema => ({ not: { not: schema } }),
  schema => ({ not: { enum: ['no such value', 0.125] }, allOf: [schema] }),
  schema => whether(schema, true, false),
  schema => whether({ type: 'string' }, schema, { allOf: [schema, true] }),
  schema => ({ [definition]: schema }),
  schema => ({ [definition]: schema, description: 'a definition with more beside it' }),
  schema => ({ [definition]: { [definition]: schema } }),
  schema => ({ allOf: [schema, { title: 'said twice' }, schema] }),
  schema =>
    typeof schema === 'boolean' ? schema : { ...schema, default: 1, examples: [1], 'x-unknown': {} },
  schema => ({ type: ['string', 'number', 'boolean', 'null', 'object', 'array'], allOf: [schema] }),
  () => true,
  () => ({}),
];

const itemArbitraries = new Map<string, fc.Arbitrary<Fit>>();

function itemFits(scope: Scope): fc.Arbitrary<Fit> {
  const known = itemArbitraries.get(scope.name);
  if (known) return known;
  const made = fitsIn(scope);
  itemArbitraries.set(scope.name, made);
  return made;
}

function fitsIn(scope: Scope): fc.Arbitrary<Fit> {
  return fc.letrec<{ value: Fit; bare: Fit }>(tie => {
    const value = tie('value');
    const listed = scope.lists.length > 0;
    return {
      bare: fc.oneof(
        { depthSize: 'small', maxDepth: scope.name === 'root' ? 3 : 1, withCrossShrink: true },
        often(5, leafFit(scope.leaves)),
        often(3, textFit(scope)),
        often(6, objectFit(scope, value)),
        often(2, taggedFit(scope, value)),
        often(3, arrayFit(scope, value, listed)),
        ...(listed ? [often(4, listFit(scope, value))] : []),
        often(2, conditional(scope, value)),
        ...(scope.name === 'root' ? [often(1, keyed(value)), often(1, treeFit(value))] : []),
      ),
      value: fc.oneof(
        { withCrossShrink: true },
        often(5, tie('bare')),
        often(
          1,
          fc
            .tuple(tie('bare'), fc.constantFrom(...wrappers), fc.constantFrom(...others))
            .map(([fit, wrap, other]) => ({ ...fit, schema: wrap(fit.schema, other) })),
        ),
      ),
    };
  }).value;
}

/** The document of a schema: what stood for a definition becomes a `$ref`, in one of several spellings of its name. */
function documentOf(schema: JsonSchema, where: '$defs' | 'definitions' = '$defs'): JsonSchema {
  const definitions: Record<string, unknown> = {};
  const define = (make: (ref: string) => unknown): string => {
    const index = Object.keys(definitions).length;
    const name = index % 3 === 2 ? `a/b~c %${index}` : `d${index}`;
    const ref = `#/${where}/${name.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('%', '%25').replaceAll(' ', '%20')}`;
    definitions[name] = {};
    definitions[name] = make(ref);
    return ref;
  };
  const walk = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part !== 'object' || part === null) return part;
    const walked = Object.fromEntries(
      Object.entries(part).map(([keyword, inside]) => {
        if (keyword === definition) return ['$ref', define(() => walk(inside))];
        if (keyword === 'x-tree') return ['$ref', define(ref => treeSchema(ref, walk(inside)))];
        return [keyword, walk(inside)];
      }),
    );
    return walked;
  };
  const root = walk(schema);
  if (typeof root !== 'object' || Object.keys(definitions).length === 0) return root as JsonSchema;
  return { ...root, [where]: definitions };
}

function treeSchema(ref: string, value: unknown): JsonSchema {
  return {
    type: 'object',
    properties: { value, kids: { type: 'array', items: { $ref: ref }, maxItems: 2 } },
    required: ['value'],
    additionalProperties: false,
  };
}

/** The same in the words of draft-07; undefined where it has none. */
function asDraft07(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(asDraft07);
  if (typeof part !== 'object' || part === null) return part;
  const spelt = Object.entries(part).flatMap(([keyword, inside]) => {
    if (keyword === 'minContains' || keyword === 'maxContains' || keyword.startsWith('unevaluated'))
      return [];
    if (keyword === 'dependentRequired') return [['dependencies', inside]];
    if (keyword === 'prefixItems') return [['items', asDraft07(inside)]];
    if (keyword === 'items' && 'prefixItems' in part) return [['additionalItems', asDraft07(inside)]];
    return [[keyword, asDraft07(inside)]];
  });
  return Object.fromEntries(spelt);
}

/** Templates with schemas that accept whatever they write, by how they are made. */
export const fittingPair: fc.Arbitrary<FittingPair> = fc
  .tuple(fitsIn(rootScope), fc.nat(11))
  .map(([{ source, schema }, which]): FittingPair => {
    if (which === 0)
      return {
        ...{ output: 'json', source, draft: 'draft-07' },
        schema: documentOf(asDraft07(schema) as JsonSchema, 'definitions'),
      };
    const lines = `${source}\n$if(dryRun)$${source}\n$endif$`;
    return {
      ...(which === 1 ? { output: 'json-lines', source: lines } : { output: 'json', source }),
      schema: documentOf(schema, which === 2 ? 'definitions' : '$defs'),
      draft: '2020-12',
    };
  });
