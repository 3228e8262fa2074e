import { expect, it } from 'vitest';
import { matchesWithin } from '../../../../src/output/json/schema/spot.ts';

const xs = (length: number) => 'x'.repeat(length);

it.each([
  ['^a$', 'a', true],
  ['^a$', 'b', false],
  ['^(ab)c$', 'abc', true],
  ['(b)+', 'b', true],
  ['a?(b)+', 'b', true],
  ['(a?)b', 'b', true],
  ['(a|b)c*', 'b', true],
  ['(a|b)|c', 'b', true],
  ['(?:a)(?=b)(?!c)(?<=a)(?<!b)(?<name>b)', 'ab', true],
  ['(\\?|[?*+|()\\]])+', '?', undefined],
  ['(\\?[?*+|()\\]])+', '?*', true],
  ['(a+)\\d*', 'a1', true],
  ['a+(b)+', 'ab', true],
  ['(?:a)+b*(?:c)+', 'abc', true],
  ['(?!b)'.repeat(25), 'a', true],
  [[...'abcdefghijklmnopqrstuvwxy'].map(each => `(?<n${each}>a)`).join(''), 'a', false],
  ['(a?)+', 'a', undefined],
  ['(a|b)*', 'a', undefined],
  ['(a*){2}', 'a', undefined],
  ['((a?)b)+', 'b', undefined],
  ['x?'.repeat(19), xs(9), true],
  ['x?'.repeat(20), '', undefined],
  [`x${'|x'.repeat(19)}`, xs(9), true],
  [`x${'|x'.repeat(20)}`, '', undefined],
  ['x*x+x{1,9}', xs(99), true],
  ['x*x+x{1,9}', xs(100), undefined],
  ['x{1,}x{1,}x{1,}', xs(100), undefined],
  ['x{10,}x{10,99}x{10,}', xs(100), undefined],
  ['x{12}x{12}x{12}x{12}', xs(100), true],
  [xs(1000), xs(1000), true],
  [xs(1001), xs(1001), undefined],
])('whether %s matches is only asked where it is answered soon', (source, text, answer) => {
  expect(matchesWithin(new RegExp(source, 'u'), text)).toBe(answer);
});
