/** A process that runs a service on a database until it is killed; it starts what it is told to. */
import { createEvents } from '../../../src/events/index.ts';
import { createOutbox, openDatabase } from '../../../src/outbox/index.ts';
import { createDatabaseStore } from '../../../src/workflow/database/index.ts';
import type { Task } from '../../../src/workflow/task.ts';
import { createWorkflowService } from '../../../src/workflow/workflow-service.ts';
import { workerOptions } from '../../outbox/crash/worker-options.ts';
import type { InstanceOrder, InstanceSettings } from './instance-pool.ts';

// Whoever started it may end while it is still being loaded.
process.on('disconnect', () => process.exit());
const {
  databaseOptions,
  webhooks,
  leaseMs,
  concurrency = 100,
}: InstanceSettings = JSON.parse(process.argv[2] ?? '');
const database = await openDatabase(databaseOptions);
await database.migrate();
const outbox = await createOutbox({ ...workerOptions, database });
await outbox.start();
const events = createEvents({ database, outbox, webhooks, pollMs: 50 });
await events.start();
const brief: Task = {
  profile: 'nightly',
  run: async ({ body, report }) => report({ recordsProcessed: Number(body) }),
};
const busy: Task = {
  profile: 'nightly',
  run: async () => {
    const end = performance.now() + 2.5 * leaseMs;
    while (performance.now() < end);
  },
};
const held: Task = { profile: 'nightly', run: () => new Promise<void>(() => {}) };
const service = createWorkflowService({
  projects: { etl: { tasks: { brief, busy, held } } },
  store: createDatabaseStore({ database, events, leaseMs }),
  concurrency,
  onError: () => {},
});
process.on('message', ({ task, body }: InstanceOrder) => {
  service.run('etl', task, body).then(
    ({ pid }) => process.send?.({ pid }),
    () => {},
  );
});
process.send?.('ready');
