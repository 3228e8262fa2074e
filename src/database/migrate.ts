import { readFile } from 'node:fs/promises';
import { pause } from '../timing/wait.ts';
import { type Connection, schemaName } from './database.ts';
import { DatabaseError } from './database-error.ts';
import { isTrue } from './row.ts';
import type { SqlExecutor } from './sql-executor.ts';

/** What drizzle-kit writes of each migration. */
interface Journal {
  readonly entries: readonly { readonly tag: string }[];
}

interface Migration {
  readonly tag: string;
  readonly statements: readonly string[];
}

/** What is migrated: statements may take any time. */
export interface Migrated extends Pick<Connection, 'transaction'> {
  /** Runs statements on one connection, outside of transactions. */
  readonly session: (work: (executor: SqlExecutor) => Promise<void>) => Promise<void>;
}

const ours = new URL('./migrations/', import.meta.url);

/** Any numbers, the same in every instance: they migrate one after the other. */
const advisoryLock = 7_402_118;
const indexLock = 7_402_121;
/** Between two looks whether another instance is done, in milliseconds. */
const waitMs = 100;

/**
 * Runs the migrations that a database has not seen: all in one transaction, up to one that builds an index beside the
 * writers (`concurrently`), which no transaction may hold. Such a one runs statement by statement, and all of it again
 * where it was cut off: it first drops what an earlier try may have left.
 *
 * @throws {DatabaseError} `database-newer`.
 */
export async function migrate(database: Migrated, folder: URL = ours): Promise<void> {
  const tags = await knownTags(folder);
  const migrations = await Promise.all(tags.map(tag => readMigration(folder, tag)));
  for (;;) {
    const next = await migrateTogether(database, migrations);
    if (next === 'done') return;
    if (next === 'busy') await pause(waitMs);
    else await database.session(executor => migrateAlone(executor, next));
  }
}

async function readMigration(folder: URL, tag: string): Promise<Migration> {
  const text = await readFile(new URL(`${tag}.sql`, folder), 'utf8');
  return { tag, statements: text.split('--> statement-breakpoint') };
}

function isAlone({ statements }: Migration): boolean {
  return statements.some(statement =>
    /^\s*(?:create|drop)\s+(?:unique\s+)?index\s+concurrently\b/i.test(statement),
  );
}

/** Up to the next one that runs alone, which it gives. Nobody waits inside a statement: that would hold an index up. */
async function migrateTogether(
  { transaction }: Migrated,
  migrations: readonly Migration[],
): Promise<'done' | 'busy' | Migration> {
  return transaction(async tx => {
    const { rows } = await tx.query(`select pg_try_advisory_xact_lock(${advisoryLock}) as is_ours`);
    if (!rows[0] || !isTrue(rows[0], 'is_ours')) return 'busy';
    await tx.query(`create schema if not exists ${schemaName}`);
    await tx.query(
      `create table if not exists ${schemaName}.migration (tag text primary key, migrated_at timestamptz not null default now())`,
    );
    const done = await doneTags(
      tx,
      migrations.map(({ tag }) => tag),
    );
    for (const migration of migrations.filter(({ tag }) => !done.includes(tag))) {
      if (isAlone(migration)) return migration;
      for (const statement of migration.statements) await tx.query(statement);
      await recordDone(tx, migration);
    }
    return 'done';
  });
}

/** The lock is one of the session: a transaction would not be left by those who wait for all others to end. */
async function migrateAlone(executor: SqlExecutor, migration: Migration): Promise<void> {
  const { query } = executor;
  const isLocked = async (): Promise<boolean> => {
    const { rows } = await query(`select pg_try_advisory_lock(${indexLock}) as is_ours`);
    return rows[0] !== undefined && isTrue(rows[0], 'is_ours');
  };
  while (!(await isLocked())) await pause(waitMs);
  try {
    const { rows } = await query(`select from ${schemaName}.migration where tag = $1`, [migration.tag]);
    if (rows.length > 0) return;
    for (const statement of migration.statements) await query(statement);
    await recordDone(executor, migration);
  } finally {
    await query(`select pg_advisory_unlock(${indexLock})`);
  }
}

async function recordDone(executor: SqlExecutor, { tag }: Migration): Promise<void> {
  await executor.query(`insert into ${schemaName}.migration (tag) values ($1) on conflict do nothing`, [tag]);
}

/**
 * Says that a database is one of a later version before anybody uses it; of one without our tables there is nothing to say.
 *
 * @throws {DatabaseError} `database-newer`.
 */
export async function assertNotNewer(executor: SqlExecutor): Promise<void> {
  const { rows } = await executor.query(
    `select to_regclass('${schemaName}.migration') is not null as is_migrated`,
  );
  if (rows[0] && isTrue(rows[0], 'is_migrated')) await doneTags(executor, await knownTags(ours));
}

async function knownTags(folder: URL): Promise<readonly string[]> {
  const journal: Journal = JSON.parse(await readFile(new URL('meta/_journal.json', folder), 'utf8'));
  return journal.entries.map(({ tag }) => tag);
}

async function doneTags({ query }: SqlExecutor, known: readonly string[]): Promise<readonly string[]> {
  const { rows } = await query(`select tag from ${schemaName}.migration`);
  const done = rows.map(({ tag }) => String(tag));
  const newer = done.find(tag => !known.includes(tag));
  if (newer === undefined) return done;
  throw new DatabaseError(
    'database-newer',
    `A later version of hookplate has migrated this database (${newer}): install that version, or use another database.`,
  );
}
