import { Client, Pool, type PoolClient } from 'pg';
import type { Connection, PostgresServer, SqlExecutor } from './database.ts';
import { DatabaseError, explainDatabaseError, isSilence } from './database-error.ts';
import { Listener } from './listener.ts';
import { assertNotNewer, migrate } from './migrate.ts';
import { nameOfPrepared } from './sql-executor.ts';

/** How long a connection may take to be made, in milliseconds. */
const connectTimeoutMs = 10_000;
/** How long the database may take for a statement of upkeep, in milliseconds. */
const upkeepTimeoutMs = 5 * 60_000;
/** As long as a timer can run, in milliseconds: more than three weeks. */
const anyTimeMs = 2 ** 31 - 1;
/** A connection that is idle for so long is probed, or a listener would not notice that it is dead. In milliseconds. */
const keepAliveMs = 10_000;

const keepingAlive = { keepAlive: true, keepAliveInitialDelayMillis: keepAliveMs } as const;

/** @throws {DatabaseError} `invalid-database`, `database-unreachable` or `database-newer`; none holds the credentials. */
export async function openPostgres(
  settings: Required<PostgresServer> | { readonly pool: Pool },
): Promise<Connection> {
  const isOwn = 'url' in settings;
  const pool = isOwn ? ownPool(settings) : settings.pool;
  const prepares = isOwn;
  const executor = executorOf(pool, { prepares });
  try {
    await assertNotNewer(executor);
  } catch (error) {
    if (isOwn) await pool.end();
    throw explainDatabaseError(error);
  }
  const transaction: Connection['transaction'] = work => transact(pool, work, { prepares });
  return {
    kind: 'postgres',
    executor,
    transaction,
    forUpkeep: signal => {
      const patient: Connection['transaction'] = work =>
        transact(pool, work, { timeoutMs: upkeepTimeoutMs, signal });
      const query: SqlExecutor['query'] = (text, values) => patient(tx => tx.query(text, values));
      return { executor: { query }, transaction: patient };
    },
    listen: async (channel, wake) => {
      const createClient = () => clientLike(pool.options);
      const listener = new Listener({ createClient, channel, wake });
      await listener.tried;
      return { close: () => listener.close() };
    },
    migrate: folder =>
      migrate(
        {
          transaction: work => transact(pool, work, { timeoutMs: anyTimeMs }),
          session: work => inSession(pool, work),
        },
        folder,
      ),
    close: async () => {
      if (isOwn) await pool.end();
    },
  };
}

function ownPool({ url, poolSize, queryTimeoutMs }: Required<PostgresServer>): Pool {
  assertReadable(url);
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    // Where packets are dropped, no answer ever comes.
    query_timeout: queryTimeoutMs,
    // What nobody waits for any more ends in the server, too. A pooler may refuse it among the parameters of a connection.
    onConnect: async client => void (await client.query(timeoutOf(queryTimeoutMs))),
    ...keepingAlive,
  });
  // A connection that breaks while nobody uses it is not an error of anybody's.
  pool.on('error', ignore);
  return pool;
}

/** The pool would say so at its first connection, as the URL's parser does. */
function assertReadable(url: string): void {
  try {
    new Client(url);
  } catch {
    throw new DatabaseError(
      'invalid-database',
      'options.url: expected a URL such as postgres://user:password@host:5432/database; what is special in a URL is percent-encoded.',
    );
  }
}

interface Execution {
  readonly timeoutMs?: number | undefined;
  /** Whether statements may be prepared: poolers of the caller's may not keep them. */
  readonly prepares?: boolean | undefined;
}

interface Patience {
  /** Once it is aborted, the connection is thrown away with what it does. */
  readonly signal?: AbortSignal | undefined;
}

async function transact<T>(
  pool: Pool,
  work: (executor: SqlExecutor) => Promise<T>,
  { timeoutMs, prepares, signal }: Patience & Execution = {},
): Promise<T> {
  const client = await pool.connect();
  let isHeld = true;
  const release = (broken?: Error): void => {
    if (isHeld) client.release(broken);
    isHeld = false;
  };
  const giveUp = (): void => release(new Error('given up'));
  signal?.addEventListener('abort', giveUp);
  if (signal?.aborted) giveUp();
  // A connection that breaks between two statements would end the process; the next statement says so.
  client.on('error', ignore);
  try {
    await client.query(timeoutMs === undefined ? 'begin' : `begin; ${timeoutOf(timeoutMs, 'local')}`);
    const result = await work(executorOf(client, { timeoutMs, prepares }));
    await client.query('commit');
    client.off('error', ignore);
    release();
    return result;
  } catch (error) {
    // A connection that cannot roll back is thrown away with what it did.
    const broken = isSilence(error) ? error : await rollBack(client);
    release(broken);
    if (!broken) client.off('error', ignore);
    throw error;
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

/** On a connection that is thrown away, with its locks and its patience. */
async function inSession(pool: Pool, work: (executor: SqlExecutor) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  client.on('error', ignore);
  try {
    await client.query(timeoutOf(anyTimeMs));
    await work(executorOf(client, { timeoutMs: anyTimeMs }));
  } finally {
    client.release(new Error('used up'));
  }
}

function timeoutOf(timeoutMs: number, scope: 'session' | 'local' = 'session'): string {
  return `set ${scope} statement_timeout = ${timeoutMs}`;
}

async function rollBack(client: PoolClient): Promise<Error | undefined> {
  return client.query('rollback').then(
    () => undefined,
    (reason: Error) => reason,
  );
}

function executorOf(client: Pool | PoolClient, { timeoutMs, prepares }: Execution): SqlExecutor {
  const timeout = timeoutMs === undefined ? {} : { query_timeout: timeoutMs };
  return {
    query: async (text, values) => {
      const name = prepares ? nameOfPrepared(text) : undefined;
      const given = { text, ...(name !== undefined && { name }), ...(values && { values }), ...timeout };
      // Several statements without values give one result each.
      const results = [await client.query(given)].flat();
      return { rows: results.flatMap(({ rows }) => rows ?? []) };
    },
  };
}

function ignore(): void {}

/** A client that connects as those of a pool do; a pool hides its password from a spread. */
function clientLike({ password, ...settings }: Pool['options']): Client {
  const connectionTimeoutMillis = settings.connectionTimeoutMillis || connectTimeoutMs;
  const ours = { ...keepingAlive, connectionTimeoutMillis };
  return new Client({ ...settings, ...(password !== undefined && { password }), ...ours });
}
