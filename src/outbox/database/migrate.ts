import { readFile } from 'node:fs/promises';
import { OutboxError } from '../outbox-error.ts';
import { type Connection, schemaName } from './database.ts';
import { isTrue } from './row.ts';
import type { SqlExecutor } from './sql-executor.ts';

/** What drizzle-kit writes of each migration. */
interface Journal {
  readonly entries: readonly { readonly tag: string }[];
}

const folder = new URL('./migrations/', import.meta.url);

/** Any number, the same in every instance: they migrate one after the other. */
const advisoryLock = 7_402_118;

/**
 * Runs the migrations that a database has not seen, all in one transaction: they are there whole or not at all.
 *
 * @throws {OutboxError} `database-newer`.
 */
export async function migrate(transaction: Connection['transaction']): Promise<void> {
  const tags = await knownTags();
  const files = await Promise.all(tags.map(tag => readFile(new URL(`${tag}.sql`, folder), 'utf8')));
  await transaction(async ({ executeSql }) => {
    await executeSql('select pg_advisory_xact_lock($1)', [advisoryLock]);
    await executeSql(`create schema if not exists ${schemaName}`);
    await executeSql(
      `create table if not exists ${schemaName}.migration (tag text primary key, migrated_at timestamptz not null default now())`,
    );
    const done = await doneTags({ executeSql }, tags);
    for (const [index, tag] of tags.entries()) {
      if (done.includes(tag)) continue;
      for (const statement of files[index]?.split('--> statement-breakpoint') ?? [])
        await executeSql(statement);
      await executeSql(`insert into ${schemaName}.migration (tag) values ($1)`, [tag]);
    }
  });
}

/**
 * Says that a database is one of a later version before anybody uses it; of one without our tables there is nothing to say.
 *
 * @throws {OutboxError} `database-newer`.
 */
export async function assertNotNewer(executor: SqlExecutor): Promise<void> {
  const { rows } = await executor.executeSql(
    `select to_regclass('${schemaName}.migration') is not null as is_migrated`,
  );
  if (rows[0] && isTrue(rows[0], 'is_migrated')) await doneTags(executor, await knownTags());
}

async function knownTags(): Promise<readonly string[]> {
  const journal: Journal = JSON.parse(await readFile(new URL('meta/_journal.json', folder), 'utf8'));
  return journal.entries.map(({ tag }) => tag);
}

async function doneTags({ executeSql }: SqlExecutor, known: readonly string[]): Promise<readonly string[]> {
  const { rows } = await executeSql(`select tag from ${schemaName}.migration`);
  const done = rows.map(({ tag }) => String(tag));
  const newer = done.find(tag => !known.includes(tag));
  if (newer === undefined) return done;
  throw new OutboxError(
    'database-newer',
    `A later version of hookplate has migrated this database (${newer}): install that version, or use another database.`,
  );
}
