import { drizzle } from 'drizzle-orm/node-postgres';
import { Client, Pool, type PoolClient } from 'pg';
import { PgBoss } from 'pg-boss';
import { OutboxError } from '../outbox-error.ts';
import { type Connection, type PostgresServer, queueSchemaName, type SqlExecutor } from './database.ts';
import { explainDatabaseError, isSilence } from './explain-database-error.ts';
import { assertNotNewer, migrate } from './migrate.ts';
import { queueSettings } from './queue-settings.ts';

/** How long a connection may take to be made, in milliseconds. */
const connectTimeoutMs = 10_000;
/** How long the database may take for a statement of upkeep, in milliseconds. */
const upkeepTimeoutMs = 5 * 60_000;
/** As long as a timer can run, in milliseconds: more than three weeks. */
const anyTimeMs = 2 ** 31 - 1;
/** A connection that is idle for so long is probed, or a listener would not notice that it is dead. In milliseconds. */
const keepAliveMs = 10_000;
/** How long the other side may take to end a connection as well, in milliseconds. */
const endMs = 1000;
/** Between two tries to listen again, in milliseconds. */
const reconnectMs = 1000;

const keepingAlive = { keepAlive: true, keepAliveInitialDelayMillis: keepAliveMs } as const;

/** @throws {OutboxError} `invalid-database`, `database-unreachable` or `database-newer`; none holds the credentials. */
export async function openPostgres(
  settings: Required<PostgresServer> | { readonly pool: Pool },
): Promise<Connection> {
  const isOwn = 'url' in settings;
  const pool = isOwn ? ownPool(settings) : settings.pool;
  const executor = executorOf(pool);
  try {
    await assertNotNewer(executor);
  } catch (error) {
    if (isOwn) await pool.end();
    throw explainDatabaseError(error);
  }
  const transaction: Connection['transaction'] = work => transact(pool, work);
  return {
    kind: 'postgres',
    orm: drizzle(pool),
    executor,
    transaction,
    forUpkeep: signal => {
      const patient: Connection['transaction'] = work =>
        transact(pool, work, { timeoutMs: upkeepTimeoutMs, signal });
      const executeSql: SqlExecutor['executeSql'] = (text, values) =>
        patient(tx => tx.executeSql(text, values));
      return { executor: { executeSql }, transaction: patient };
    },
    listen: (channel, wake) => listen(pool.options, channel, wake),
    adoptOrphans: async () => {},
    createQueue: () =>
      new PgBoss({ ...queueSettings, schema: queueSchemaName, backend: 'postgres', db: executor }),
    migrate: () => migrate(work => transact(pool, work, { timeoutMs: anyTimeMs })),
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
    throw new OutboxError(
      'invalid-database',
      'options.url: expected a URL such as postgres://user:password@host:5432/database; what is special in a URL is percent-encoded.',
    );
  }
}

interface Patience {
  readonly timeoutMs?: number;
  /** Once it is aborted, the connection is thrown away with what it does. */
  readonly signal?: AbortSignal | undefined;
}

async function transact<T>(
  pool: Pool,
  work: (executor: SqlExecutor) => Promise<T>,
  { timeoutMs, signal }: Patience = {},
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
    await client.query('begin');
    const result = await work(executorOf(client, timeoutMs));
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

async function rollBack(client: PoolClient): Promise<Error | undefined> {
  return client.query('rollback').then(
    () => undefined,
    (reason: Error) => reason,
  );
}

function executorOf(client: Pool | PoolClient, timeoutMs?: number): SqlExecutor {
  return {
    executeSql: async (text, values) => {
      // Several statements without values give one result each.
      const timeout = timeoutMs === undefined ? {} : { query_timeout: timeoutMs };
      const results = [await client.query({ text, ...(values && { values }), ...timeout })].flat();
      return { rows: results.flatMap(({ rows }) => rows ?? []) };
    },
  };
}

function ignore(): void {}

/** A client that connects as those of a pool do; a pool hides its password from a spread. */
function clientLike({ password, ...settings }: Pool['options']): Client {
  return new Client({ ...settings, ...(password !== undefined && { password }), ...keepingAlive });
}

/** A server that is silent never ends its side. */
async function end(client: Client): Promise<void> {
  const cutting = setTimeout(() => client.connection.stream.destroy(), endMs);
  await client.end().catch(() => {});
  clearTimeout(cutting);
}

/** Listens on a connection of its own, and takes another one when it breaks. */
async function listen(
  settings: Pool['options'],
  channel: string,
  wake: () => void,
): Promise<{ close: () => Promise<void> }> {
  let isClosed = false;
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  const connect = async (): Promise<void> => {
    const next = clientLike(settings);
    client = next;
    next.on('notification', wake);
    const lost = (): void => {
      next.removeAllListeners('end');
      void end(next);
      if (!isClosed) timer = setTimeout(() => void connect().catch(() => {}), reconnectMs);
    };
    next.on('error', ignore);
    next.once('end', lost);
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
      wake();
    } catch (error) {
      lost();
      throw error;
    }
  };
  await connect().catch(() => {});
  return {
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      if (client) await end(client);
    },
  };
}
