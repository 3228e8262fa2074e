import fc from 'fast-check';

const { HOOKPLATE_SEED: given } = process.env;

/** The values that property tests draw follow from it: the same in every run, and others where `HOOKPLATE_SEED` says so. */
export const propertySeed = Number(given ?? '1');

/**
 * How often a property is tried: `many` times where a seed is given, as by `npm run fuzz` and `npm run test:long`, and else
 * a twentieth of that, but not less than `few`. The few values are the first of the many.
 */
export function runs(many: number, few = 50): number {
  return given === undefined ? Math.min(many, Math.max(few, Math.ceil(many / 20))) : many;
}

fc.configureGlobal({ seed: propertySeed, numRuns: runs(1000) });
