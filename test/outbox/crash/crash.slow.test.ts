import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createOutbox, openDatabase } from '../../../src/outbox/index.ts';
import { executorOf, migratedDirectory } from '../test-database.ts';
import { crashMessages } from './crash-message.ts';
import { crashOnPostgres } from './crash-on-postgres.ts';
import { mostRepeats, reportOf, storedPositions, whileKilling } from './crash-run.ts';
import { startReceivers } from './receivers.ts';
import { WorkerPool } from './worker-pool.ts';

const count = 2000;
const timeoutMs = 600_000;
const expected = {
  states: { delivered: count - count / 100, failed: count / 100 },
  wrong: [],
  exhausted: [],
  changed: [],
  disordered: [],
};

it(
  'loses nothing when workers on PostgreSQL are killed each second and the database restarts twice',
  async () => {
    const { report, mostRepeats } = await crashOnPostgres(count);
    expect(report).toMatchObject(expected);
    expect(report.repeats).toBeLessThan(mostRepeats);
  },
  timeoutMs,
);

it(
  'loses nothing when the one process on PGlite is killed again and again',
  async () => {
    const receivers = await startReceivers();
    onTestFinished(receivers.close);
    const directory = await migratedDirectory();
    const messages = [...crashMessages(receivers.url, { to: count })];
    const stored = new Set<string>();
    const workers = await WorkerPool.start(1, { directory }, id => stored.add(id));
    onTestFinished(() => workers.close());
    const enqueueMissing = async (): Promise<void> => {
      const missing = messages.filter(({ id }) => !stored.has(id)).slice(0, 100);
      workers.tell({ messages: missing });
      await sleep(100);
    };
    await whileKilling(workers, async () => {
      while (workers.kills < 4) await enqueueMissing();
    });
    while (stored.size < count) await enqueueMissing();
    workers.unended = undefined;
    while (workers.unended !== 0) {
      workers.tell({ messages: [] });
      await sleep(200);
    }
    await workers.close();
    const database = await openDatabase({ directory });
    onTestFinished(() => database.close());
    const outbox = await createOutbox({ database });
    onTestFinished(() => outbox.stop());
    const { repeats, ...report } = await reportOf(
      outbox,
      messages,
      receivers,
      await storedPositions(executorOf(database)),
    );
    expect(report).toEqual(expected);
    // One more was killed at the end.
    expect(repeats).toBeLessThan(mostRepeats(workers, 1, 1));
  },
  timeoutMs,
);
