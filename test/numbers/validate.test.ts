import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyFix } from '../../src/diagnostics/fixes/apply-fix.ts';
import { compileDecimalPattern } from '../../src/numbers/compile-pattern.ts';
import { isMistake, parseDecimalPattern } from '../../src/numbers/decimal-pattern.ts';
import { validateDecimalPattern } from '../../src/numbers/validate.ts';
import oracle from '../oracles/decimal-format.json' with { type: 'json' };
import { runs } from '../properties.ts';

function check(source: string) {
  const [diagnostic] = validateDecimalPattern(source, { start: 0, end: source.length });
  const [fix] = diagnostic?.fixes ?? [];
  return { code: diagnostic?.code, mended: fix && applyFix(source, fix) };
}

describe('a number pattern', () => {
  it.each([
    ['0#', 'invalid-number-pattern', '#0'],
    ['#0#', 'invalid-number-pattern', '##0'],
    ['0.#0', 'invalid-number-pattern', '0.0#'],
    ['0.0.0', 'invalid-number-pattern', '0.00'],
    ['0.0,0', 'invalid-number-pattern', '0.00'],
    ['#.##0,00', 'invalid-number-pattern', '#,##0.00'],
    ['#.###.##0,00', 'invalid-number-pattern', '#,###,##0.00'],
    ['0,', 'invalid-number-pattern', '0'],
    ['0E', 'invalid-number-pattern', '0E0'],
    ['0%%', 'invalid-number-pattern', '0%'],
    ['0;0;0', 'invalid-number-pattern', "0;0';'0"],
    [';0', 'invalid-number-pattern', "';'0"],
    ["0'", 'invalid-number-pattern', "0''"],
    ["0 'pcs", 'invalid-number-pattern', "0 'pcs'"],
    ['%.2f', 'foreign-number-pattern', '0.00'],
    ['%,d', 'foreign-number-pattern', '#,##0'],
    ['%05d', 'foreign-number-pattern', '00000'],
    ['{:,.1f}', 'foreign-number-pattern', '#,##0.0'],
    ['N0', 'foreign-number-pattern', '#,##0'],
    ['F2', 'foreign-number-pattern', '0.00'],
    ['P1', 'foreign-number-pattern', '0.0%'],
    ['c', 'foreign-number-pattern', '¤#,##0.00'],
    ['d4', 'foreign-number-pattern', '0000'],
    ['0,00', 'comma-as-point', '0.00'],
    ['upper', 'no-number-field', undefined],
    ['', 'no-number-field', undefined],
  ])('%j is reported as %s, and mended to %j', (source, code, mended) => {
    expect(check(source)).toEqual({ code, mended });
  });

  it.each(['0', '#', '#,##0.00', '0.0%', '#,####0', "0.##E0 'x'", '0.00;(0.00)', '.00', '¤0'])(
    '%s is nothing to speak of',
    source => {
      expect(check(source)).toEqual({ code: undefined, mended: undefined });
    },
  );

  it('is an error exactly where Java refuses it, and what mends it is taken', () => {
    const pattern = fc.string({ unit: fc.constantFrom(..."#0,.;%‰E'-+¤x 1"), maxLength: 12 });
    fc.assert(
      fc.property(pattern, source => {
        const [diagnostic] = validateDecimalPattern(source, { start: 0, end: source.length });
        const isRefused = isMistake(parseDecimalPattern(source));
        expect(diagnostic?.severity === 'error').toBe(isRefused);
        for (const fix of diagnostic?.fixes ?? []) {
          const mended = applyFix(source, fix);
          expect(validateDecimalPattern(mended, { start: 0, end: mended.length })).toEqual([]);
        }
        if (!isRefused) expect(compileDecimalPattern(source)(-1234.5)).toBeTypeOf('string');
      }),
      { numRuns: runs(5000) },
    );
  });

  it('of the oracle is refused where the JDK refuses it', () => {
    for (const { pattern, rejected = false } of oracle.rows)
      expect(check(pattern).code === 'invalid-number-pattern', pattern).toBe(rejected);
  });
});
