import { chmod, lstat, mkdir, readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Connection, EmbeddedSettings } from './database.ts';
import { DatabaseError } from './database-error.ts';
import { type DirectoryLock, lockDirectory, lockName } from './directory-lock.ts';
import { keyFileName } from './key-file.ts';
import { assertMigrated, assertNotNewer, migrate } from './migrate.ts';
import type { Row } from './row.ts';
import {
  executorIn,
  executorWithin,
  placingBy,
  planMs,
  type SqlExecutor,
  type Statement,
  statementsIn,
} from './sql-executor.ts';

/** @throws {DatabaseError} `directory-in-use`, `directory-damaged` or `database-newer`. */
export async function openEmbedded(settings: EmbeddedSettings): Promise<Connection> {
  const statementOf = statementsIn(settings.schema);
  if ('pglite' in settings) {
    // Whoever passes one has the package.
    const pglite = settings.pglite as PGlite;
    await assertNotNewer(executorOf(pglite, statementOf));
    return connectionTo(pglite, { statementOf, assertRoom: noCheck, close: noCheck });
  }
  const { directory, reserveBytes } = settings;
  const lock = await lockDirectory(directory);
  const pglite = await open(directory, lock);
  const close = async (): Promise<void> => {
    await pglite.close();
    await lock.release();
  };
  try {
    await assertNotNewer(executorOf(pglite, statementOf));
  } catch (error) {
    await close();
    throw error;
  }
  const preparation = new Preparation(pglite, statementOf);
  return connectionTo(pglite, {
    statementOf,
    preparation,
    assertRoom: () => assertRoom(directory, reserveBytes),
    close,
  });
}

async function noCheck(): Promise<void> {}

/**
 * Keeps other users of the machine from reading the database: PGlite makes its files readable for everybody, whatever
 * the umask. The data has a directory of its own, in case the given one belongs to somebody else or holds other things,
 * which are not ours to close.
 */
async function makePrivate(directory: string): Promise<void> {
  const names = await readdir(directory);
  const isOurs = (name: string): boolean =>
    name === 'data' || [lockName, keyFileName].some(own => name.startsWith(own));
  if (names.every(isOurs)) await narrow(directory);
  const data = `${directory}/data`;
  await mkdir(data, { recursive: true, mode: 0o700 });
  if (!(await narrow(data))) return;
  // A copy of the directory, such as a backup, has the modes of its files without the directory around them.
  for (const entry of await readdir(data, { recursive: true, withFileTypes: true })) {
    const mode = entry.isDirectory() ? 0o700 : 0o600;
    // What another user left in there stays theirs; the directory is closed all the same.
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), mode).catch(() => {});
  }
}

/** Makes a directory its owner's alone; resolves to whether one of our own was wider. */
async function narrow(directory: string): Promise<boolean> {
  const stats = await lstat(directory);
  // What a link leads to, and the permissions of another user's directory, are not ours to change.
  const isOurs = stats.isDirectory() && stats.uid === process.getuid?.();
  // The sticky bit is for a directory that is shared on purpose, like /tmp.
  const isShared = (stats.mode & 0o1000) !== 0;
  if (!isOurs || isShared || (stats.mode & 0o077) === 0) return false;
  await chmod(directory, 0o700);
  return true;
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
    await assertWholeOrNew(directory);
    await makePrivate(directory);
    const pglite = new PGlite(`${directory}/data`);
    await pglite.waitReady;
    return pglite;
  } catch (cause) {
    await lock.release();
    if (cause instanceof DatabaseError) throw cause;
    throw new DatabaseError(
      'directory-damaged',
      `The embedded database in ${directory} cannot be opened: restore the directory from a backup, or choose another one.`,
      { cause },
    );
  }
}

/**
 * PGlite takes a directory without PG_VERSION for an empty one, and would create a new database over the old one; it
 * follows no link to its directory.
 */
async function assertWholeOrNew(directory: string): Promise<void> {
  const data = `${directory}/data`;
  const stats = await lstat(data).catch(() => undefined);
  if (stats?.isSymbolicLink()) {
    throw new DatabaseError(
      'directory-damaged',
      `${data} is a symbolic link, which an embedded database cannot use: make ${directory} itself the link, or move the data there.`,
    );
  }
  const names = await readdir(data).catch((): string[] => []);
  if (names.length > 0 && !names.includes('PG_VERSION')) throw new Error(`${data} lacks PG_VERSION`);
}

type Statements = Pick<PGlite, 'query' | 'exec'>;
type StatementOf = (text: string) => Statement;

/** Several statements without values are a single text, which only `exec` can run. */
async function run(
  pglite: Statements,
  { text }: Statement,
  values: unknown[] | undefined,
): Promise<{ rows: Row[] }> {
  if (values) return pglite.query<Row>(text, values);
  const results = await pglite.exec(text);
  return { rows: results.flatMap(({ rows }): Row[] => rows) };
}

function executorOf(pglite: Statements, statementOf: StatementOf): SqlExecutor {
  return executorIn(statementOf, (statement, values) => run(pglite, statement, values));
}

/** Prepares statements on the one connection of a database of our own; PGlite itself parses and plans them each time. */
class Preparation {
  readonly #pglite: PGlite;
  readonly #names = new Set<string>();
  readonly #statementOf: StatementOf;
  #plannedAt = 0;

  constructor(pglite: PGlite, statementOf: StatementOf) {
    this.#pglite = pglite;
    this.#statementOf = statementOf;
  }

  get executor(): SqlExecutor {
    return executorIn(this.#statementOf, async (statement, values) => {
      const { name, text } = statement;
      if (name === undefined || !values) return run(this.#pglite, statement, values);
      await this.#prepare(name, text);
      return execute(this.#pglite, name, values);
    });
  }

  /** In a transaction nothing is prepared: a name that somebody else prepares at the same time would end it. */
  inTransaction(transaction: Statements): SqlExecutor {
    return executorIn(this.#statementOf, async (statement, values) => {
      const { name } = statement;
      const isPrepared = name !== undefined && values && this.#names.has(name);
      return isPrepared ? execute(transaction, name, values) : run(transaction, statement, values);
    });
  }

  async #prepare(name: string, text: string): Promise<void> {
    const now = performance.now();
    if (now - this.#plannedAt >= planMs) {
      this.#plannedAt = now;
      await this.#pglite.exec('discard plans');
    }
    if (this.#names.has(name)) return;
    await this.#pglite.exec(`prepare ${name} as ${text}`).catch(error => {
      if (!isPreparedAlready(error)) throw error;
    });
    this.#names.add(name);
  }
}

function isPreparedAlready(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === '42P05';
}

async function execute(
  pglite: Statements,
  name: string,
  values: readonly unknown[],
): Promise<{ rows: Row[] }> {
  return pglite.query<Row>(`execute ${name} (${values.map(literalOf).join(', ')})`);
}

/** https://www.postgresql.org/docs/current/sql-syntax-lexical.html#SQL-SYNTAX-CONSTANTS */
function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number' || typeof value === 'boolean') return `'${value}'`;
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString('hex')}'`;
  throw new TypeError(`A prepared statement takes no ${typeof value}.`);
}

/** A statement that may write never counts as reading. */
function isReading(text: string): boolean {
  return /^\s*(?:select|with)\b/i.test(text) && !/\b(?:insert|update|delete)\b/i.test(text);
}

interface Surroundings {
  readonly statementOf: StatementOf;
  /** Only for a database of our own: another one's session may be changed by its owner. */
  readonly preparation?: Preparation;
  readonly assertRoom: () => Promise<void>;
  readonly close: () => Promise<void>;
}

function connectionTo(
  pglite: PGlite,
  { statementOf, preparation, assertRoom, close }: Surroundings,
): Connection {
  const statements = preparation?.executor ?? executorOf(pglite, statementOf);
  const executor = placingBy(async (text, values) => {
    if (!isReading(text)) await assertRoom();
    return statements.query(text, values);
  });
  const transaction: Connection['transaction'] = async work => {
    await assertRoom();
    return pglite.transaction(tx => work(preparation?.inTransaction(tx) ?? executorOf(tx, statementOf)));
  };
  return {
    kind: 'embedded',
    executor,
    transaction,
    within: caller => executorWithin(statementOf, caller),
    forUpkeep: () => ({ executor, transaction }),
    listen: async (channel, wake) => {
      const unlisten = await pglite.listen(statementOf(channel).text, wake);
      return { close: () => unlisten() };
    },
    assertMigrated: () => assertMigrated(executor),
    serverForThread: () => undefined,
    migrate: folder =>
      migrate(
        {
          transaction,
          // No other process has it open.
          alone: async work => {
            await work(executor);
            return 'done';
          },
        },
        folder,
      ),
    close,
  };
}
