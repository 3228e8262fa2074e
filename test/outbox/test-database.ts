import { randomUUID } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Connection } from '../../src/database/database.ts';
import type { Row } from '../../src/database/row.ts';
import {
  createOutbox,
  type Database,
  type DatabaseOptions,
  type Outbox,
  type OutboxOptions,
  openDatabase,
} from '../../src/outbox/index.ts';
import { readOutboxOptions } from '../../src/outbox/outbox-options.ts';
import { atEnd } from '../shared/at-end.ts';
import { scratchDirectory } from '../shared/scratch-directory.ts';
import { migratedName, shared } from '../shared/shared.ts';

export type Backend = 'PGlite' | 'PostgreSQL';
const allBackends: readonly Backend[] = ['PGlite', 'PostgreSQL'];
const { HOOKPLATE_BACKENDS: wanted } = process.env;
/** The kinds of databases to try: both, unless the project of the test names one. */
export const backends = allBackends.filter(backend => wanted === undefined || wanted === backend);
/**
 * PostgreSQL, or nothing in a project of another kind of database. For tests of PostgreSQL alone in a file that the projects of
 * each kind have.
 */
export const onPostgres = backends.filter(backend => backend === 'PostgreSQL');

/** A directory that is removed when the test ends. */
async function temporaryDirectory(): Promise<string> {
  const directory = await scratchDirectory('hookplate-outbox-');
  atEnd(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** The URL of an empty database of its own, dropped some time after the test. */
export async function emptyPostgres(): Promise<string> {
  return ofTheTest(await createPostgres('template1'));
}

/** The URL of one that is migrated. */
export async function migratedPostgres(): Promise<string> {
  return ofTheTest(await createPostgres(migratedName));
}

function ofTheTest(url: string): string {
  atEnd(() => ended.push(nameIn(url)));
  return url;
}

function nameIn(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}

async function createPostgres(template: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const url = await shared('postgres');
  const maker = await connectedOnce(url);
  // Many of them would fill the memory, but PostgreSQL waits a tenth of a second for connections that are about to end.
  for (const each of ended.splice(0, ended.length - 1))
    await maker.query(`drop database if exists ${each} with (force)`);
  // Copied with what PostgreSQL would find out anew for the first connection.
  await maker.query(`create database ${name} template ${template} strategy file_copy`);
  return url.replace(/\/postgres$/, `/${name}`);
}

/** Databases of tests that have ended. */
const ended: string[] = [];

let connected: Promise<pg.Client> | undefined;

/** To the shared server, which outlives the process of the tests; a connection for each database would take as long as its copy. */
function connectedOnce(url: string): Promise<pg.Client> {
  connected ??= (async () => {
    const client = new pg.Client(url);
    await client.connect();
    return client;
  })();
  return connected;
}

export async function query(url: string, text: string, values: unknown[] = []): Promise<readonly Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** A directory with a migrated embedded database: a new one takes seconds to make, a copy does not. */
export async function migratedDirectory(): Promise<string> {
  const directory = await temporaryDirectory();
  await copyMigrated(directory);
  return directory;
}

async function copyMigrated(directory: string): Promise<void> {
  // A quarter of the processor's time that the asynchronous one takes for a thousand files.
  cpSync(await shared('embedded'), directory, { recursive: true });
}

type Open = (options: DatabaseOptions) => Promise<Database>;

interface UsedDatabase {
  readonly backend: Backend;
  readonly open: Open;
  readonly database: Database;
  /** How many rows its catalogues had when it was new, and the transaction before which all of them were written. */
  readonly made: { readonly count: unknown; readonly before: unknown };
  readonly remove: () => void;
}

/** Those of tests that have ended: to make a new one, with its connections, takes longer than most tests. */
const used: UsedDatabase[] = [];

/** A migrated database without rows, which is the test's own until it ends. */
export async function openTestDatabase(backend: Backend, open: Open = openDatabase): Promise<Database> {
  const index = used.findIndex(each => each.backend === backend && each.open === open);
  const before = index < 0 ? undefined : used.splice(index, 1)[0];
  const one = before && (await isEmptied(before)) ? before : await newDatabase(backend, open);
  if (before && one !== before) {
    await before.database.close();
    before.remove();
  }
  atEnd(() => used.push(one));
  return one.database;
}

async function newDatabase(backend: Backend, open: Open): Promise<UsedDatabase> {
  const isEmbedded = backend === 'PGlite';
  const place = isEmbedded
    ? join(await shared('embedded'), `../${randomUUID()}`)
    : await createPostgres(migratedName);
  if (isEmbedded) await copyMigrated(place);
  const database = await open(isEmbedded ? { directory: place } : { url: place });
  const { rows } = await executorOf(database).query(
    `select count(*) as count, pg_current_xact_id()::text as before from (${catalogues}) c`,
  );
  const [{ count, before } = {}] = rows;
  const remove = (): void => {
    if (isEmbedded) rmSync(place, { recursive: true });
    else ended.push(nameIn(place));
  };
  return { backend, open, database, made: { count, before }, remove };
}

const catalogues = [
  ...['class', 'attribute', 'trigger', 'proc', 'constraint', 'namespace'],
  'db_role_setting where setdatabase = (select oid from pg_database where datname = current_database())',
]
  .map(name => `select xmin from pg_${name}`)
  .join(' union all ');

/** More bytes than a test should have to delete. */
const muchData = 2 ** 20;

/**
 * Deletes the rows of the test before, unless that has left anything else: somebody who works or listens, other tables, triggers,
 * functions, rights or settings, or much data.
 */
async function isEmptied({ database, made }: UsedDatabase): Promise<boolean> {
  const { query } = executorOf(database);
  try {
    const { rows } = await query(
      `select not exists (
          select from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
            and (state <> 'idle' or query ilike 'listen%')
        ) and not exists (select from pg_listening_channels())
        and (select count(*) = $1 and max(xmin::text::bigint) < $2 from (${catalogues}) c)
        and coalesce(sum(pg_relation_size(oid)), 0) < $3 as is_as_it_was,
        string_agg(case relkind
          when 'r' then format('delete from hookplate.%I;', relname)
          else format('perform setval(%L, 1, false);', oid::regclass) end, ' ') as emptying
      from pg_class
      where relnamespace = 'hookplate'::regnamespace and relkind in ('r', 'S') and relname <> 'migration' and pg_relation_size(oid) > 0`,
      [made.count, made.before, muchData],
    );
    const [{ is_as_it_was: isAsItWas, emptying } = {}] = rows;
    if (isAsItWas !== true) return false;
    await query(
      `do $$ begin perform set_config('session_replication_role', 'replica', true); ${emptying} end $$`,
    );
    return true;
  } catch {
    return false;
  }
}

/** Ends all connections to a database of PostgreSQL, as it does when it restarts. */
export async function disconnectAll(url: string): Promise<void> {
  await query(
    url,
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
}

/** Makes inserts into these tables fail as those into a table that cannot grow, until the result is called. */
export async function fillDisk(
  { query: ask }: Pick<Connection['executor'], 'query'>,
  tables: readonly ('job' | 'ended' | 'attempt' | 'request' | 'event' | 'audit_entry')[],
): Promise<() => Promise<void>> {
  const name = `hookplate.fail_${tables.join('_')}`;
  const failing = (body: string) =>
    ask(`create or replace function ${name}() returns trigger language plpgsql as $$ begin ${body} end $$`);
  await failing("raise exception 'could not extend file' using errcode = '53100';");
  for (const table of tables) {
    await ask(
      `create or replace trigger full_disk before insert on hookplate.${table} for each row execute function ${name}()`,
    );
  }
  // Dropping the triggers would lock the tables against each other's users.
  return async () => void (await failing('return new;'));
}

export function executorOf(database: Database): Connection['executor'] {
  return readOutboxOptions({ database }).settings.database.executor;
}

/** Everything that the database holds, as text; bytes in base64 and as what they may spell. */
export async function dump(executor: Connection['executor']): Promise<string> {
  const { rows: tables } = await executor.query(
    "select table_schema || '.' || table_name as name from information_schema.tables where table_schema like 'hookplate%'",
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await executor.query(`select * from ${String(name)}`);
    const plain = (value: unknown): unknown =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value;
    for (const row of rows) texts.push(JSON.stringify(Object.values(row).map(plain)));
  }
  return texts.join('\n');
}

/** An outbox that may dial loopback and retries soon; stopped when the test ends. */
export async function testOutbox(
  database: Database,
  options: Omit<OutboxOptions, 'database'> = {},
): Promise<Outbox> {
  const patient = { allow: ['127.0.0.0/8'], schedule: [1, 1, 1], pollMs: 20, timeoutMs: 60_000 };
  const outbox = await createOutbox({ ...patient, ...options, database });
  atEnd(() => outbox.stop({ timeoutMs: 0 }));
  return outbox;
}
