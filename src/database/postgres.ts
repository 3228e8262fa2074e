import { Client, type ClientBase, Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import type { Connection, OwnPoolSettings, PostgresSettings, SqlExecutor } from './database.ts';
import { DatabaseError, explainDatabaseError, isSilence } from './database-error.ts';
import { Listener } from './listener.ts';
import { assertMigrated, assertNotNewer, migrate, underIndexLock } from './migrate.ts';
import {
  executorIn,
  executorWithin,
  placingBy,
  planMs,
  type Statement,
  statementsIn,
} from './sql-executor.ts';

/** Time limit for making a connection, in milliseconds. */
const connectTimeoutMs = 10_000;
/** Time limit for a statement of upkeep, in milliseconds. */
const upkeepTimeoutMs = 5 * 60_000;
/** The longest time for a timer, in milliseconds: more than three weeks. */
const anyTimeMs = 2 ** 31 - 1;
/** Idle connections are probed after this time, so that a listener notices a dead one. In milliseconds. */
const keepAliveMs = 10_000;

const keepingAlive = { keepAlive: true, keepAliveInitialDelayMillis: keepAliveMs } as const;

/**
 * @throws {DatabaseError} `invalid-database`, `database-unreachable` or `database-newer`; none contains the
 * credentials.
 */
export async function openPostgres(settings: PostgresSettings): Promise<Connection> {
  const { pooler, listenUrl, schema } = settings;
  const statementOf = statementsIn(schema);
  assertReadable('url' in settings ? settings.url : undefined, 'url');
  assertReadable(listenUrl, 'listenUrl');
  const isOwn = 'url' in settings;
  // Whoever passes a pool has `pg`, and a pool of it.
  const pool = isOwn ? ownPool(settings) : (settings.pool as Pool);
  pool.on('acquire', ignoreBreaksOf);
  const perTransaction = isOwn && pooler ? { timeoutMs: settings.queryTimeoutMs } : undefined;
  const untimed: Connection['transaction'] = work =>
    transact(pool, work, { statementOf, timeoutMs: anyTimeMs });
  const transaction: Connection['transaction'] = work =>
    transact(pool, work, { statementOf, ...(perTransaction ?? { prepares: isOwn }) });
  const executor: SqlExecutor = perTransaction
    ? placingBy((text, values) => transaction(tx => tx.query(text, values)))
    : executorOf(pool, { statementOf, prepares: isOwn });
  const createClient = (): Client => {
    if (listenUrl === undefined) return clientLike(pool.options);
    const connectionTimeoutMillis = connectTimeoutMs;
    return new Client({ connectionString: listenUrl, connectionTimeoutMillis, ...keepingAlive });
  };
  /** Whether nobody else meets the session of such a client. */
  const hasSession = !pooler || listenUrl !== undefined;
  const listener = new Listener(createClient);
  const close = async (): Promise<void> => {
    pool.off('acquire', ignoreBreaksOf);
    if (isOwn) await pool.end();
  };
  try {
    await assertNotNewer(executor);
  } catch (error) {
    await close();
    throw explainDatabaseError(error);
  }
  return {
    kind: 'postgres',
    executor,
    transaction,
    within: caller => executorWithin(statementOf, caller),
    forUpkeep: signal => {
      const patient: Connection['transaction'] = work =>
        transact(pool, work, { statementOf, timeoutMs: upkeepTimeoutMs, signal });
      const executor = placingBy((text, values) => patient(tx => tx.query(text, values)));
      return { executor, transaction: patient };
    },
    listen: async (channel, wake) =>
      hasSession ? listener.listen(statementOf(channel).text, wake) : { close: async () => {} },
    migrate: folder =>
      migrate(
        {
          transaction: untimed,
          alone: work =>
            untimed(tx =>
              underIndexLock(tx, () =>
                outsideTransactions(createClient(), { statementOf, hasSession, work }),
              ),
            ),
        },
        folder,
      ),
    assertMigrated: () => assertMigrated(executor),
    serverForThread: () => (isOwn ? settings : undefined),
    close,
  };
}

function ownPool({ url, poolSize, queryTimeoutMs, pooler }: OwnPoolSettings): Pool {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    // If packets are dropped, no answer ever comes.
    query_timeout: queryTimeoutMs,
    // Statements that were given up end on the server, too. As a parameter of the connection, a pooler may refuse this.
    ...(!pooler && { onConnect: async client => void (await client.query(timeoutOf(queryTimeoutMs))) }),
    ...keepingAlive,
  });
  // An idle connection that breaks is nobody's error.
  pool.on('error', ignore);
  return pool;
}

/** An unreadable URL would be reported only at the first connection. */
function assertReadable(url: string | undefined, option: 'url' | 'listenUrl'): void {
  try {
    if (url !== undefined) new Client(url);
  } catch {
    throw new DatabaseError(
      'invalid-database',
      `options.${option}: expected a URL such as postgres://user:password@host:5432/database; what is special in a URL is percent-encoded.`,
    );
  }
}

interface Execution {
  readonly statementOf: (text: string) => Statement;
  readonly timeoutMs?: number | undefined;
  /** Whether statements may be prepared: poolers in front of the caller's pool may not keep them. */
  readonly prepares?: boolean | undefined;
}

interface Patience {
  /** When it is aborted, the connection is dropped together with its work. */
  readonly signal?: AbortSignal | undefined;
}

async function transact<T>(
  pool: Pool,
  work: (executor: SqlExecutor) => Promise<T>,
  { statementOf, timeoutMs, prepares, signal }: Patience & Execution,
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
  try {
    if (prepares) await forgetOldPlans(client);
    await client.query(timeoutMs === undefined ? 'begin' : `begin; ${timeoutOf(timeoutMs, 'local')}`);
    const result = await work(executorOf(client, { statementOf, timeoutMs, prepares }));
    await client.query('commit');
    release();
    return result;
  } catch (error) {
    // A connection that cannot roll back is dropped together with its work.
    release(isSilence(error) ? error : await rollBack(client));
    throw error;
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

interface Session extends Pick<Execution, 'statementOf'> {
  readonly hasSession: boolean;
  readonly work: (executor: SqlExecutor) => Promise<void>;
}

/** Runs on a client that is ended afterwards, together with its session if it has one of its own. */
async function outsideTransactions(
  client: Client,
  { statementOf, hasSession, work }: Session,
): Promise<void> {
  client.on('error', ignore);
  try {
    await client.connect();
    if (hasSession) await client.query(timeoutOf(anyTimeMs));
    await work(executorOf(client, { statementOf, timeoutMs: anyTimeMs }));
  } finally {
    await client.end();
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

function executorOf(client: Pool | ClientBase, { statementOf, timeoutMs, prepares }: Execution): SqlExecutor {
  const timeout = timeoutMs === undefined ? {} : { query_timeout: timeoutMs };
  return executorIn(statementOf, async (statement, values) => {
    const { text } = statement;
    const name = prepares ? statement.name : undefined;
    const given = { text, ...(name !== undefined && { name }), ...(values && { values }), ...timeout };
    const isAlone = name !== undefined && client instanceof Pool;
    // Several statements without values return one result each.
    const results = [await (isAlone ? queryPrepared(client, given) : client.query(given))].flat();
    return { rows: results.flatMap(({ rows }) => rows ?? []) };
  });
}

/** Runs a prepared statement on any connection of the pool. */
async function queryPrepared(pool: Pool, given: QueryConfig): Promise<QueryResult> {
  const client = await pool.connect();
  try {
    await forgetOldPlans(client);
    const result = await client.query(given);
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** When the plans of a connection were last made anew. */
const plannedAt = new WeakMap<PoolClient, number>();

async function forgetOldPlans(client: PoolClient): Promise<void> {
  const now = performance.now();
  const before = plannedAt.get(client);
  if (before !== undefined && now - before < planMs) return;
  plannedAt.set(client, now);
  if (before !== undefined) await client.query('discard plans');
}

function ignore(): void {}

/**
 * A connection that breaks between two statements would otherwise end the process; the next statement reports it. The pool passes
 * a client on while it still reads what has arrived: whoever waits for one has it too late to listen.
 */
function ignoreBreaksOf(client: PoolClient): void {
  if (!client.listeners('error').includes(ignore)) client.on('error', ignore);
}

/** A client with the settings of the pool's own; a pool hides its password from a spread. */
function clientLike({ password, ...settings }: Pool['options']): Client {
  const connectionTimeoutMillis = settings.connectionTimeoutMillis || connectTimeoutMs;
  const ours = { ...keepingAlive, connectionTimeoutMillis };
  return new Client({ ...settings, ...(password !== undefined && { password }), ...ours });
}
