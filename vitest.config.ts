import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    dir: 'test',
    setupFiles: 'test/property-seed.ts',
    globalSetup: ['test/outbox/postgres/postgres-setup.ts', 'test/browser/browser-setup.ts'],
    // A process for each file costs more than most files; what a file changes outside itself, it restores.
    isolate: false,
    // Much of the time goes by in waiting: for databases, browsers, and processes that are killed.
    maxWorkers: availableParallelism() + 1,
    // Limits that only something that hangs can reach, on whatever machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
