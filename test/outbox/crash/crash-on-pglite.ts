import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { crashMessages } from './crash-message.ts';
import { createCrash, maxRepeats, whileKilling } from './crash-run.ts';

/** As many messages are enqueued at a time. */
const batch = 100;

/**
 * One process on an embedded database, which enqueues, delivers and is killed as soon as it is ready, at least four
 * times and once for 2,000 messages.
 */
export const crashOnPglite = createCrash(async setup => {
  const { count, killEveryMs, receivers, cleanup, open, startPool } = setup;
  const directory = await mkdtemp(join(tmpdir(), 'hookplate-crash-'));
  cleanup.defer(() => rm(directory, { recursive: true, force: true }));
  const missing = new Map(
    Array.from(crashMessages(receivers.url, { to: count }), message => [message.id, message]),
  );
  const pool = await startPool(1, { directory }, id => missing.delete(id));
  const enqueueMissing = async (): Promise<void> => {
    pool.tell({ messages: [...missing.values()].slice(0, batch) });
    await sleep(100);
  };
  const kills = Math.max(4, count / 2000);
  await whileKilling(pool, killEveryMs, async () => {
    while (pool.kills < kills) await enqueueMissing();
  });
  while (missing.size > 0) await enqueueMissing();
  pool.unended = undefined;
  while (pool.unended !== 0) await enqueueMissing().then(() => sleep(100));
  // One more is killed at the end.
  await pool.close();
  return { ...(await open({ directory })), pool, maxRepeats: maxRepeats(pool, 1, 1) };
});
