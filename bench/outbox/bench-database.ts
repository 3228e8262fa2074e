import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PgBoss } from 'pg-boss';
import type { Connection } from '../../src/database/database.ts';
import { type DatabaseOptions, openDatabase } from '../../src/outbox/index.ts';
import { readOutboxOptions } from '../../src/outbox/outbox-options.ts';
import { startPostgres } from '../../test/outbox/postgres/postgres-server.ts';

/** An empty database of its own, removed when it is closed. */
export interface BenchDatabase {
  readonly name: 'PostgreSQL' | 'PGlite';
  readonly options: DatabaseOptions;
  readonly connection: Connection;
  readonly close: () => Promise<void>;
}

export async function openPostgres(queryTimeoutMs?: number): Promise<BenchDatabase> {
  const server = await startPostgres();
  return opened('PostgreSQL', { url: server.url, queryTimeoutMs }, server.remove);
}

export async function openPglite(): Promise<BenchDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'hookplate-bench-'));
  return opened('PGlite', { directory }, () => rm(directory, { recursive: true }));
}

async function opened(
  name: BenchDatabase['name'],
  options: DatabaseOptions,
  remove: () => Promise<void>,
): Promise<BenchDatabase> {
  const database = await openDatabase(options);
  await database.migrate();
  const { database: connection } = readOutboxOptions({ database }).settings;
  return {
    name,
    options,
    connection,
    close: async () => {
      await database.close();
      await remove();
    },
  };
}

/** pg-boss alone, on the same database. */
export async function openBareQueue({ name, connection }: BenchDatabase): Promise<PgBoss> {
  const backend = name === 'PGlite' ? 'pglite' : 'postgres';
  const queue = new PgBoss({
    db: { executeSql: (text, values) => connection.executor.query(text, values) },
    schema: 'bare',
    backend,
    schedule: false,
    supervise: false,
  });
  await queue.start();
  await queue.createQueue('bare');
  return queue;
}
