import type { WithDefaults } from '../options/define-options.ts';
import type { SqlExecutor } from './sql-executor.ts';

export type { SqlExecutor };

/** The database to open. */
export type DatabaseOptions = (EmbeddedDirectory | PostgresServer | CallersPool | CallersPglite) & InSchema;

interface InSchema {
  /**
   * The schema of the tables, by which several applications share one database: a name of at most 40 lower-case letters,
   * digits and underscores. Default `hookplate`.
   */
  readonly schema?: string | undefined;
}

/*
 * The types of `pg` and PGlite are named by nothing that a program meets: each would have to be installed to use the other.
 */

/** A `Pool` of `pg`. */
export interface PostgresPool extends SqlExecutor {
  connect(): Promise<SqlExecutor & { release(error?: Error): void }>;
  on(event: 'acquire', listener: (client: never) => void): unknown;
}

/** A `PGlite` of `@electric-sql/pglite`. */
export interface EmbeddedPostgres extends SqlExecutor {
  transaction<T>(work: (transaction: SqlExecutor) => Promise<T>): Promise<T>;
}

/** A directory for an embedded database; created if it is missing. */
interface EmbeddedDirectory {
  readonly directory: string;
  /** Free disk space to keep, in bytes; with less than that, nothing is written. Default 134,217,728 (128 MiB). */
  readonly reserveBytes?: number | undefined;
}

/** How a PostgreSQL server is reached. */
interface Route {
  /**
   * Whether a pooler in front of the server gives each transaction another connection, like PgBouncer with
   * `pool_mode=transaction`. Then nothing is left in a session: no statement is prepared, time limits are set for each
   * transaction, and work is looked for instead of listened for, unless `listenUrl` is given. Default false.
   */
  readonly pooler?: boolean | undefined;
  /** The URL of the server without a pooler, for listening and for building indexes. Default: none. */
  readonly listenUrl?: string | undefined;
}

/** The caller's own PGlite. */
interface CallersPglite {
  readonly pglite: EmbeddedPostgres;
}

/** The caller's own pool. */
interface CallersPool extends Route {
  readonly pool: PostgresPool;
}

/** A PostgreSQL server, version 14 or later. */
interface PostgresServer extends Route {
  readonly url: string;
  /** Maximum number of connections. Default 10. */
  readonly poolSize?: number | undefined;
  /** Time limit for a statement, in milliseconds. Default 30,000; migrations have no limit. */
  readonly queryTimeoutMs?: number | undefined;
}

/** The database to open, with the defaults filled in. */
export type DatabaseSettings = EmbeddedSettings | PostgresSettings;
export type EmbeddedSettings = DirectorySettings | WithDefaults<CallersPglite & InSchema>;
export type DirectorySettings = WithDefaults<EmbeddedDirectory & InSchema>;
export type PostgresSettings = OwnPoolSettings | WithRoute<CallersPool>;
export type OwnPoolSettings = WithRoute<PostgresServer>;

type WithRoute<T extends Route> = WithDefaults<Omit<T, 'listenUrl'> & InSchema> & {
  readonly listenUrl: string | undefined;
};

/** An open database. A pool or PGlite that it was given has to be closed by the caller. */
export interface Database {
  readonly kind: 'embedded' | 'postgres';
  /**
   * Brings the tables up to date; several instances may call this at once.
   *
   * @throws {DatabaseError} `database-newer` if a later version of this package has migrated it before.
   */
  readonly migrate: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A database with the functions for the rooms of this package. */
export interface Connection extends Database {
  /** Runs the migrations in a folder. Default: those of this package. */
  readonly migrate: (folder?: URL) => Promise<void>;
  /** @throws {DatabaseError} `database-not-migrated` if tables of this version are missing. */
  readonly assertMigrated: () => Promise<void>;
  readonly executor: SqlExecutor;
  /** Commits when `work` resolves, rolls back when it rejects. */
  readonly transaction: <T>(work: (executor: SqlExecutor) => Promise<T>) => Promise<T>;
  /** Runs statements in a transaction of the caller's. */
  readonly within: (transaction: SqlExecutor) => SqlExecutor;
  /** For statements that may touch many rows: they have five minutes, and are given up once `signal` is aborted. */
  readonly forUpkeep: (signal?: AbortSignal) => Pick<Connection, 'executor' | 'transaction'>;
  /**
   * Calls `wake` on each notification, and after each reconnection, since notifications may have been missed. Never, where
   * a pooler is the only way to the server: callers look for work now and then in any case.
   */
  readonly listen: (channel: string, wake: () => void) => Promise<Subscription>;
  /** The server that a thread can connect to by itself; undefined for an embedded database, and for the caller's own pool. */
  readonly serverForThread: () => OwnPoolSettings | undefined;
}

export interface Subscription {
  readonly close: () => Promise<void>;
}
