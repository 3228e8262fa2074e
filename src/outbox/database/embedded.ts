import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { fromPglite, PgBoss } from 'pg-boss';
import { OutboxError } from '../outbox-error.ts';
import { type Connection, type DatabaseOptions, queueSchemaName } from './database.ts';
import { type DirectoryLock, lockDirectory } from './directory-lock.ts';
import { migrate } from './migrate.ts';
import { queueSettings } from './queue-settings.ts';

/** @throws {OutboxError} `directory-in-use` or `directory-damaged`. */
export async function openEmbedded(options: DatabaseOptions): Promise<Connection> {
  if ('pglite' in options) return connectionTo(options.pglite, async () => {});
  const { directory } = 'directory' in options ? options : { directory: '' };
  const lock = await lockDirectory(directory);
  const pglite = await open(directory, lock);
  return connectionTo(pglite, async () => {
    await pglite.close();
    await lock.release();
  });
}

async function open(directory: string, lock: DirectoryLock): Promise<PGlite> {
  try {
    const pglite = new PGlite(`${directory}/data`);
    await pglite.waitReady;
    return pglite;
  } catch (cause) {
    await lock.release();
    throw new OutboxError(
      'directory-damaged',
      `The embedded database in ${directory} cannot be opened: restore the directory from a backup, or choose another one.`,
      { cause },
    );
  }
}

function connectionTo(pglite: PGlite, close: () => Promise<void>): Connection {
  const executor = fromPglite(pglite);
  const transaction: Connection['transaction'] = work => pglite.transaction(tx => work(fromPglite(tx)));
  return {
    kind: 'embedded',
    orm: drizzle(pglite),
    executor,
    transaction,
    listen: async (channel, wake) => {
      const unlisten = await pglite.listen(channel, wake);
      return { close: () => unlisten() };
    },
    createQueue: () =>
      new PgBoss({ ...queueSettings, schema: queueSchemaName, backend: 'pglite', db: executor }),
    migrate: () => migrate(transaction),
    close,
  };
}
