import * as locales from 'date-fns/locale';
import { enUS } from 'date-fns/locale/en-US';
import { expect, it } from 'vitest';
import { datePartsOf } from '../../../src/dates/format/compile-pattern.ts';
import { type DateLocale, english } from '../../../src/dates/format/date-locale.ts';

const patterns = ['GGGG', 'MMM', 'MMMM', 'd LLL', 'd LLLL', 'EEE', 'EEEE', 'a', 'YYYY w W', 'z', 'zzzz'];

it('English has the words and weeks that date-fns has for the United States', () => {
  for (const pattern of patterns) {
    expect(datePartsOf(pattern, english), pattern).toEqual(datePartsOf(pattern, enUS));
  }
});

it('every locale of date-fns has the words and weeks of a date', () => {
  const all: readonly DateLocale[] = Object.values(locales);
  expect(all.length).toBeGreaterThan(90);
  for (const locale of all) {
    for (const part of patterns.flatMap(pattern => datePartsOf(pattern, locale))) {
      const words = typeof part === 'string' ? [part] : (part.words ?? []);
      expect(words.filter(word => typeof word !== 'string' || word === '')).toEqual([]);
    }
  }
});
