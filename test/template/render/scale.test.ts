import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateTemplate } from '../../../src/template/template.ts';
import { propertySeed, runs } from '../../properties.ts';
import { compileBothWays } from '../precompile/both-ways.ts';

const variables = { n: 'number', name: 'string', at: 'date' } as const;

function written(options: string, n: unknown, output: 'json' | 'text' = 'json'): string {
  return compileBothWays(`$n; ${options}$`, { variables, output }).render({ n } as object);
}

describe('the scale of a number', () => {
  it.each<[options: string, n: unknown, written: string]>([
    ['scale="-2"', 1999, '19.99'],
    ['scale="-2"', 5n, '0.05'],
    ['scale="-2", format="0.00"', 1990, '19.90'],
    ['scale="-2", format="0.00"', -1, '-0.01'],
    ['scale="2"', 0.07, '7'],
    ['scale="2"', 1.1, '110'],
    ['scale="-2"', 1.1, '0.011'],
    ['scale="3"', 1e21, '1000000000000000000000000'],
    ['scale="-3"', 1e-7, '0.0000000001'],
    ['scale="-1", format="0"', 25, '2'],
    ['scale="-1", format="0"', 35, '4'],
    ['scale="-2", format="0.0"', 12345678901234567890n, '123456789012345678.9'],
    ['scale="-2"', 0, '0'],
    ['scale="-2"', -0, '0'],
    ['scale="-2"', '1999', '19.99'],
    ['scale="-2"', '12345678901234567890.5', '123456789012345678.905'],
    ['scale="-2"', Number.NaN, 'null'],
    ['scale="-2", null="0"', null, '0'],
    ['scale="-2", format="#,##0.00"', 1999, 'error'],
  ])('%s writes %s as %s', (options, n, expected) => {
    if (expected !== 'error') return expect(written(options, n)).toBe(expected);
    const found = validateTemplate(`$n; ${options}$`, { variables, output: 'json' });
    expect(found.map(({ code }) => code)).toEqual(['number-as-text']);
  });

  it('comes before percent, and is text where text stands', () => {
    expect(written('scale="-2", format="0%"', 2500, 'text')).toBe('2500%');
    expect(written('scale="-2", format="#,##0.00"', 123456789, 'text')).toBe('1,234,567.89');
    expect(written('scale="-2"', Number.NaN, 'text')).toBe('NaN');
  });

  it.each([
    ['$n; scale="0.5"$', 'invalid-scale'],
    ['$n; scale="401"$', 'invalid-scale'],
    ['$n; scale=""$', 'invalid-scale'],
    ['$name; scale="2"$', 'scale-without-number'],
    ['$at; scale="2"$', 'scale-without-number'],
  ])('is a number of places, of a number: %s', (source, code) => {
    expect(validateTemplate(source, { variables }).map(each => each.code)).toEqual([code]);
  });
});

it(`moving the point there and back changes nothing (HOOKPLATE_SEED=${propertySeed})`, () => {
  const number = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(number, fc.integer({ min: -400, max: 400 }), (n, scale) => {
      const moved = written(`scale="${scale}"`, n);
      expect(JSON.parse(moved)).not.toBeNaN();
      expect(Number(`${moved}e${-scale}`)).toBe(n === 0 ? 0 : n);
    }),
    { numRuns: runs(1000, 200) },
  );
});
