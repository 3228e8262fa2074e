import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyFix } from '../../../src/diagnostics/fixes/apply-fix.ts';
import { isMistake, parseDecimalPattern, writesJsonNumbers } from '../../../src/numbers/decimal-pattern.ts';
import { formatNumber } from '../../../src/numbers/format-number.ts';
import { validateTemplate } from '../../../src/template/template.ts';
import { compileBothWays } from '../precompile/both-ways.ts';

const variables = { n: 'number', at: 'date', text: 'string' } as const;

function render(source: string, context: object): string {
  return compileBothWays(source, { variables, output: 'json' }).render(context);
}

/** Whether a text is a number by RFC 8259, without blanks around it. */
function isJsonNumber(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'number' && text.trim() === text;
  } catch {
    return false;
  }
}

describe('a number where JSON wants a value', () => {
  it.each([
    ['0', 1234.5, '1234'],
    ['0.00', 1234.5, '1234.50'],
    ['0.00', -0.001, '-0.00'],
    ['0.##', 1234, '1234'],
    ['#', 0, '0'],
    ['##0.0', 1e21, '1000000000000000000000.0'],
    ['0E0', 1234, '1E3'],
    ['0.00E00', 0.00012, '1.20E-04'],
    ['0', 12345678901234567890n, '12345678901234567890'],
  ])('is one with a format that sets its digits alone: %s of %s', (format, n, written) => {
    expect(render(`[$n; format="${format}"$,"$n; format="${format}"$"]`, { n })).toBe(
      `[${written},"${written}"]`,
    );
  });

  it.each(['.##', '#.00', '00', '0.', '0;(0)', '#,##0', '0%', '0 pcs', '¤0', "'n'0"])(
    'cannot have a format that makes text: %s',
    format => {
      const source = `[$n; format="${format}"$]`;
      const [diagnostic, ...more] = validateTemplate(source, { variables, output: 'json' });
      expect(more).toEqual([]);
      expect(diagnostic).toMatchObject({ code: 'number-as-text', severity: 'error' });
      const [fix] = diagnostic?.fixes ?? [];
      expect(fix && applyFix(source, fix)).toBe(`["$n; format="${format}"$"]`);
    },
  );

  it('has `null` and `default` as numbers where they are', () => {
    const others = (written: string) =>
      render(`[$n; null="${written}"$,$n; format="0.0", default="${written}"$,"$n; null="${written}"$"]`, {});
    expect(others('-1')).toBe('[-1,-1,"-1"]');
    expect(others('1.5E+3')).toBe('[1.5E+3,1.5E+3,"1.5E+3"]');
    for (const text of ['', '01', '1.', '.5', '+1', 'NaN', '1 ', 'none', 'true', '1\n2'])
      expect(others(text)).toBe(JSON.stringify([text, text, text]));
    expect(render('[$text; null="1"$,$at; null="1"$]', {})).toBe('["1","1"]');
  });

  it('is missing where it is not finite', () => {
    for (const n of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      expect(render('[$n$,$n; format="0.0"$,$n; null="0"$,$n; format="0", default="x"$]', { n })).toBe(
        '[null,null,0,"x"]',
      );
      expect(render('["$n$"]', { n })).toBe(`["${n}"]`);
    }
  });

  it('is whatever the context says, written so that it cannot break the output', () => {
    const lies = ['1,"x":2', '12', true, new Date(0), [1], undefined, null];
    const source = '[$n; format="0.0"$,$n; null="1"$,$at; format="epoch-seconds.SSS"$]';
    for (const n of lies)
      for (const at of [0, new Date(5), undefined]) {
        try {
          const text = compileBothWays(source, { variables, output: 'json' }).render({ n, at } as object);
          expect(JSON.parse(text)).toHaveLength(3);
        } catch (error) {
          expect(error).toMatchObject({ code: typeof n === 'string' ? 'not-a-number' : 'no-text' });
        }
      }
  });

  it('is one of every pattern that is taken for one, whatever the number', () => {
    const pattern = fc.string({
      unit: fc.constantFrom('0', '#', '.', ',', 'E', '%', ';', '-', '¤', "'", 'x'),
      maxLength: 7,
    });
    const number = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.bigInt(), fc.integer());
    fc.assert(
      fc.property(pattern, number, (source, value) => {
        const parsed = parseDecimalPattern(source);
        if (isMistake(parsed) || !writesJsonNumbers(parsed)) return;
        expect(isJsonNumber(formatNumber(value, parsed)), `${source} of ${value}`).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('seconds of the epoch with their fraction', () => {
  it.each([
    [1_700_000_000_120, '1700000000.120'],
    [0, '0.000'],
    [-1, '-0.001'],
    [-1500, '-1.500'],
  ])('are a number where JSON wants one: %s', (at, written) => {
    const source = '[$at; format="epoch-seconds.SSS"$,"$at; format="epoch-seconds.SSS"$"]';
    expect(render(source, { at })).toBe(`[${written},"${written}"]`);
    expect(render(source, { at: new Date(at) })).toBe(`[${written},"${written}"]`);
    expect(render(source, {})).toBe('[null,""]');
  });
});
