import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createOutbox, openDatabase } from '../../../src/outbox/index.ts';
import { executorOf } from '../test-database.ts';
import { crashMessages } from './crash-message.ts';
import {
  type CrashFigures,
  mostRepeats,
  reportOf,
  requestsSeen,
  storedPositions,
  whileKilling,
} from './crash-run.ts';
import { startReceivers } from './receivers.ts';
import { WorkerPool } from './worker-pool.ts';

/** As many messages are enqueued at a time. */
const batch = 100;

/**
 * One process on an embedded database, which enqueues, delivers and is killed as soon as it is ready, at least four
 * times and once for 2,000 messages. Each minute it tells how many messages have arrived.
 */
export async function crashOnPglite(
  count: number,
  onMinute: (arrived: number) => void = () => {},
): Promise<CrashFigures> {
  await using cleanup = new AsyncDisposableStack();
  const receivers = await startReceivers();
  cleanup.defer(receivers.close);
  const minutes = setInterval(() => onMinute(receivers.seen.size), 60_000);
  cleanup.defer(() => clearInterval(minutes));
  const directory = await mkdtemp(join(tmpdir(), 'hookplate-crash-'));
  cleanup.defer(() => rm(directory, { recursive: true, force: true }));
  const missing = new Map(
    Array.from(crashMessages(receivers.url, { to: count }), message => [message.id, message]),
  );
  const pool = await WorkerPool.start(1, { directory }, id => missing.delete(id));
  cleanup.defer(() => pool.close());
  const enqueueMissing = async (): Promise<void> => {
    pool.tell({ messages: [...missing.values()].slice(0, batch) });
    await sleep(100);
  };
  const kills = Math.max(4, count / 2000);
  await whileKilling(pool, async () => {
    while (pool.kills < kills) await enqueueMissing();
  });
  while (missing.size > 0) await enqueueMissing();
  pool.unended = undefined;
  while (pool.unended !== 0) await enqueueMissing().then(() => sleep(100));
  await pool.close();
  const database = await openDatabase({ directory });
  cleanup.defer(database.close);
  const outbox = await createOutbox({ database });
  cleanup.defer(() => outbox.stop());
  const requests = requestsSeen(receivers);
  const positions = await storedPositions(executorOf(database));
  const report = await reportOf(outbox, crashMessages(receivers.url, { to: count }), receivers, positions);
  // One more was killed at the end.
  return { report, kills: pool.kills, requests, mostRepeats: mostRepeats(pool, 1, 1) };
}
