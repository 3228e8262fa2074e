import { readdir, statfs } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { fromPglite, PgBoss } from 'pg-boss';
import { OutboxError } from '../outbox-error.ts';
import { type Connection, type EmbeddedDirectory, queueSchemaName } from './database.ts';
import { type DirectoryLock, lockDirectory } from './directory-lock.ts';
import { assertNotNewer, migrate } from './migrate.ts';
import { queueSettings } from './queue-settings.ts';
import type { SqlExecutor } from './sql-executor.ts';

/** @throws {OutboxError} `directory-in-use`, `directory-damaged` or `database-newer`. */
export async function openEmbedded(
  settings: Required<EmbeddedDirectory> | { readonly pglite: PGlite },
): Promise<Connection> {
  if ('pglite' in settings) {
    await assertNotNewer(fromPglite(settings.pglite));
    return connectionTo(settings.pglite, { isOwn: false, assertRoom: noCheck, close: noCheck });
  }
  const { directory, reserveBytes } = settings;
  const lock = await lockDirectory(directory);
  const pglite = await open(directory, lock);
  const close = async (): Promise<void> => {
    await pglite.close();
    await lock.release();
  };
  try {
    await assertNotNewer(fromPglite(pglite));
  } catch (error) {
    await close();
    throw error;
  }
  return connectionTo(pglite, { isOwn: true, assertRoom: () => assertRoom(directory, reserveBytes), close });
}

async function noCheck(): Promise<void> {}

/** On a disk without room for its log, the embedded database would loop forever, and this process with it. */
async function assertRoom(directory: string, reserveBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize >= reserveBytes) return;
  throw new OutboxError(
    'database-full',
    `Less than ${Math.ceil(reserveBytes / 2 ** 20)} MiB are free for the embedded database: free some space; nothing was stored.`,
  );
}

async function open(directory: string, lock: DirectoryLock): Promise<PGlite> {
  try {
    await assertWholeOrNew(`${directory}/data`);
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

/** PGlite takes a directory without this file for an empty one, and makes a new database over the old one. */
async function assertWholeOrNew(data: string): Promise<void> {
  const names = await readdir(data).catch((): string[] => []);
  if (names.length > 0 && !names.includes('PG_VERSION')) throw new Error(`${data} lacks PG_VERSION`);
}

/** What may write is never taken for reading; statements of the queue may be several, and begin otherwise. */
function isReading(text: string): boolean {
  return /^\s*(?:select|with)\b/i.test(text) && !/\b(?:insert|update|delete)\b/i.test(text);
}

interface Surroundings {
  /** Whether the lock says that nobody else has it open. */
  readonly isOwn: boolean;
  readonly assertRoom: () => Promise<void>;
  readonly close: () => Promise<void>;
}

function connectionTo(pglite: PGlite, { isOwn, assertRoom, close }: Surroundings): Connection {
  let adopting = isOwn ? undefined : Promise.resolve();
  const statements = fromPglite(pglite);
  const executor: SqlExecutor = {
    executeSql: async (text, values) => {
      if (!isReading(text)) await assertRoom();
      return statements.executeSql(text, values);
    },
  };
  const transaction: Connection['transaction'] = async work => {
    await assertRoom();
    return pglite.transaction(tx => work(fromPglite(tx)));
  };
  return {
    kind: 'embedded',
    orm: drizzle(pglite),
    executor,
    transaction,
    forUpkeep: () => ({ executor, transaction }),
    listen: async (channel, wake) => {
      const unlisten = await pglite.listen(channel, wake);
      return { close: () => unlisten() };
    },
    adoptOrphans: takeOver => {
      adopting ??= takeOver().catch(error => {
        adopting = undefined;
        throw error;
      });
      return adopting;
    },
    createQueue: () =>
      new PgBoss({ ...queueSettings, schema: queueSchemaName, backend: 'pglite', db: executor }),
    migrate: () => migrate(transaction),
    close,
  };
}
