import { describe, expect, it } from 'vitest';
import { compileDecimalPattern } from '../../src/numbers/compile-pattern.ts';
import { isMistake, parseDecimalPattern } from '../../src/numbers/decimal-pattern.ts';
import oracle from '../oracles/decimal-format.json' with { type: 'json' };

describe('number patterns', () => {
  const rejected = oracle.rows.filter(row => row.rejected);
  const accepted = oracle.rows.flatMap(({ pattern, number, expected }) =>
    number === undefined || expected === undefined ? [] : [{ pattern, number, expected }],
  );

  it('print what DecimalFormat prints', () => {
    expect(accepted.length + rejected.length).toBe(oracle.rows.length);
    const wrong = accepted.flatMap(({ pattern, number, expected }) => {
      const printed = compileDecimalPattern(pattern)(number);
      return printed === expected ? [] : [{ pattern, number, expected, printed }];
    });
    expect(wrong).toEqual([]);
  });

  it('are refused where DecimalFormat refuses them', () => {
    expect(rejected.length).toBeGreaterThan(10);
    const taken = rejected.filter(({ pattern }) => !isMistake(parseDecimalPattern(pattern)));
    expect(taken).toEqual([]);
    for (const { pattern } of rejected) expect(() => compileDecimalPattern(pattern)).toThrow(RangeError);
  });

  it('take whole numbers of any size as they are', () => {
    expect(compileDecimalPattern('#,##0')(12345678901234567890123n)).toBe('12,345,678,901,234,567,890,123');
    expect(compileDecimalPattern('0.00%')(-7n)).toBe('-700.00%');
    expect(compileDecimalPattern('0.0E0')(25n)).toBe('2.5E1');
  });

  it('write what is not finite as Java does', () => {
    const format = compileDecimalPattern('0.0 pcs');
    expect([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY].map(format)).toEqual([
      'NaN',
      '∞ pcs',
      '-∞ pcs',
    ]);
  });

  it('round half to even by the exact value', () => {
    const format = compileDecimalPattern('0.00');
    // 1.005 and 2.675 lie below what their digits say, 1.015 above.
    expect([1.005, 2.675, 1.015, 0.125, 0.375].map(format)).toEqual(['1.00', '2.67', '1.01', '0.12', '0.38']);
  });

  it('write zero with an exponent of zero', () => {
    expect(compileDecimalPattern('0.00E0')(0)).toBe('0.00E0');
    expect(compileDecimalPattern('##0.##E00')(0)).toBe('0E00');
  });

  it('know currencies', () => {
    expect(compileDecimalPattern('¤#,##0.00')(1234.5)).toBe('$1,234.50');
    expect(compileDecimalPattern('0.00 ¤¤')(-1)).toBe('-1.00 USD');
  });
});
