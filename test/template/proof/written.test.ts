import { describe, expect, it } from 'vitest';
import { applyFix } from '../../../src/diagnostics/fixes/apply-fix.ts';
import type { JsonSchema } from '../../../src/output/json/schema/schema.ts';
import { listOf, optional, type VariableSchema } from '../../../src/template/resolve/variables.ts';
import { validateTemplate } from '../../../src/template/template.ts';
import { validateWebhook } from '../../../src/webhook/check.ts';
import { defineEvents } from '../../../src/webhook/events/define-events.ts';
import { defineReceiver } from '../../../src/webhook/receivers/define-receiver.ts';

const variables = {
  title: 'string',
  note: optional('string'),
  count: 'number',
  paid: optional('number'),
  isError: 'boolean',
  maybe: optional('boolean'),
  at: 'date',
  due: optional('date'),
  kind: ['low', 'high'],
  side: optional(['left', 'right']),
  data: 'json',
  buyer: optional({ name: 'string', place: optional({ city: 'string' }) }),
  links: listOf({ url: 'string', note: optional('string'), host: optional({ name: 'string' }) }),
  tags: optional(listOf('string')),
} as const satisfies VariableSchema;

/** Whether a schema surely takes all that a template may write. */
function isRight(source: string, schema: JsonSchema): boolean {
  const found = validateTemplate(source, { output: 'json', schema, variables });
  const others = found.filter(({ code }) => !code.startsWith('schema-'));
  expect(others.filter(({ severity }) => severity === 'error')).toEqual([]);
  return found.length === others.length;
}

describe('the values that a tag may write', () => {
  it.each<readonly [source: string, values: readonly (string | number | boolean | null)[]]>([
    ['$kind$', ['low', 'high']],
    ['"$kind$"', ['low', 'high']],
    ['$kind; format="upper"$', ['LOW', 'HIGH']],
    ['$kind; max="3"$', ['low', 'hi…']],
    ['$if(kind == "low")$$kind$$else$null$endif$', ['low', null]],
    ['$if(kind != "low")$$kind$$else$null$endif$', ['high', null]],
    // What is missing is `null`, an empty text within one, or what the tag says.
    ['$side$', ['left', 'right', null]],
    ['"$side$"', ['left', 'right', '']],
    ['$side; null="none"$', ['left', 'right', 'none']],
    ['$side; default="none"$', ['left', 'right', 'none']],
    ['$side; null="none", default="empty"$', ['left', 'right', 'none']],
    ['"$side; null="none"$"', ['left', 'right', 'none']],
    // Comparisons leave a text alone what it was compared with.
    ['$if(title == "ab")$$title$$else$null$endif$', ['ab', null]],
    ['$if(title == "ab" || title == "c")$$title; format="upper"$$else$null$endif$', ['AB', 'C', null]],
    ['$if(title == "ab")$"$title$!"$else$null$endif$', ['ab!', null]],
    ['$if(title == "")$$title; default="-"$$else$null$endif$', ['-', null]],
    ['$if(title == " ")$$title; format="trim", default="-"$$else$null$endif$', ['-', null]],
    ['$if(title == " ")$$title; format="trim"$$else$null$endif$', ['', null]],
    ['$if(note == "a")$$note$$else$1$endif$', ['a', 1]],
    ['$if(!(note != "a" && note != ""))$$note$$else$1$endif$', ['a', '', null, 1]],
    ['$if(note == "")$$note; null="?", default="-"$$else$1$endif$', ['?', '-', 1]],
    // Booleans.
    ['$isError$', [true, false]],
    ['"$isError$"', ['true', 'false']],
    ['$isError; format="upper"$', ['TRUE', 'FALSE']],
    ['$maybe$', [true, false, null]],
    ['$maybe; null="?"$', [true, false, '?']],
    ['$if(isError)$$isError$$else$null$endif$', [true, null]],
    ['$if(isError)$null$else$$isError$$endif$', [false, null]],
    ['$if(maybe)$$maybe$$else$"x"$endif$', [true, 'x']],
    ['$if(maybe)$"x"$else$$maybe$$endif$', [false, null, 'x']],
    // Numbers that equal one.
    ['$if(count == 5)$$count$$else$6$endif$', [5, 6]],
    ['$if(count == 5 || count == -7.5)$$count$$else$6$endif$', [5, -7.5, 6]],
    ['$if(count <= 5 && count >= 5)$$count$$else$6$endif$', [5, 6]],
    ['$if(paid == 5)$$paid$$else$6$endif$', [5, 6]],
    ['$if(paid == 0)$$paid; null="1"$$else$6$endif$', [0, 6]],
    // A number that is missing may be one.
    ['$if(paid)$1$else$$paid$$endif$', [null, 1]],
    ['$if(paid)$1$else$$paid; null="0"$$endif$', [0, 1]],
    ['$if(paid)$1$else$$paid; default="0.50"$$endif$', [0.5, 1]],
    ['$if(paid)$1$else$$paid; null="2", default="3"$$endif$', [2, 1]],
    ['$if(paid)$1$else$$paid; null="none"$$endif$', ['none', 1]],
    ['$if(paid)$1$else$"$paid; null="0"$"$endif$', ['0', 1]],
    ['$if(paid)$1$else$"$paid$"$endif$', ['', 1]],
    // A date is a text.
    ['$if(due)$1$else$$due$$endif$', [null, 1]],
    ['$if(due)$1$else$$due; null="0"$$endif$', ['0', 1]],
    // Parts of what is missing are.
    ['$if(buyer)$1$else$$buyer$$endif$', [null, 1]],
    ['$if(buyer)$1$else$$buyer.name$$endif$', [null, 1]],
  ])('%s', (source, values) => {
    expect(isRight(source, { enum: values })).toBe(true);
    for (const value of values)
      expect(isRight(source, { enum: [0.25, ...values.filter(each => each !== value)] })).toBe(false);
  });

  it.each<readonly [source: string, schema: JsonSchema]>([
    ['$if(buyer)$$buyer.name$$else$"-"$endif$', { type: 'string' }],
    ['$if(buyer)$$buyer$$else$ {}$endif$', { type: 'object' }],
    ['$if(buyer)$$if(buyer.place)$$buyer.place.city$$else$""$endif$$else$""$endif$', { type: 'string' }],
    ['$if(buyer.name)$$buyer.name$$else$"-"$endif$', { type: 'string', minLength: 1 }],
    ['$if(due)$$due$$else$"-"$endif$', { type: 'string' }],
    ['$tags; null="none"$', { type: ['array', 'string'], maxLength: 4 }],
    ['$if(note)$$note$$else$"-"$endif$', { type: 'string', minLength: 1 }],
    ['$if(paid)$$paid$$else$0$endif$', { type: 'number' }],
    ['$if(paid > 0)$$paid$$else$0$endif$', { type: 'number' }],
    ['$tags$', { type: 'array' }],
    ['"$data$"', { type: 'string' }],
    ['"$data.part$"', { type: 'string' }],
    ['[$for(link in links)$$if(link.note)$$link.note$$else$"-"$endif$,$endfor$"-"]', texts(1)],
    ['[$for(link in links)$$if(link.host)$$link.host.name$$else$"-"$endif$,$endfor$"-"]', texts(0)],
    ['[$for(link in links)$$link.url$,$endfor$"-"]', texts(0)],
  ])('are never missing where a condition says so: %s', (source, schema) => {
    expect(isRight(source, schema)).toBe(true);
  });

  it.each<readonly [source: string, schema: JsonSchema]>([
    ['$buyer.name$', { type: 'string' }],
    ['$if(buyer)$$buyer.place.city$$else$""$endif$', { type: 'string' }],
    ['$if(buyer)$""$else$$buyer.name$$endif$', { type: 'string' }],
    ['$buyer$', { type: 'object' }],
    ['$buyer$', { properties: { name: { type: 'number' } } }],
    ['$tags; null="none"$', { type: 'array' }],
    ['$due$', { type: 'string' }],
    ['$note$', { type: 'string' }],
    ['$paid$', { type: 'number' }],
    ['$if(!(paid > 0))$$paid$$else$0$endif$', { type: 'number' }],
    ['$data$', { type: 'string' }],
    ['$data.part; null="-"$', { type: 'string' }],
    ['[$for(link in links)$$link.note$,$endfor$"-"]', texts(0)],
    ['[$for(link in links)$$link.host.name$,$endfor$"-"]', texts(0)],
    ['[$for(link in links)$$if(link.note)$$link.host.name$$else$"-"$endif$,$endfor$"-"]', texts(0)],
  ])('may be missing elsewhere: %s', (source, schema) => {
    expect(isRight(source, schema)).toBe(false);
  });
});

function texts(minLength: number): JsonSchema {
  return { type: 'array', items: { type: 'string', minLength } };
}

it('a name that nobody declared may be anything, and between quotes a text', () => {
  const found = validateTemplate('["$titel$",$titel$]', {
    ...{ output: 'json', schema: { items: { type: 'string' } } },
    variables,
  });
  expect(found.map(({ code }) => code)).toEqual(['unknown-variable', 'unknown-variable']);
  const options = { output: 'json', schema: { type: 'object' }, variables } as const;
  const codes = (source: string) => validateTemplate(source, options).map(({ code }) => code);
  expect(codes('$titel$')).toEqual(['unknown-variable']);
  expect(codes('"$titel$"')).toEqual(['schema-type', 'unknown-variable']);
});

describe('the length of the text that a tag writes, in code points', () => {
  it.each<readonly [source: string, least: number, most: number]>([
    ['$title$', 0, Number.POSITIVE_INFINITY],
    ['$title; max="5"$', 0, 5],
    ['$title; max="5", format="upper"$', 0, 5],
    ['$title; max="5", format="markdown-escape"$', 0, 10],
    ['$title; max="5", format="upper markdown-escape"$', 0, 10],
    ['$title; max="5", default="-"$', 1, 5],
    ['$title; max="2", default="none"$', 1, 4],
    ['$title; max="1", default="😀😀"$', 1, 2],
    ['$title; max="2", default="none", format="markdown-escape"$', 1, 4],
    ['$note; max="2", null="none"$', 0, 4],
    ['$if(title)$$title; max="5"$$else$"ab"$endif$', 1, 5],
    ['$if(title == "a" || title == "")$"ab"$else$$title; max="5"$$endif$', 1, 5],
    ['$if(title == "a" || title == "")$"ab"$else$$title; max="5", format="trim"$$endif$', 0, 5],
    ['"$count$"', 1, 40],
    ['"$count; format="#,##0"$"', 1, 40],
    ['"$if(count == 1)$$count$$else$ab$endif$"', 1, 40],
    ['"$links.count$"', 1, 40],
    ['"$data$"', 0, Number.POSITIVE_INFINITY],
    ['"$data; max="3"$"', 0, 3],
    ['"$isError$"', 4, 5],
    ['$at$', 20, 27],
    ['"$at; format="epoch-seconds"$"', 1, 24],
    ['$at; format="yy"$', 2, 2],
    ['$at; format="yyy"$', 3, 6],
    ['$at; format="yyyyyyyy"$', 8, 8],
    [`$at; format="YY'W'ww"$`, 5, 6],
    [`$at; format="YYYY'W'ww"$`, 7, 10],
    ['$at; format="D"$', 1, 3],
    ['$at; format="DDDD"$', 4, 4],
    ['$at; format="SSS"$', 3, 3],
    ['$at; format="H"$', 1, 2],
    ['$at; format="HH"$', 2, 2],
    ['$at; format="MM"$', 2, 2],
    ['$at; format="LL"$', 2, 2],
    ['$at; format="MMM"$', 0, 100],
    ['$at; format="LLL"$', 0, 100],
    ['$at; format="E"$', 0, 100],
    ['$at; format="a"$', 0, 100],
    ['$at; format="G"$', 0, 100],
    ['$at; format="z"$', 0, 100],
    ['$at; format="X"$', 1, 6],
    ['$at; format="Z"$', 5, 5],
    [`$at; format="'ab😀' HH:mm"$`, 9, 9],
    ['$due; format="HH:mm", null="-"$', 1, 5],
  ])('%s: %d to %d', (source, least, most) => {
    const lengths = (minLength: number, maxLength: number) =>
      isRight(source, {
        type: ['string', 'null'],
        minLength,
        ...(maxLength < Number.POSITIVE_INFINITY && { maxLength }),
      });
    expect(lengths(least, most)).toBe(true);
    expect(lengths(least + 1, most)).toBe(false);
    if (most < Number.POSITIVE_INFINITY) expect(lengths(least, most - 1)).toBe(false);
    else expect(lengths(least, 1e9)).toBe(false);
  });
});

it.each([
  ['yyyy-bb', 'illegal-date-letter'],
  ["HH 'h", 'unclosed-date-quote'],
])('the pattern of a date that cannot be read is the only mistake: %s', (pattern, code) => {
  const found = validateTemplate(`$at; format="${pattern}"$`, {
    ...{ output: 'json', schema: { type: 'string' } },
    variables,
  });
  expect(found.map(each => each.code)).toEqual([code]);
});

describe('the numbers that a tag writes', () => {
  const within = (tag: string) => `$if(count >= -2 && count < 10)$${tag}$else$0$endif$`;
  it.each<readonly [source: string, least: number, most: number, isWhole: boolean]>([
    ['$count$', Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, false],
    ['$count; format="0"$', Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, true],
    [within('$count$'), -2, 10, false],
    [within('$count; format="0"$'), -2, 10, true],
    [within('$count; scale="2"$'), -200, 1000, false],
    [within('$count; scale="-2"$'), -0.02, 0.1, false],
    [within('$count; scale="2", format="0"$'), -200, 1000, true],
    [within('$count; scale="-1", format="0"$'), -1, 1, true],
    ['$if(count == 5)$$count; scale="1"$$else$50$endif$', 50, 50, true],
    ['$if(count == 5)$$count; scale="-1"$$else$0.5$endif$', 0.5, 0.5, false],
    ['$if(count == 5)$$count; format="0"$$else$5$endif$', 5, 5, true],
    ['$if(count > 5)$$count$$else$6$endif$', 5, Number.POSITIVE_INFINITY, false],
    ['$if(count < 5 || count > 7)$6$else$$count$$endif$', 5, 7, false],
    ['$if(count > 7 || count < 5)$6$else$$count$$endif$', 5, 7, false],
    ['$if(count > 10 || count < -2 || count == 5)$0$else$$count$$endif$', -2, 10, false],
    ['$links.count$', 0, 2 ** 32 - 1, true],
    ['$links.count; scale="1"$', 0, 42_949_672_950, true],
    ['$links.count; scale="-1"$', 0, 429_496_729.5, false],
    ['$links.count; scale="400"$', 0, Number.POSITIVE_INFINITY, true],
    ['[$for(link in links)$$link.number$$sep$,$endfor$]', 1, 2 ** 32 - 1, true],
    ['$at; format="epoch-seconds"$', -8.64e15, 8.64e15, true],
    ['$at; format="epoch-milliseconds"$', -8.64e15, 8.64e15, true],
    ['$at; format="epoch-seconds.SSS"$', -8.64e15, 8.64e15, false],
    ['$at; format="epoch-nanoseconds"$', -8.64e21, 8.64e21, true],
  ])('%s: %d to %d', (source, least, most, isWhole) => {
    const number = (minimum: number, maximum: number, type = 'number') => {
      const values = {
        type,
        ...(Number.isFinite(minimum) && { minimum }),
        ...(Number.isFinite(maximum) && { maximum }),
      };
      return isRight(source, { anyOf: [values, { type: 'array', items: values }] });
    };
    // A scaled number may be rounded.
    const slack = 1e-12 * Math.abs(Number.isFinite(most) ? most : 0);
    expect(number(least - slack, most + slack)).toBe(true);
    expect(number(least - slack, most + slack, 'integer')).toBe(isWhole);
    const less = Math.max(Math.abs(least), 1) * 1e-3;
    expect(number(Number.isFinite(least) ? least + less : -1e300, most + slack)).toBe(false);
    expect(number(least - slack, Number.isFinite(most) ? most - Math.abs(most) * 1e-3 : 1e300)).toBe(false);
  });

  it.each<readonly [source: string, least: number, most: number]>([
    // Rounding leads to a neighbour that the pattern can write.
    [within('$count; format="0.0"$'), -2.1, 10.1],
    [within('$count; format="0.##"$'), -2.01, 10.01],
    [within('$count; scale="-1", format="0.00"$'), -0.21, 1.01],
  ])('%s: about %d to %d', (source, least, most) => {
    const between = (minimum: number, maximum: number) =>
      isRight(source, { minimum, maximum, type: 'number' });
    expect(between(least - 1e-9, most + 1e-9)).toBe(true);
    expect(between(least * 0.9, most)).toBe(false);
    expect(between(least, most * 0.9)).toBe(false);
    expect(isRight(source, { type: 'integer' })).toBe(false);
  });

  it('are what rounding makes of one that is known', () => {
    const source = '$if(count == 5.25)$$count; format="0.0"$$else$5.25$endif$';
    expect(isRight(source, { const: 5.25 })).toBe(false);
    expect(isRight(source, { minimum: 5.1, maximum: 5.4 })).toBe(true);
  });

  it('are shifted by their decimal digits, which doubles may miss', () => {
    for (const most of [1, 3, 5, 13, 15, 19, 29]) {
      for (const scale of [-1, -2, -4, -6, -7, 3]) {
        const source = `$if(count >= 0 && count <= ${most})$$count; scale="${scale}"$$else$0$endif$`;
        const exact = Number(`${most}e${scale}`);
        expect(isRight(source, { exclusiveMaximum: exact })).toBe(false);
        expect(isRight(source, { maximum: exact * 1.01 })).toBe(true);
      }
    }
    const tiny = '$if(count >= 0)$$count; scale="-400", format="0E0"$$else$0$endif$';
    expect(isRight(tiny, { maximum: 0 })).toBe(false);
  });

  it('are any, however small their scale makes them, where they have no bounds', () => {
    for (const tag of ['$count; scale="-400"$', '$count; scale="-400", format="0.0"$']) {
      expect(isRight(tag, { type: 'number' })).toBe(true);
      expect(isRight(tag, { maximum: 1e9 })).toBe(false);
      expect(isRight(tag, { minimum: -1e9 })).toBe(false);
    }
  });

  it('have a pattern that can be read', () => {
    const found = validateTemplate('$count; format="0.0.0"$', {
      ...{ output: 'json', schema: { type: 'string' } },
      variables,
    });
    expect(found.map(({ code }) => code)).toContain('invalid-number-pattern');
  });

  it('are any where a pattern has an exponent', () => {
    const source = within('$count; format="0E0"$');
    expect(isRight(source, { type: 'number' })).toBe(true);
    expect(isRight(source, { type: 'integer' })).toBe(false);
    expect(isRight(source, { maximum: 1e300 })).toBe(false);
    expect(isRight(source, { minimum: -1e300 })).toBe(false);
  });

  it.each(['exclusiveMaximum', 'exclusiveMinimum'])('are beside a number that they are not: %s', word => {
    const [operator, other] = word === 'exclusiveMaximum' ? ['<', 1] : ['>', -1];
    for (const bound of [0, 5, -5, 0.1, -0.1]) {
      const source = `$if(count ${operator} ${bound})$$count$$else$${bound - other}$endif$`;
      expect(isRight(source, { [word]: bound })).toBe(true);
      expect(isRight(source, { [word]: bound - other * 1e-9 })).toBe(false);
    }
  });
});

describe('the constants of events', () => {
  const declared = {
    level: 'string',
    size: 'number',
    price: 'number',
    isGift: 'boolean',
    since: 'date',
    data: 'json',
  } as const;
  const events = defineEvents({
    variables: { items: listOf({ level: 'string' }) },
    events: {
      paid: {
        title: 'Paid',
        variables: declared,
        constants: {
          ...{ level: 'high', size: 5, price: '1.50', isGift: true },
          ...{ since: '2024-05-06T07:08:09Z', data: { list: ['a', 1, true] } },
        },
      },
      sent: {
        title: 'Sent',
        variables: declared,
        constants: {
          ...{ level: 'low', size: 7, price: 2n, isGift: true },
          ...{ since: 1_700_000_000_000, data: { list: ['b', 2, true] } },
        },
      },
      lost: { title: 'Lost', variables: declared },
    },
  });

  function foundFor(names: readonly string[], payload: string, schema: JsonSchema) {
    const pager = defineReceiver({
      ...{ id: 'pager', name: 'Pager', hosts: [], method: 'POST', url: 'https://pager.example.com/' },
      ...{ documentation: [], checked: '2026-11', schema },
    });
    return validateWebhook(
      {
        ...{ receiver: 'pager', method: 'POST', url: 'https://pager.example.com/' },
        ...{ contentType: 'application/json', payload },
        events: Object.fromEntries(names.map(name => [name, true])),
      },
      { events, receivers: [pager] },
    );
  }

  function isRightFor(names: readonly string[], payload: string, schema: JsonSchema): boolean {
    const found = foundFor(names, payload, schema);
    expect(found.filter(({ code }) => !code.startsWith('schema-'))).toEqual([]);
    return found.length === 0;
  }

  const two = ['paid', 'sent'];
  const three = ['paid', 'sent', 'lost'];

  it.each<readonly [payload: string, values: readonly unknown[]]>([
    ['$event$', ['paid', 'sent']],
    ['$level$', ['high', 'low']],
    ['"$level$!"', ['high!', 'low!']],
    ['$level; format="upper"$', ['HIGH', 'LOW']],
    ['$size$', [5, 7]],
    ['"$size$"', ['5', '7']],
    ['$size; format="0.0"$', [5, 7]],
    ['"$size; format="0.0"$"', ['5.0', '7.0']],
    ['$size; scale="2"$', [500, 700]],
    ['"$size; scale="2"$"', ['500', '700']],
    ['"$size; scale="3", format="#,##0"$"', ['5,000', '7,000']],
    ['$isGift$', [true]],
    ['"$isGift$"', ['true']],
    ['$isGift; format="upper"$', ['TRUE']],
    ['$data.list.0$', ['a', 'b']],
    ['$data.list.1$', [1, 2]],
    ['$data.list.2$', [true]],
    ['$if(event == "paid")$$level$$else$null$endif$', ['high', null]],
  ])('are known: %s', (payload, values) => {
    expect(isRightFor(two, payload, { enum: values })).toBe(true);
    for (const value of values)
      expect(isRightFor(two, payload, { enum: [0.25, ...values.filter(each => each !== value)] })).toBe(
        false,
      );
  });

  it('are what the event alone writes', () => {
    const schema = { enum: ['high', 'low', null] };
    expect(isRightFor(three, '$level$', schema)).toBe(false);
    expect(isRightFor(three, '$if(event == "lost")$null$else$$level$$endif$', schema)).toBe(true);
    expect(isRightFor(three, '$if(event == "lost")$$level$$else$null$endif$', schema)).toBe(false);
    expect(isRightFor(three, '$if(isGift)$$isGift$$else$true$endif$', { const: true })).toBe(true);
    expect(isRightFor(three, '$if(isGift)$true$else$$isGift$$endif$', { const: true })).toBe(false);
  });

  it('is the same text whenever it is one event', () => {
    const schema = { uniqueItems: true };
    expect(isRightFor(['paid'], '["low",$level$]', schema)).toBe(true);
    expect(isRightFor(['paid'], '["high",$level$]', schema)).toBe(false);
    expect(isRightFor(two, '["x",$level$]', schema)).toBe(false);
  });

  it('are not those of an item with a part of that name', () => {
    const payload = '[$for(item in items)$$item.level$$sep$,$endfor$]';
    expect(isRightFor(two, payload, { items: { enum: ['high', 'low'] } })).toBe(false);
    expect(isRightFor(two, payload, { items: { type: 'string' } })).toBe(true);
  });

  it('have a pattern that can be read', () => {
    const found = foundFor(['paid'], '"$size; format="0.0.0"$"', { const: '5' });
    expect(found.map(({ code }) => code)).toEqual(['invalid-number-pattern']);
  });

  it('are written by their type', () => {
    expect(isRightFor(two, '$size$', { type: 'number' })).toBe(true);
    expect(isRightFor(two, '$price$', { type: 'number' })).toBe(true);
    expect(isRightFor(two, '$price$', { type: 'string' })).toBe(false);
    expect(isRightFor(two, '$since; format="epoch-seconds"$', { type: 'integer' })).toBe(true);
    expect(isRightFor(two, '$since; format="yyyy"$', { type: 'string', maxLength: 6 })).toBe(true);
    expect(isRightFor(two, '$since; format="yyyy"$', { maxLength: 3 })).toBe(false);
    expect(isRightFor(two, '$data.list$', { type: 'string' })).toBe(false);
    expect(isRightFor(two, '$data.list.0; format="json-encode"$', { enum: ['a', 'b'] })).toBe(false);
    expect(isRightFor(two, '$data.list.1; max="9"$', { type: 'number' })).toBe(false);
  });
});

describe('a tag is mended', () => {
  const mended = (source: string, schema: JsonSchema) =>
    validateTemplate(source, { output: 'json', schema, variables }).flatMap(({ fixes }) =>
      fixes.map(fix => `${fix.title}: ${applyFix(source, fix)}`),
    );

  it.each<readonly [source: string, schema: JsonSchema, fixes: readonly string[]]>([
    ['$at$', { type: 'integer' }, ['Write it as seconds since 1970: $at; format="epoch-seconds"$']],
    [
      '$at; format="yyyy"$',
      { type: 'integer' },
      ['Write it as seconds since 1970: $at; format="epoch-seconds"$'],
    ],
    ['"$at$"', { type: 'integer' }, ['Remove the quotes: $at; format="epoch-seconds"$']],
    ['$paid$', { type: 'number' }, ['Write `0` where it is missing: $paid; null="0"$']],
    [
      '$paid; format="0.0"$',
      { type: 'number' },
      ['Write `0` where it is missing: $paid; format="0.0", null="0"$'],
    ],
    ['$note; max="4"$', { type: 'string' }, ['Write `-` where it is missing: $note; max="4", null="-"$']],
    ['"$title; max="9"$"', { maxLength: 4 }, ['Cut it to what fits: "$title; max="4"$"']],
    [
      '"$title; format="markdown-escape"$"',
      { maxLength: 5 },
      ['Cut it to what fits: "$title; format="markdown-escape", max="2"$"'],
    ],
    ['"$title; format="markdown-escape"$"', { maxLength: 1 }, []],
    [
      '"$title; max="9"$"',
      { minLength: 1, maxLength: 4 },
      ['Cut it to what fits and write something where it is empty: "$title; max="4", default="…"$"'],
    ],
    [
      '"$title$"',
      { 'x-syntax': 'slack-mrkdwn' },
      ['Add `format="slack-escape"`: "$title; format="slack-escape"$"'],
    ],
    [
      '"$title; format="upper"$"',
      { 'x-syntax': 'html' },
      ['Add `format="html-escape"`: "$title; format="upper html-escape"$"'],
    ],
    ['"$title; format="xml-encode"$"', { 'x-syntax': 'html' }, []],
    [
      '"$title$"',
      { 'x-syntax': 'html', maxLength: 20 },
      ['Escape it and cut it to what fits: "$title; format="html-escape", max="3"$"'],
    ],
    [
      '"$title; max="30", format="upper"$"',
      { 'x-syntax': 'slack-mrkdwn', maxLength: 20 },
      ['Escape it and cut it to what fits: "$title; max="4", format="upper slack-escape"$"'],
    ],
    [
      '"$title; format="slack-escape"$"',
      { 'x-syntax': 'slack-mrkdwn', minLength: 1, maxLength: 20 },
      [
        'Cut it to what fits and write something where it is empty: "$title; format="slack-escape", max="4", default="…"$"',
      ],
    ],
    [
      '{"a":1,"b":$buyer.name$}',
      { properties: { b: { type: 'string' } } },
      [
        'Leave it out where it is missing: {"a":1$if(buyer.name)$,"b":$buyer.name$$endif$}',
        'Write `-` where it is missing: {"a":1,"b":$buyer.name; null="-"$}',
      ],
    ],
    ['$count; format="0.0"$', { type: 'integer' }, ['Write it without a fraction: $count; format="0"$']],
    [
      '[1$for(link in links)$,2$endfor$]',
      { maxItems: 3 },
      ['At most 2 items: [1$for(link in links; max="2")$,2$endfor$]'],
    ],
    [
      '[1$for(link in links; max="9")$,2$endfor$]',
      { maxItems: 3 },
      ['At most 2 items: [1$for(link in links; max="2")$,2$endfor$]'],
    ],
    ['[1$for(link in links)$,2$endfor$]', { maxItems: 1 }, []],
    ['$links$', { maxItems: 1 }, ['At most 1 item: [$for(item in links; max="1")$$item$$sep$,$endfor$]']],
    ['$links$', { maxItems: 0 }, []],
  ])('%s under %j', (source, schema, fixes) => {
    expect(mended(source, schema)).toEqual(fixes);
  });

  it('by edits that each change something', () => {
    const source = '"$title; max="9"$"';
    const [found] = validateTemplate(source, { output: 'json', schema: { maxLength: 4 }, variables });
    expect(found?.fixes.map(({ edits }) => edits)).toEqual([[{ range: { start: 14, end: 15 }, text: '4' }]]);
  });

  it('not for a syntax that nobody knows', () => {
    expect(isRight('"$title$"', { 'x-syntax': 'unheard-of' })).toBe(true);
  });
});
