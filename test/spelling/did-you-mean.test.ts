import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { didYouMean } from '../../src/spelling/did-you-mean.ts';

const variables = ['event', 'isError', 'errorCount', 'recordsProcessed', 'profile', 'date'];

describe('didYouMean finds', () => {
  it.each([
    ['ISERROR', 'isError', 'other case'],
    ['profil', 'profile', 'a missing letter'],
    ['proffile', 'profile', 'a letter too many'],
    ['profule', 'profile', 'a wrong letter'],
    ['porfile', 'profile', 'two letters that changed places'],
    ['dtae', 'date', 'one swap in a short word'],
    ['processedRecords', 'recordsProcessed', 'the same words in another order'],
    ['count_error', 'errorCount', 'the same words, written with underscores'],
    ['errorcounts', 'errorCount', 'another case and a letter too many'],
  ])('for %s the name %s: %s', (word, meant) => {
    expect(didYouMean(word, variables)).toBe(meant);
  });

  it('the nearest of several candidates, and the first of equally near ones', () => {
    expect(didYouMean('datd', ['data', 'date'])).toBe('data');
    expect(didYouMean('errorCoumt', ['errorCounter', 'errorCount'])).toBe('errorCount');
  });

  it('other case before a smaller distance', () => {
    expect(didYouMean('DATE', ['DATES', 'date'])).toBe('date');
  });
});

describe('didYouMean finds nothing', () => {
  it.each(['customer', 'x', '', 'prxxxle', 'time'])('for %j, which resembles no variable', word => {
    expect(didYouMean(word, variables)).toBeUndefined();
  });

  it('further away than a third of the length', () => {
    expect(didYouMean('abcdef', ['abcdxy'])).toBe('abcdxy');
    expect(didYouMean('abcdef', ['abcxyz'])).toBeUndefined();
  });

  it('without candidates', () => {
    expect(didYouMean('profile', [])).toBeUndefined();
  });

  it('for a word of thousands of letters', () => {
    expect(didYouMean('a'.repeat(10_000), ['a'.repeat(9999)])).toBeUndefined();
  });
});

it('didYouMean answers with a candidate or nothing, and with the word itself where that is one', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.string()), (word, candidates) => {
      const meant = didYouMean(word, candidates);
      if (meant !== undefined) expect(candidates).toContain(meant);
      const others = candidates.filter(candidate => candidate.toLowerCase() !== word.toLowerCase());
      expect(didYouMean(word, [...others, word])).toBe(word);
    }),
  );
});
