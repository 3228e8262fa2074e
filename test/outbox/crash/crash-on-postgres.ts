import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError, explainDatabaseError } from '../../../src/database/database-error.ts';
import { anOpenDatabase } from '../../../src/database/open-database.ts';
import type { Database } from '../../../src/outbox/index.ts';
import { prune } from '../../../src/outbox/upkeep.ts';
import { startPostgres } from '../postgres/postgres-server.ts';
import { crashMessages } from './crash-message.ts';
import {
  createCrash,
  createPacedEnqueue,
  maxRepeats,
  untilArrived,
  untilEnded,
  whileKilling,
} from './crash-run.ts';

const workers = 4;
/** How long a third of the messages takes to be enqueued, in milliseconds: a second for 3,000, but long enough for kills. */
const thirdMs = (count: number): number => Math.max(3000, count / 9);

/** The indexes of the messages that are enqueued before, between or after the restarts. */
const thirdOf = (count: number, third: number): { readonly from: number; readonly to: number } => ({
  from: Math.round((third * count) / 3),
  to: Math.round(((third + 1) * count) / 3),
});

const retentionDays = 30;

/**
 * Makes a day that history has forgotten, and one to come, and drops the former, each second until `work` is done. Returns
 * the number of days that were dropped.
 */
async function whileDaysPass(database: Database, work: () => Promise<void>): Promise<number> {
  const connection = anOpenDatabase(database, 'database');
  let dropped = 0;
  let isOver = false;
  const days = (async () => {
    for (let day = 1; !isOver; day++) {
      try {
        await connection.executor.query(
          `select hookplate.make_partitions((now() at time zone 'UTC')::date + n) from (values ($1::int), ($2)) days (n)`,
          [-retentionDays - 1 - (day % 10), 3 + (day % 100)],
        );
        dropped += (await prune(connection, retentionDays)).days;
      } catch (error) {
        const explained = explainDatabaseError(error);
        const isAway = explained instanceof DatabaseError && explained.code === 'database-unreachable';
        if (!isAway) throw error;
      }
      await sleep(1000);
    }
  })();
  const worked = work().finally(() => {
    isOver = true;
  });
  await Promise.all([worked, days]);
  return dropped;
}

/**
 * Four workers on a PostgreSQL of their own, of which one after the other is killed and replaced, while the database
 * restarts twice, and partitions are made and dropped: until all messages have arrived.
 */
export const crashOnPostgres = createCrash(async setup => {
  const { count, killEveryMs, receivers, cleanup, open, startPool } = setup;
  const server = await startPostgres();
  cleanup.defer(server.remove);
  const { database, outbox } = await open({ url: server.url });
  const pool = await startPool(workers, { url: server.url });
  const enqueue = createPacedEnqueue(outbox, receivers);
  const allArrived = () =>
    whileKilling(pool, killEveryMs, async () => {
      const enqueued: Promise<void>[] = [];
      for (const restart of [0, 1, 2]) {
        const part = crashMessages(receivers.url, thirdOf(count, restart));
        enqueued.push(enqueue(part, (3 * thirdMs(count)) / count));
        // The database stops while messages are being enqueued.
        await Promise.all([sleep(0.7 * thirdMs(count)), pool.untilKilled(2 * restart + 2)]);
        if (restart < 2) await server.stop().then(server.start);
      }
      await Promise.all(enqueued);
      await untilArrived(receivers, count);
    });
  const droppedDays = await whileDaysPass(database, allArrived);
  // An endpoint that is dead is tried by one process at a time. Whoever is killed meanwhile keeps that place until its lease ends:
  // the last attempts would wait for little else.
  await untilEnded(outbox, count);
  return { database, outbox, pool, droppedDays, maxRepeats: maxRepeats(pool, workers, 2) };
});
