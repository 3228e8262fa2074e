import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { createSkippedTests } from './test/skipped-tests.ts';

const { HOOKPLATE_SEED: seed } = process.env;

/** The fast tests that run on each kind of database. An embedded one takes seconds of processor time to open. */
const onBothDatabases = globSync('**/*.test.ts', { cwd: 'test' }).filter(
  file =>
    !/\.(?:slow|long)\.test\.ts$/.test(file) &&
    readFileSync(`test/${file}`, 'utf8').includes('.each(backends)'),
);

/** Those that say what events, outbox and processes ask of a database. */
const contract = [
  'events/contract.test.ts',
  'outbox/outbox.test.ts',
  'outbox/recording.test.ts',
  'workflow/database/database-store.test.ts',
];

/** A test that takes longer hangs, on whatever machine, and so does one that waits longer for what it looks for. */
const hanging = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } };
const hangingLong = { testTimeout: 900_000, hookTimeout: 900_000, expect: { poll: { timeout: 300_000 } } };
/** Many long tests share the machine, those of pages with each other. */
const patient = { ...hangingLong, env: { HOOKPLATE_PAGE_MS: '60000' } };
/** With many values, a property may take minutes. */
const usual = seed === undefined ? hanging : hangingLong;
const embedded = { ...usual, env: { HOOKPLATE_BACKENDS: 'PGlite' } };

export default defineConfig({
  test: {
    dir: 'test',
    // Threads and processes that tests start load the sources: they are stripped of types once.
    env: { NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled') },
    reporters: ['default', createSkippedTests()],
    setupFiles: 'test/properties.ts',
    globalSetup: 'test/shared/shared-setup.ts',
    // A process for each file costs more than most files; what a file changes outside itself, it restores.
    isolate: false,
    // Much of the time goes by in waiting: for databases, browsers, and processes that are killed.
    maxWorkers: availableParallelism() + 1,
    ...usual,
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          exclude: ['**/*.{slow,long}.test.ts'],
          include: ['**/*.test.ts'],
          env: { HOOKPLATE_BACKENDS: 'PostgreSQL' },
        },
      },
      { extends: true, test: { name: 'slow', include: ['**/*.slow.test.ts'] } },
      { extends: true, test: { name: 'contract', include: contract, ...embedded } },
      { extends: true, test: { name: 'long', include: ['**/*.long.test.ts'], ...patient } },
      { extends: true, test: { name: 'embedded', include: onBothDatabases, ...embedded } },
    ],
  },
});
