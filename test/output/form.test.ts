import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { form } from '../../src/output/form.ts';
import { wellFormedString } from '../any-string.ts';
import { runs } from '../properties.ts';
import type { Piece } from './run-output.ts';
import { cutPieces, fill, outcome, placeIn, runOutput, VALUE, violationIn, write } from './run-output.ts';
import { anyValue } from './values.ts';

const template = fc.array(
  fc.constantFrom<Piece>(VALUE, 'a', '=', '&', '%', '%4', '1', '+', ' ', 'ü', '&&', '%%'),
  {
    maxLength: 8,
  },
);

describe('a form template', () => {
  it('that is accepted keeps its number of fields, whatever its values are', () => {
    let accepted = 0;
    fc.assert(
      fc.property(template, fc.array(anyValue, { minLength: 1 }), (pieces, values) => {
        const { violation, places } = runOutput(form, pieces);
        if (violation) return;
        accepted++;
        const written = fill(pieces, places, index => values[index % values.length]);
        const benign = fill(pieces, places, () => 'x');
        expect(new URLSearchParams(written).size).toBe(new URLSearchParams(benign).size);
      }),
      { numRuns: runs(5000) },
    );
    expect(accepted / runs(5000)).toBeGreaterThan(0.1);
  });

  it('fares the same wherever its text is cut', () => {
    fc.assert(
      fc.property(template, fc.array(fc.nat(), { maxLength: 6 }), (pieces, cuts) => {
        expect(outcome(runOutput(form, cutPieces(pieces, cuts)))).toEqual(outcome(runOutput(form, pieces)));
      }),
      { numRuns: runs(2000) },
    );
  });

  it('without values is always accepted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        expect(runOutput(form, [text]).violation).toBeUndefined();
      }),
    );
  });
});

describe('a value in a form', () => {
  it.each<[string, ...Piece[]]>([
    ['form-key', VALUE, '=1'],
    ['form-key', 'a', VALUE],
    ['form-key', 'a=1&', VALUE, '=2'],
    ['form-value', 'a=', VALUE],
    ['form-value', '=', VALUE],
    ['form-value, form-value', 'a=', VALUE, '=', VALUE],
    ['value-after-percent', 'a=%', VALUE],
    ['value-after-percent', 'a=%4', VALUE],
    ['form-value', 'a=%%41', VALUE],
    ['form-value', 'a=%25', VALUE],
    ['nameless-parameter', VALUE],
    ['nameless-parameter', 'a=1&', VALUE, '&b=2'],
  ])('lands in %s', (place, ...pieces) => {
    expect(placeIn(form, ...pieces)).toBe(place);
  });

  it('is what a receiver reads, and written as URLSearchParams writes it', () => {
    const pieces: Piece[] = ['a=1&', VALUE, '=', VALUE];
    const { places } = runOutput(form, pieces);
    fc.assert(
      fc.property(wellFormedString, text => {
        const written = fill(pieces, places, () => text);
        expect([...new URLSearchParams(written)]).toEqual([
          ['a', '1'],
          [text, text],
        ]);
        expect(written).toBe(`a=1&${new URLSearchParams([[text, text]])}`);
      }),
    );
  });

  it('of any type is text', () => {
    const [place] = runOutput(form, ['a=', VALUE]).places;
    if (!place) throw new Error('no place');
    expect([1e21, true, undefined, 10n, '\ud800'].map(value => write(place, value))).toEqual([
      '1e%2B21',
      'true',
      '',
      '10',
      '%EF%BF%BD',
    ]);
  });
});

it('a nameless form field is pointed at as a whole', () => {
  expect(violationIn(form, 'a=1&', VALUE, VALUE)).toBe('nameless-parameter at $v$$v$');
});
