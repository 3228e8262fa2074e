import { readFile } from 'node:fs/promises';
import { pause } from '../timing/wait.ts';
import type { Connection } from './database.ts';
import { DatabaseError } from './database-error.ts';
import { isTrue } from './row.ts';
import type { SqlExecutor } from './sql-executor.ts';

/** The file in which drizzle-kit lists the migrations. */
interface Journal {
  readonly entries: readonly { readonly tag: string }[];
}

interface Migration {
  readonly tag: string;
  readonly statements: readonly string[];
}

/** The database to migrate; its statements have no time limit. */
export interface Migrated extends Pick<Connection, 'transaction'> {
  /** Runs statements outside of transactions, unless another instance does so at this moment. */
  readonly alone: (work: (executor: SqlExecutor) => Promise<void>) => Promise<'done' | 'busy'>;
}

const ours = new URL('./migrations/', import.meta.url);

/** Arbitrary numbers, the same in every instance, so that those on one schema migrate one after the other. */
const advisoryLock = 7_402_118;
const indexLock = 7_402_121;
/** An earlier version may lock the same tables in another order. The database then ends one of the transactions. */
const deadlock = '40P01';
/** Whoever comes to a table behind a step that waits for it waits as long. In milliseconds. */
const lockTimeoutMs = 1000;
/**
 * Who holds a lock waits for no more than a moment: whoever waits behind it would find a deadlock after a second, and be its
 * victim. In milliseconds.
 */
const holdingTimeoutMs = 50;
const lockTimeout = '55P03';
/** Milliseconds between two checks whether another instance is done. */
const waitMs = 100;

/**
 * Runs the migrations that a database has not seen: all in one transaction, up to one that builds an index while others
 * write (`concurrently`), which no transaction may contain. That one runs statement by statement, and completely again
 * if it was interrupted: it begins by dropping the remains of an earlier try.
 *
 * @throws {DatabaseError} `database-newer`.
 */
export async function migrate(database: Migrated, folder: URL = ours): Promise<void> {
  const tags = await knownTags(folder);
  const migrations = await Promise.all(tags.map(tag => readMigration(folder, tag)));
  for (;;) {
    const next = await migrateNext(database, migrations).catch(busyWithOthers);
    if (next === 'done') return;
    if (next === 'more') continue;
    const isBusy =
      next === 'busy' || (await database.alone(executor => migrateAlone(executor, next))) === 'busy';
    if (isBusy) await pause(waitMs);
  }
}

function busyWithOthers(error: unknown): 'busy' {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === deadlock || code === lockTimeout) return 'busy';
  throw error;
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

/**
 * Does the next migration, unless that one runs alone: then it is returned. Each has a transaction of its own, so that it
 * locks tables in the order in which workers do: all in one would lock a table of the first beside one of the last, and a
 * worker of an earlier version could be the victim of the deadlock. Nobody waits inside a statement, which would block the
 * building of an index.
 */
async function migrateNext(
  { transaction }: Migrated,
  migrations: readonly Migration[],
): Promise<'done' | 'more' | 'busy' | Migration> {
  const known = migrations.map(({ tag }) => tag);
  return transaction(async tx => {
    // Who may make no tables can still find that all are there.
    if ((await firstMissing(tx, known)) === undefined) return 'done';
    if (!(await tryLock(advisoryLock, tx.query))) return 'busy';
    await tx.query('create schema if not exists "hookplate"');
    await tx.query(
      `create table if not exists hookplate.migration (tag text primary key, migrated_at timestamptz not null default now())`,
    );
    const missing = await firstMissing(tx, known);
    const next = migrations.find(({ tag }) => tag === missing);
    if (!next) return 'done';
    if (isAlone(next)) return next;
    for (const [index, statement] of next.statements.entries()) {
      await tx.query(`set local lock_timeout = ${index === 0 ? lockTimeoutMs : holdingTimeoutMs}`);
      await tx.query(statement);
    }
    await recordDone(tx, next);
    return 'more';
  });
}

async function migrateAlone(executor: SqlExecutor, migration: Migration): Promise<void> {
  const { query } = executor;
  const { rows } = await query('select from hookplate.migration where tag = $1', [migration.tag]);
  if (rows.length > 0) return;
  for (const statement of migration.statements) await query(statement);
  await recordDone(executor, migration);
}

/**
 * Runs `work` unless another instance holds the same lock, which the transaction of `query` keeps meanwhile. Building an
 * index waits for all transactions with a snapshot: that one has none between two statements, however it is isolated by
 * default.
 */
export async function underIndexLock(
  { query }: SqlExecutor,
  work: () => Promise<void>,
): Promise<'done' | 'busy'> {
  await query(
    `set transaction isolation level read committed; set local idle_in_transaction_session_timeout = 0`,
  );
  if (!(await tryLock(indexLock, query))) return 'busy';
  await work();
  return 'done';
}

async function tryLock(lock: number, query: SqlExecutor['query']): Promise<boolean> {
  const { rows } = await query(`select pg_try_advisory_xact_lock(${lock}, hashtext('hookplate')) as is_ours`);
  return rows[0] !== undefined && isTrue(rows[0], 'is_ours');
}

async function recordDone(executor: SqlExecutor, { tag }: Migration): Promise<void> {
  await executor.query(`insert into hookplate.migration (tag) values ($1) on conflict do nothing`, [tag]);
}

/**
 * Refuses a database of a later version before anybody uses it; a database without our tables is fine.
 *
 * @throws {DatabaseError} `database-newer`.
 */
export async function assertNotNewer(executor: SqlExecutor): Promise<void> {
  await firstMissing(executor, await knownTags(ours));
}

/**
 * Refuses a database that lacks tables of this version.
 *
 * @throws {DatabaseError} `database-not-migrated` or `database-newer`.
 */
export async function assertMigrated(executor: SqlExecutor): Promise<void> {
  if ((await firstMissing(executor, await knownTags(ours))) === undefined) return;
  throw new DatabaseError(
    'database-not-migrated',
    'The database lacks the tables of this version: run `hookplate migrate` as their owner first.',
  );
}

async function knownTags(folder: URL): Promise<readonly string[]> {
  const journal: Journal = JSON.parse(await readFile(new URL('meta/_journal.json', folder), 'utf8'));
  return journal.entries.map(({ tag }) => tag);
}

/**
 * The first of the known migrations that was not done.
 *
 * @throws {DatabaseError} `database-newer` if one was done that is not known.
 */
async function firstMissing({ query }: SqlExecutor, known: readonly string[]): Promise<string | undefined> {
  const { rows } = await query(`select to_regclass('hookplate.migration') is not null as is_migrated`);
  if (!rows[0] || !isTrue(rows[0], 'is_migrated')) return known[0];
  const done = (await query(`select tag from hookplate.migration`)).rows.map(({ tag }) => String(tag));
  const newer = done.find(tag => !known.includes(tag));
  if (newer === undefined) return known.find(tag => !done.includes(tag));
  throw new DatabaseError(
    'database-newer',
    `A later version of hookplate has migrated this database (${newer}): install that version, or use another database.`,
  );
}
