/** A server in a process of its own, until it is told to end. */
import { openDatabase } from '../../../src/outbox/index.ts';
import { createHookplate, serveNode } from '../../../src/server/index.ts';
import { copyTask, heldTask, users } from '../test-users.ts';
import type { ServerProcessSettings } from './server-pool.ts';

// Whoever started it may end while it is still being loaded.
process.on('disconnect', () => process.exit());
const { databaseOptions, leaseMs, sources = [] }: ServerProcessSettings = JSON.parse(process.argv[2] ?? '');
const database = await openDatabase(databaseOptions);
const server = await createHookplate({
  database,
  users,
  sources,
  projects: { etl: { tasks: { copy: copyTask, held: heldTask } } },
  allow: ['127.0.0.0/8'],
  delivery: { schedule: [50, 200, 1000, 1000, 1000], pollMs: 100, timeoutMs: 5000 },
  processes: { leaseMs, concurrency: 100 },
  templates: { deadlineMs: 120_000 },
  onError: () => {},
});
await server.start();
const { origin, close } = await serveNode(server, { port: 0 });
process.on('SIGTERM', async () => {
  const closed = close();
  await server.stop({ timeoutMs: 300 });
  await closed;
  await database.close();
  process.exit();
});
process.send?.({ origin });
