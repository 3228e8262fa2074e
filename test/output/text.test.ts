import fc from 'fast-check';
import { expect, it } from 'vitest';
import { text as plainText } from '../../src/output/text.ts';
import { anyString } from '../any-string.ts';
import { fill, placeIn, runOutput, VALUE } from './run-output.ts';

it('plain text takes everything and writes values as they are', () => {
  expect(placeIn(plainText, VALUE, '"\n', VALUE)).toBe('text, text');
  fc.assert(
    fc.property(anyString, anyString, (literal, value) => {
      const pieces = [literal, VALUE];
      const { violation, places } = runOutput(plainText, pieces);
      expect(violation).toBeUndefined();
      expect(fill(pieces, places, () => value)).toBe(literal + value);
    }),
  );
});

it('plain text writes a missing value as nothing', () => {
  const { places } = runOutput(plainText, [VALUE]);
  expect(fill([VALUE], places, () => undefined)).toBe('');
});
