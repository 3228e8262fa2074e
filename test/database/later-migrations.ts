import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';

/** The migration of the version after ours. */
export const tag = '0099_later';

/** A folder with our migrations, and one after them with these statements. */
export async function laterMigrations(statements: string): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'hookplate-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  cpSync(new URL('../../src/database/migrations/', import.meta.url), folder, { recursive: true });
  const file = join(folder, 'meta/_journal.json');
  const journal: { readonly entries: readonly object[] } = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...journal, entries: [...journal.entries, { tag }] }));
  writeFileSync(join(folder, `${tag}.sql`), statements);
  return pathToFileURL(`${folder}/`);
}
