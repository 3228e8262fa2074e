import type { PGlite } from '@electric-sql/pglite';
import type { Pool } from 'pg';
import type { SqlExecutor } from './sql-executor.ts';

export type { SqlExecutor };

/** What to open. */
export type DatabaseOptions =
  | EmbeddedDirectory
  | PostgresServer
  | { readonly pool: Pool }
  | { readonly pglite: PGlite };

/** A directory for an embedded database, made where it is missing. */
export interface EmbeddedDirectory {
  readonly directory: string;
  /** Room that is left on the disk, in bytes; beyond it nothing is written. Default 134,217,728 (128 MiB). */
  readonly reserveBytes?: number;
}

/** A PostgreSQL, 14 or later. */
export interface PostgresServer {
  readonly url: string;
  /** Connections at most. Default 10. */
  readonly poolSize?: number;
  /** How long the database may take to answer a statement, in milliseconds. Default 30,000; a migration may take any time. */
  readonly queryTimeoutMs?: number;
}

/** What to open, with all that was left out. */
export type DatabaseSettings =
  | Required<EmbeddedDirectory>
  | Required<PostgresServer>
  | { readonly pool: Pool }
  | { readonly pglite: PGlite };

/** An open database. Whoever made the pool or PGlite that it was given closes that. */
export interface Database {
  readonly kind: 'embedded' | 'postgres';
  /**
   * Brings the tables up to date; several instances may call it at once.
   *
   * @throws {DatabaseError} `database-newer` where a later version of this package was there before.
   */
  readonly migrate: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What the rooms of this package do with a database. */
export interface Connection extends Database {
  /** Of the migrations in a folder; default: ours. */
  readonly migrate: (folder?: URL) => Promise<void>;
  readonly executor: SqlExecutor;
  /** Commits when `work` resolves, rolls back when it rejects. */
  readonly transaction: <T>(work: (executor: SqlExecutor) => Promise<T>) => Promise<T>;
  /** For statements that may touch much: they may take five minutes, and are given up once `signal` is aborted. */
  readonly forUpkeep: (signal?: AbortSignal) => Pick<Connection, 'executor' | 'transaction'>;
  /** Calls `wake` on each notification, and after each reconnection, when some may have been missed. */
  readonly listen: (channel: string, wake: () => void) => Promise<Listening>;
}

interface Listening {
  readonly close: () => Promise<void>;
}

/** The schema of our tables. */
export const schemaName = 'hookplate';
