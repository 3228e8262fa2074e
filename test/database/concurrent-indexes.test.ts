import { writeFileSync } from 'node:fs';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Connection } from '../../src/database/database.ts';
import { anOpenDatabase } from '../../src/database/open-database.ts';
import { post } from '../delivery/loopback-dispatcher.ts';
import { backends, migratedPostgres, openTestDatabase, query, testOutbox } from '../outbox/test-database.ts';
import { connect, otherMigrations } from './earlier-migrations.ts';

const tag = '0099_later_index';
const building = `drop index concurrently if exists hookplate.message_later;
--> statement-breakpoint
create index concurrently message_later on hookplate.message (method, created_at);
`;

/** Our migrations, and one after them that builds an index beside the writers. */
async function laterMigrations(statements = building): Promise<URL> {
  const folder = await otherMigrations(entries => [...entries, { tag }]);
  writeFileSync(new URL(`${tag}.sql`, folder), statements);
  return folder;
}

async function laterIndex({ executor }: Connection): Promise<readonly object[]> {
  const { rows } = await executor.query(
    `select i.indisvalid as is_valid, exists (select from hookplate.migration where tag = '${tag}') as is_recorded
     from pg_index i where i.indexrelid = to_regclass('hookplate.message_later')`,
  );
  return rows;
}

const built = [{ is_valid: true, is_recorded: true }];

describe.each(backends)('on %s an index of a later version', backend => {
  it('is built, and built again where an earlier try was cut off', async () => {
    const connection = anOpenDatabase(await openTestDatabase(backend), 'database');
    const cutOff = `${building}--> statement-breakpoint\nselect 1 / 0;`;
    await expect(connection.migrate(await laterMigrations(cutOff))).rejects.toMatchObject({ code: '22012' });
    expect(await laterIndex(connection)).toEqual([{ is_valid: true, is_recorded: false }]);
    const folder = await laterMigrations();
    await connection.migrate(folder);
    expect(await laterIndex(connection)).toEqual(built);
    // A second time there is nothing to do.
    await connection.migrate(folder);
    expect(await laterIndex(connection)).toEqual(built);
  });
});

/** Instances that start at the same time. */
function connectSeveral(url: string): Promise<readonly Connection[]> {
  return Promise.all([1, 2, 3, 4].map(() => connect(url)));
}

/** A connection whose transaction stays open for long: a build waits for it. */
async function slowWriter(url: string): Promise<pg.Client> {
  const writer = new pg.Client(url);
  await writer.connect();
  onTestFinished(() => writer.end());
  await writer.query('begin');
  return writer;
}

it('an index is built by one of several instances, while messages are stored all the time', async () => {
  const url = await migratedPostgres();
  const connections = await connectSeveral(url);
  const own = await connect(url);
  const outbox = await testOutbox(own);
  const transaction = await slowWriter(url);
  const request = post('http://127.0.0.1:9/');
  await outbox.enqueue(request, { id: 'open', transaction });
  const folder = await laterMigrations();
  let hasEnded = false;
  const migrations = Promise.all(connections.map(connection => connection.migrate(folder))).finally(() => {
    hasEnded = true;
  });
  const waits = async () => {
    const { rows } = await own.executor.query(
      "select phase from pg_stat_progress_create_index where datname = current_database() and phase like 'waiting%'",
    );
    return rows.length;
  };
  await expect.poll(waits).toBe(1);
  for (let index = 0; index < 20; index++) await outbox.enqueue(request, { id: `m${index}` });
  expect(hasEnded).toBe(false);
  await transaction.query('commit');
  await migrations;
  expect(await laterIndex(own)).toEqual(built);
  expect((await outbox.messages({ limit: 100 })).items).toHaveLength(21);
});

it('an index whose builder dies is built by another instance, which removes what is left of it', async () => {
  const url = await migratedPostgres();
  const connections = await connectSeveral(url);
  const own = await connect(url);
  const writer = await slowWriter(url);
  await writer.query(
    "insert into hookplate.message (id, endpoint, host, method, request_bytes, digest) values ('a', '', '', '', 0, '')",
  );
  const folder = await laterMigrations();
  const ended = Promise.allSettled(connections.map(connection => connection.migrate(folder)));
  // Other tests build indexes on the same server.
  const kill = () =>
    query(
      url,
      'select pg_terminate_backend(pid) as done from pg_stat_progress_create_index where datname = current_database()',
    );
  await expect.poll(kill).toEqual([{ done: true }]);
  await writer.query('commit');
  const states = (await ended).map(({ status }) => status).toSorted();
  expect(states).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
  expect(await laterIndex(own)).toEqual(built);
});
