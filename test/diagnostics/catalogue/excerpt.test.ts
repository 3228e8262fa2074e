import fc from 'fast-check';
import { expect, it } from 'vitest';
import { excerpt } from '../../../src/diagnostics/catalogue/excerpt.ts';

it.each([
  ['isError', 'isError'],
  ['a\n  =\tb ', 'a = b'],
  ['a\u200bb', 'aU+200Bb'],
  ['\u001b[31m', 'U+001B[31m'],
  ['\ud83d', 'U+D83D'],
  ['😀日本', '😀日本'],
  ['', ''],
  ['x'.repeat(60), 'x'.repeat(60)],
  ['x'.repeat(61), `${'x'.repeat(59)}…`],
  [`${'x'.repeat(58)}😀yy`, `${'x'.repeat(58)}…`],
])('an excerpt of %j is %j', (source, expected) => {
  expect(excerpt(source)).toBe(expected);
});

it('an excerpt stands on one line and is short, whatever the source', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), source => {
      const text = excerpt(source);
      expect(text).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
      expect(text.length).toBeLessThanOrEqual(60 * 'U+10FFFF'.length);
    }),
  );
});
