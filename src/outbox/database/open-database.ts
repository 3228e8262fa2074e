import { type Check, checkThat } from '../../http/define-options.ts';
import { OutboxError } from '../outbox-error.ts';
import type { Connection, Database, DatabaseOptions } from './database.ts';
import { assertPeers } from './peers.ts';

/** What `openDatabase` returns, with what only this package sees of it. */
export const anOpenDatabase: Check<Connection> = checkThat(
  'what openDatabase has opened',
  (value): value is Connection =>
    typeof value === 'object' && value !== null && 'createQueue' in value && 'executor' in value,
);

/**
 * Opens a database for messages and processes: an embedded one in a directory (`@electric-sql/pglite`), a PostgreSQL by
 * its URL, or a pool or PGlite of the caller's. Says nothing to it yet about tables: `migrate` makes them.
 *
 * @throws {OutboxError} `missing-peer`, `invalid-database`, `database-unreachable`, `database-newer`,
 * `directory-in-use` or `directory-damaged`.
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
