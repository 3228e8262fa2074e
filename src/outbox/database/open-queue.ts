import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import type { Connection } from './database.ts';
import { codeOf } from './explain-database-error.ts';
import { queueName, queueOptions } from './queue-settings.ts';

/** Opens the queue, and makes it where it is missing. Its errors are those of the database, which its users meet too. */
export async function openQueue(connection: Connection): Promise<PgBoss> {
  const queue = connection.createQueue();
  queue.on('error', () => {});
  await start(queue);
  try {
    await queue.createQueue(queueName, queueOptions);
    // It looks the queue up once. Later, inside a transaction of an embedded database, it would wait for that forever.
    await queue.fetch(queueName, { minPriority: 1_000_000 });
    return queue;
  } catch (error) {
    await queue.stop({ graceful: false });
    throw error;
  }
}

/** PostgreSQL's codes for something that another process made just now. */
const alreadyThere: ReadonlySet<string> = new Set(['23505', '42P06', '42P07', '42710']);

/** Several processes may make the queue's tables at once: all but one find that another was faster. */
async function start(queue: PgBoss): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await queue.start();
      return;
    } catch (error) {
      if (tries === 10 || !alreadyThere.has(codeOf(error))) throw error;
      await sleep(50 * tries);
    }
  }
}
