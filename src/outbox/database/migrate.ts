import { readFile } from 'node:fs/promises';
import { OutboxError } from '../outbox-error.ts';
import { type Connection, schemaName } from './database.ts';

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
  const journal: Journal = JSON.parse(await readFile(new URL('meta/_journal.json', folder), 'utf8'));
  const tags = journal.entries.map(({ tag }) => tag);
  const files = await Promise.all(tags.map(tag => readFile(new URL(`${tag}.sql`, folder), 'utf8')));
  await transaction(async ({ executeSql }) => {
    await executeSql('select pg_advisory_xact_lock($1)', [advisoryLock]);
    await executeSql(`create schema if not exists ${schemaName}`);
    await executeSql(
      `create table if not exists ${schemaName}.migration (tag text primary key, migrated_at timestamptz not null default now())`,
    );
    const { rows } = await executeSql(`select tag from ${schemaName}.migration`);
    const done = rows.map(({ tag }) => String(tag));
    const newer = done.find(tag => !tags.includes(tag));
    if (newer !== undefined) {
      throw new OutboxError(
        'database-newer',
        `A later version of hookplate has migrated this database (${newer}): install that version, or use another database.`,
      );
    }
    for (const [index, tag] of tags.entries()) {
      if (done.includes(tag)) continue;
      for (const statement of files[index]?.split('--> statement-breakpoint') ?? [])
        await executeSql(statement);
      await executeSql(`insert into ${schemaName}.migration (tag) values ($1)`, [tag]);
    }
  });
}
