import { appendFileSync } from 'node:fs';
import type { Reporter, TestCase } from 'vitest/node';

const { HOOKPLATE_SKIPPED: counts } = process.env;

/**
 * Says at the end which tests did not run on this machine, and why: the default reporter only counts them. Their number becomes a
 * line of the file that `HOOKPLATE_SKIPPED` names.
 */
export function createSkippedTests(): Reporter {
  const skipped: string[] = [];
  return {
    onTestCaseResult: (test: TestCase) => {
      const result = test.result();
      // What `-t` leaves out has no note.
      if (result.state !== 'skipped' || result.note === undefined) return;
      skipped.push(`  ${test.module.relativeModuleId} > ${test.fullName}\n    ${result.note}\n`);
    },
    onTestRunEnd: () => {
      if (skipped.length > 0)
        process.stderr.write(`\nNot tried on this machine:\n${skipped.toSorted().join('')}`);
      if (counts !== undefined) appendFileSync(counts, `${skipped.length}\n`);
      skipped.length = 0;
    },
  };
}
