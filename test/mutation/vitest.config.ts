import { defineConfig } from 'vitest/config';

/**
 * The tests that mutants are tried on. Of the proof, of JSON and of its schemas, those that say what is found, and those of the
 * promise; of schemas only the former, since the latter reach all of the walk and would be run for every mutant. Of sources,
 * those of signatures, which need no server.
 */
export default defineConfig({
  test: {
    dir: 'test',
    include: [
      'output/json/*.test.ts',
      'output/json/schema/{walk,findings,slips,wholes,json-as-text,verdict,matches-within,read-schema,outline}.test.ts',
      'assist/under-schema.test.ts',
      'template/{proof,lists,resolve,fixes}/*.test.ts',
      'template/{doubts,optional,plain-json,receivers,validate,values-survive}.test.ts',
      'template/promise/{events,joins,rounds}.slow.test.ts',
      'webhook/{check,own-events,format-diagnostics}.test.ts',
      'webhook/{events,payloads}/*.test.ts',
      'server/sources/signature.test.ts',
    ],
    setupFiles: ['test/properties.ts', 'test/mutation/first-failure.ts'],
    isolate: false,
    // Stryker ends what takes much longer than it does without a mutant.
    testTimeout: 900_000,
  },
});
