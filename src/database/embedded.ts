import { chmod, mkdir, readdir, stat, statfs } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import type { Connection, EmbeddedDirectory } from './database.ts';
import { DatabaseError } from './database-error.ts';
import { type DirectoryLock, lockDirectory } from './directory-lock.ts';
import { assertNotNewer, migrate } from './migrate.ts';
import type { Row } from './row.ts';
import type { SqlExecutor } from './sql-executor.ts';

/** @throws {DatabaseError} `directory-in-use`, `directory-damaged` or `database-newer`. */
export async function openEmbedded(
  settings: Required<EmbeddedDirectory> | { readonly pglite: PGlite },
): Promise<Connection> {
  if ('pglite' in settings) {
    await assertNotNewer(executorOf(settings.pglite));
    return connectionTo(settings.pglite, { assertRoom: noCheck, close: noCheck });
  }
  const { directory, reserveBytes } = settings;
  await makePrivate(directory);
  const lock = await lockDirectory(directory);
  const pglite = await open(directory, lock);
  const close = async (): Promise<void> => {
    await pglite.close();
    await lock.release();
  };
  try {
    await assertNotNewer(executorOf(pglite));
  } catch (error) {
    await close();
    throw error;
  }
  return connectionTo(pglite, { assertRoom: () => assertRoom(directory, reserveBytes), close });
}

async function noCheck(): Promise<void> {}

/** Keeps other users of the machine from reading the database: PGlite makes its files readable for everybody. */
async function makePrivate(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const { mode, uid } = await stat(directory);
  // The permissions of another user's directory are their own business.
  if ((mode & 0o077) !== 0 && uid === process.getuid?.()) await chmod(directory, 0o700);
}

/** Without disk space for its log, the embedded database would loop forever, and this process with it. */
async function assertRoom(directory: string, reserveBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize >= reserveBytes) return;
  throw new DatabaseError(
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
    throw new DatabaseError(
      'directory-damaged',
      `The embedded database in ${directory} cannot be opened: restore the directory from a backup, or choose another one.`,
      { cause },
    );
  }
}

/** PGlite takes a directory without this file for an empty one, and would create a new database over the old one. */
async function assertWholeOrNew(data: string): Promise<void> {
  const names = await readdir(data).catch((): string[] => []);
  if (names.length > 0 && !names.includes('PG_VERSION')) throw new Error(`${data} lacks PG_VERSION`);
}

/** Several statements without values are a single text, which only `exec` can run. */
function executorOf(pglite: Pick<PGlite, 'query' | 'exec'>): SqlExecutor {
  return {
    query: async (text, values) => {
      if (values) return pglite.query<Row>(text, values);
      const results = await pglite.exec(text);
      return { rows: results.flatMap(({ rows }): Row[] => rows) };
    },
  };
}

/** A statement that may write never counts as reading. */
function isReading(text: string): boolean {
  return /^\s*(?:select|with)\b/i.test(text) && !/\b(?:insert|update|delete)\b/i.test(text);
}

interface Surroundings {
  readonly assertRoom: () => Promise<void>;
  readonly close: () => Promise<void>;
}

function connectionTo(pglite: PGlite, { assertRoom, close }: Surroundings): Connection {
  const statements = executorOf(pglite);
  const executor: SqlExecutor = {
    query: async (text, values) => {
      if (!isReading(text)) await assertRoom();
      return statements.query(text, values);
    },
  };
  const transaction: Connection['transaction'] = async work => {
    await assertRoom();
    return pglite.transaction(tx => work(executorOf(tx)));
  };
  return {
    kind: 'embedded',
    executor,
    transaction,
    forUpkeep: () => ({ executor, transaction }),
    listen: async (channel, wake) => {
      const unlisten = await pglite.listen(channel, wake);
      return { close: () => unlisten() };
    },
    migrate: folder => migrate({ transaction, session: work => work(executor) }, folder),
    close,
  };
}
