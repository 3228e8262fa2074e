import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertySeed, runs } from '../../../properties.ts';
import { fittingPair } from './fitting-pairs.ts';
import { holdToSchema, noOpinions } from './hold-to-schema.ts';

const draws = runs(1500, 150);

describe(`a template that writes what its schema accepts (HOOKPLATE_SEED=${propertySeed})`, () => {
  it('is not refused', () => {
    const opinions = { ...noOpinions };
    fc.assert(
      fc.property(fittingPair, fc.nat(), (pair, seed) => {
        const { opinion, found } = holdToSchema(pair, seed);
        opinions[opinion]++;
        const errors = found.filter(({ severity }) => severity === 'error');
        expect(errors.map(({ message }) => message)).toEqual([]);
      }),
      { numRuns: draws },
    );
    console.info(`${draws} templates that fit their schemas: ${JSON.stringify(opinions)}`);
    expect(opinions.accepted).toBeGreaterThan(draws * 0.5);
  });
});
