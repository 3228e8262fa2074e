import type { PgBoss } from 'pg-boss';
import type { Connection } from './database.ts';
import { queueName, queueOptions } from './queue-settings.ts';

/** Opens the queue, and makes it where it is missing. Its errors are those of the database, which its users meet too. */
export async function openQueue(connection: Connection, attemptTimeoutMs: number): Promise<PgBoss> {
  const queue = connection.createQueue();
  queue.on('error', () => {});
  await queue.start();
  try {
    await queue.createQueue(queueName, queueOptions(attemptTimeoutMs));
    // It looks the queue up once. Later, inside a transaction of an embedded database, it would wait for that forever.
    await queue.fetch(queueName, { minPriority: 1_000_000 });
    return queue;
  } catch (error) {
    await queue.stop({ graceful: false });
    throw error;
  }
}
