import { setTimeout as sleep } from 'node:timers/promises';
import type { Task } from 'hookplate/workflow';
import { profile } from '../webhooks.ts';

const recordsOfTable = 250;
const batchesOfTable = 5;
const batchMs = 50;

/**
 * Copies the tables that the body lists as `job.tables`, batch by batch, a quarter of a second each; stops between two
 * batches when it is told to. Anything but a list is an error. A table named `broken` makes it fail, once the others are done.
 */
export const fullCopy: Task = {
  profile,
  parameters: { tables: 'job/tables' },
  sampleBody: { job: { tables: ['orders', 'customers'] } },
  run: async ({ parameters: { tables }, signal, report }) => {
    if (!Array.isArray(tables)) throw new Error('`job.tables` has to be a list of tables');
    let recordsProcessed = 0;
    let errorCount = 0;
    for (const table of tables) {
      for (let batch = 0; batch < batchesOfTable; batch++) {
        await sleep(batchMs, undefined, { signal });
        if (table === 'broken') continue;
        recordsProcessed += recordsOfTable / batchesOfTable;
        report({ recordsProcessed });
      }
      if (table === 'broken') report({ errorCount: ++errorCount });
    }
    return errorCount === 0
      ? { status: 'completed' }
      : { status: 'error', error: 'The table broken cannot be read' };
  },
};
