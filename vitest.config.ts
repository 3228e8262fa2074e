import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { createSkippedTests } from './test/skipped-tests.ts';

/** The fast tests that run on each kind of database. An embedded one takes seconds of processor time to open. */
const onBothDatabases = globSync('**/*.test.ts', { cwd: 'test' }).filter(
  file => !file.endsWith('.slow.test.ts') && readFileSync(`test/${file}`, 'utf8').includes('.each(backends)'),
);

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
    // Limits that only something that hangs can reach, on whatever machine.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 300_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          exclude: ['**/*.slow.test.ts'],
          include: ['**/*.test.ts'],
          env: { HOOKPLATE_BACKENDS: 'PostgreSQL' },
        },
      },
      {
        extends: true,
        test: { name: 'embedded', include: onBothDatabases, env: { HOOKPLATE_BACKENDS: 'PGlite' } },
      },
      { extends: true, test: { name: 'slow', include: ['**/*.slow.test.ts'] } },
      {
        extends: true,
        test: { name: 'types', include: [], typecheck: { enabled: true, only: true } },
      },
    ],
  },
});
