import type { SuiteResult } from './suite-result.ts';

export interface SuiteOptions {
  /** A smoke test: everything runs, nothing runs long enough to be believed. */
  readonly quick: boolean;
}

/** Runs a suite in the process that was started for it, and hands what it found to the process that did so. */
export async function runSuite(suite: (options: SuiteOptions) => Promise<SuiteResult>): Promise<void> {
  const result = await suite({ quick: process.argv.includes('--quick') });
  if (process.send) {
    process.send(result);
    // Imports of a suite may listen for messages, which would keep this process alive.
    process.channel?.unref();
  } else process.stdout.write(`${JSON.stringify(result, undefined, 2)}\n`);
}
