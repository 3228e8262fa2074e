import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RenderError } from '../../../src/template/render/render-error.ts';
import { listOf, optional } from '../../../src/template/resolve/variables.ts';
import { defineEvents } from '../../../src/webhook/events/define-events.ts';
import { propertySeed, runs } from '../../properties.ts';
import { compileBothWays } from '../precompile/both-ways.ts';

const order = {
  total: 'number',
  rows: listOf('number'),
  items: listOf({ price: optional('number') }),
} as const;
const variables = { n: 'number', order, items: listOf({ price: 'number' }), any: 'json' } as const;

function render(source: string, context: object, output: 'json' | 'text' = 'json'): string {
  return compileBothWays(source, { variables, output }).render(context);
}

function codeOf(source: string, context: object): string | undefined {
  try {
    render(source, context);
  } catch (error) {
    if (error instanceof RenderError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return undefined;
}

describe('a text that is a number, where one is declared', () => {
  it.each(['0', '-0', '12.50', '12345678901234567890.123', '1E+400', '-1e-7', '1e2000'])(
    'has its own digits: %s',
    n => {
      expect(render('[$n$,"$n$",$n; null="0"$]', { n })).toBe(`[${n},"${n}",${n}]`);
      expect(render('[$order.total$,$order.rows$]', { order: { total: n, rows: [n] } })).toBe(
        `[${n},[${n}]]`,
      );
      const items = [{ price: n }, { price: n }];
      expect(render('[$for(i in items)$$i.price$$sep$,$endfor$]', { items })).toBe(`[${n},${n}]`);
      expect(render('$items$', { items })).toBe(`[{"price":${n}},{"price":${n}}]`);
      expect(render('$for(r in order.rows)$$r$ $endfor$', { order: { rows: [n] } }, 'text')).toBe(`${n} `);
    },
  );

  it('can have a format and a scale, which lose no digit', () => {
    const n = '12345678901234567890.5';
    expect(render('["$n; format="#,##0.00"$",$n; scale="1"$]', { n })).toBe(
      '["12,345,678,901,234,567,890.50",123456789012345678905]',
    );
    const items = [{ price: '2.5' }];
    expect(render('[$for(i in items)$$i.price; format="0.00"$$sep$,$endfor$]', { items })).toBe('[2.50]');
  });

  it('is compared as a double', () => {
    const source = '$for(i in items if i.price > 2)$$if(i.price == 2.5)$=$else$+$endif$$endfor$';
    const items = ['2.5', '25e-1', '1.9', '10', '2', 'x', ''].map(price => ({ price }));
    expect(render(source, { items }, 'text')).toBe('==+');
    expect(render('$if(n >= 5)$1$else$0$endif$', { n: '1e999' })).toBe('1');
    // In a JSON value, a text is not taken for a number.
    expect(render('$if(any > 2)$1$else$0$endif$', { any: '3' })).toBe('0');
  });

  it.each([
    '',
    'x',
    ' 1',
    '1 ',
    '01',
    '+1',
    '.5',
    '1.',
    'NaN',
    'Infinity',
    '0x1',
    '1,000',
    '1'.repeat(401),
    '1e2001',
    '1e-2001',
  ])('is refused where it is none, with and without a format: %j', n => {
    const message = 'is text that is not a number.';
    for (const each of ['$n$', '"$n$"', '"$n; format="0.00"$"', '$n; scale="2"$', '$n; default="1"$'])
      expect(codeOf(each, { n })).toBe(`not-a-number: \`n\` ${message}`);
    const items = [{ price: n }];
    expect(codeOf('[$for(i in items)$$i.price$$sep$,$endfor$]', { items })).toBe(
      `not-a-number: \`i.price\` ${message}`,
    );
    expect(codeOf('$items$', { items })).toBe(`not-a-number: \`items[0].price\` ${message}`);
    expect(codeOf('[$for(r in order.rows)$$r$$sep$,$endfor$]', { order: { rows: [n] } })).toBe(
      `not-a-number: \`r\` ${message}`,
    );
  });

  it('is kept by `create`, which refuses any other text, in groups and lists too', () => {
    const events = defineEvents({ events: { e: { title: 'E', variables: { order } } } });
    const facts = (total: unknown, row: unknown, price: unknown) =>
      ({ order: { total, rows: [row], items: [{ price }] } }) as never;
    const { order: kept } = events.create('e', facts('1.50', '2', '3e2'));
    expect(kept).toEqual({ total: '1.50', rows: ['2'], items: [{ price: '3e2' }] });
    const expected = 'expected a number, or text that is one as JSON writes it';
    expect(() => events.create('e', facts('x', 1, 1))).toThrow(`facts.order.total: ${expected}`);
    expect(() => events.create('e', facts('1e2001', 1, 1))).toThrow(`facts.order.total: ${expected}`);
    expect(() => events.create('e', facts(1, '', 1))).toThrow(`facts.order.rows[0]: ${expected}`);
    expect(() => events.create('e', facts(1, 1, '1.'))).toThrow(`facts.order.items[0].price: ${expected}`);
  });
});

it(`text is a number exactly where JSON reads one and its exponent is at most 2000 (HOOKPLATE_SEED=${propertySeed})`, () => {
  const text = fc.string({ unit: fc.constantFrom(...'0159.-+eE '), maxLength: 7 });
  const template = compileBothWays('$n$', { variables, output: 'json' });
  fc.assert(
    fc.property(text, n => {
      let isNumber = n.trim() === n;
      try {
        isNumber &&=
          typeof JSON.parse(n) === 'number' && Math.abs(Number(/e(.*)/i.exec(n)?.[1] ?? 0)) <= 2000;
      } catch {
        isNumber = false;
      }
      const context: object = { n };
      if (isNumber) expect(template.render(context)).toBe(n);
      else expect(() => template.render(context)).toThrow('is text that is not a number');
    }),
    { numRuns: runs(2000) },
  );
});
