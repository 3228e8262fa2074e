import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Connection } from '../../src/database/database.ts';
import { anOpenDatabase } from '../../src/database/open-database.ts';
import { openDatabase } from '../../src/outbox/index.ts';

interface Entry {
  readonly tag: string;
}

/** A copy of our migrations whose journal has other entries. */
export async function otherMigrations(change: (entries: readonly Entry[]) => readonly Entry[]): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'hookplate-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  cpSync(new URL('../../src/database/migrations/', import.meta.url), folder, { recursive: true });
  const file = join(folder, 'meta/_journal.json');
  const journal: { readonly entries: readonly Entry[] } = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...journal, entries: change(journal.entries) }));
  return pathToFileURL(`${folder}/`);
}

export async function connect(url: string): Promise<Connection> {
  const database = await openDatabase({ url });
  onTestFinished(() => database.close());
  return anOpenDatabase(database, 'database');
}

/** Migrates as a version does that knows the migrations up to this one, such as `0009`. */
export async function migrateUpTo(number: string, url: string): Promise<void> {
  await migrateConnection(number, await connect(url));
}

export async function migrateConnection(number: string, { migrate }: Connection): Promise<void> {
  await migrate(await otherMigrations(entries => entries.filter(({ tag }) => tag.slice(0, 4) <= number)));
}

/** Makes the tables of the version whose messages had jobs beside them. */
export async function makeBefore(url: string): Promise<void> {
  await makeBeforeOn(await connect(url));
}

export async function makeBeforeOn(connection: Connection): Promise<void> {
  await migrateConnection('0008', connection);
  const { query } = connection.executor;
  await query('create schema hookplate_queue');
  await query('create table hookplate_queue.job (id uuid, name text, state text, data jsonb)');
}
