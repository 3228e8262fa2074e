import { OutboxError } from '../outbox-error.ts';
import type { Connection, Database, DatabaseOptions } from './database.ts';
import { assertPeers } from './peers.ts';

/**
 * Opens a database for messages and processes: an embedded one in a directory (`@electric-sql/pglite`), a PostgreSQL by
 * its URL, or a pool or PGlite of the caller's. Says nothing to it yet about tables: `migrate` makes them.
 *
 * @throws {OutboxError} `missing-peer`, `invalid-database`, `database-unreachable`, `directory-in-use` or
 * `directory-damaged`.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const keys = ['directory', 'url', 'pool', 'pglite'].filter(key => Object.hasOwn(options ?? {}, key));
  if (keys.length !== 1) {
    throw new OutboxError('invalid-database', 'options: expected one of directory, url, pool and pglite');
  }
  const isEmbedded = 'directory' in options || 'pglite' in options;
  assertPeers(isEmbedded ? 'embedded' : 'postgres');
  const connection: Connection = isEmbedded
    ? await (await import('./embedded.ts')).openEmbedded(options)
    : await (await import('./postgres.ts')).openPostgres(options);
  return connection;
}
