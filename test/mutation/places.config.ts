import common from './stryker.json' with { type: 'json' };

/** Fails where a mutant of the places in JSON survives that did not before. */
export default {
  ...common,
  mutate: ['src/output/json/places.ts'],
  thresholds: { high: 100, low: 100, break: 100 },
};
