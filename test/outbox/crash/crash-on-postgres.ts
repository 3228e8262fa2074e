import { setTimeout as sleep } from 'node:timers/promises';
import { createOutbox, openDatabase } from '../../../src/outbox/index.ts';
import { startPostgres } from '../postgres/postgres-server.ts';
import {
  type CrashReport,
  crashMessages,
  enqueueAll,
  mostRepeats,
  reportOf,
  untilEnded,
  whileKilling,
} from './crash-run.ts';
import { startReceivers } from './receivers.ts';
import { WorkerPool } from './worker-pool.ts';

export interface CrashFigures {
  readonly report: CrashReport;
  /** Fewer repeats than this can be explained by lost answers. */
  readonly mostRepeats: number;
  readonly kills: number;
  readonly requests: number;
}

const workers = 4;
/** How long a third of the messages takes to be enqueued, in milliseconds: a second for 3,000, but long enough for kills. */
const enqueueMs = (count: number): number => Math.max(3000, count / 9);

/**
 * Four workers on a PostgreSQL of their own, of which one is killed each second and replaced, while the database
 * restarts twice.
 */
export async function crashOnPostgres(count: number): Promise<CrashFigures> {
  await using cleanup = new AsyncDisposableStack();
  const receivers = await startReceivers();
  cleanup.defer(receivers.close);
  const server = await startPostgres();
  cleanup.defer(server.remove);
  const database = await openDatabase({ url: server.url });
  cleanup.defer(database.close);
  await database.migrate();
  const outbox = await createOutbox({ database });
  cleanup.defer(() => outbox.stop());
  const pool = new WorkerPool(workers, { url: server.url });
  cleanup.defer(() => pool.close());
  const messages = crashMessages(count, receivers.url);
  await whileKilling(pool, async () => {
    const enqueued: Promise<void>[] = [];
    for (const restart of [0, 1, 2]) {
      const part = messages.filter((_, index) => index % 3 === restart);
      enqueued.push(enqueueAll(outbox, part, enqueueMs(count)));
      // The database stops while messages are being enqueued.
      await Promise.all([sleep(0.7 * enqueueMs(count)), pool.untilKilled(2 * restart + 2)]);
      if (restart < 2) await server.stop().then(server.start);
    }
    await Promise.all(enqueued);
    await untilEnded(outbox, count);
  });
  const requests = [...receivers.seen.values()].reduce((sum, { hits }) => sum + hits, 0);
  const report = await reportOf(outbox, messages, receivers);
  return { report, kills: pool.kills, requests, mostRepeats: mostRepeats(pool, workers, 2) };
}
