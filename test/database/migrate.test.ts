import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Connection } from '../../src/database/database.ts';
import { anOpenDatabase } from '../../src/database/open-database.ts';
import { openDatabase } from '../../src/outbox/index.ts';
import { post } from '../delivery/loopback-dispatcher.ts';
import { httpServer } from '../loopback-server.ts';
import {
  backends,
  migratedPostgres,
  onPostgres,
  openTestDatabase,
  query,
  testOutbox,
} from '../outbox/test-database.ts';
import { laterMigrations, tag } from './later-migrations.ts';

const building = `drop index concurrently if exists hookplate.job_later;
--> statement-breakpoint
create index concurrently job_later on hookplate.job (method, created_at);
`;

async function connect(url: string): Promise<Connection> {
  const database = await openDatabase({ url });
  onTestFinished(() => database.close());
  return anOpenDatabase(database, 'database');
}

async function laterIndex({ executor }: Connection): Promise<readonly object[]> {
  const { rows } = await executor.query(
    `select i.indisvalid as is_valid, exists (select from hookplate.migration where tag = '${tag}') as is_recorded
     from pg_index i where i.indexrelid = to_regclass('hookplate.job_later')`,
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
    const folder = await laterMigrations(building);
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

it.each(onPostgres)(
  'an index is built by one of several instances, while messages are stored all the time',
  async () => {
    const url = await migratedPostgres();
    const connections = await connectSeveral(url);
    const own = await connect(url);
    const outbox = await testOutbox(own);
    const transaction = await slowWriter(url);
    const request = post('http://127.0.0.1:9/');
    await outbox.enqueue(request, { id: 'open', transaction });
    const folder = await laterMigrations(building);
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
  },
);

it.each(onPostgres)(
  'an index whose builder dies is built by another instance, which removes what is left of it',
  async () => {
    const url = await migratedPostgres();
    const connections = await connectSeveral(url);
    const own = await connect(url);
    const writer = await slowWriter(url);
    await writer.query(
      "insert into hookplate.job (bucket, id, endpoint, host, method, request_bytes, request_day) values (0, gen_random_uuid(), gen_random_uuid(), '', '', 0, now())",
    );
    const folder = await laterMigrations(building);
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
  },
);

it.each(onPostgres)('a step that waits for a table lets others pass before it tries again', async () => {
  const url = await migratedPostgres();
  const outbox = await testOutbox(await connect(url));
  const reader = await slowWriter(url);
  await reader.query('select from hookplate.job');
  const adding = 'alter table hookplate.job add column later text';
  const migrated = (await connect(url)).migrate(await laterMigrations(adding));
  const waits = () =>
    query(url, "select 1 as waits from pg_locks where relation = 'hookplate.job'::regclass and not granted");
  await expect.poll(waits).toEqual([{ waits: 1 }]);
  // Behind the step, and before the reader ends.
  await outbox.enqueue(post('http://127.0.0.1:9/'), { id: 'm1' });
  await reader.query('commit');
  await migrated;
  expect(await query(url, 'select given_id, later from hookplate.job')).toEqual([
    { given_id: 'm1', later: null },
  ]);
});

it.each(onPostgres)(
  'what a later version adds is added once by several instances, and what is stored stays',
  async () => {
    const url = await migratedPostgres();
    const outbox = await testOutbox(await connect(url));
    await outbox.enqueue(post('http://127.0.0.1:9/'), { id: 'before' });
    const adding = `alter table hookplate.job add column later text;
--> statement-breakpoint
update hookplate.job set later = 'of ' || given_id;
`;
    const folder = await laterMigrations(adding);
    const connections = await connectSeveral(url);
    await Promise.all(connections.map(connection => connection.migrate(folder)));
    expect(await query(url, 'select given_id, later from hookplate.job')).toEqual([
      { given_id: 'before', later: 'of before' },
    ]);
  },
);

it.each(onPostgres)(
  'a process goes on while a later version adds to the tables, and is refused when it starts again',
  async () => {
    const receiver = await httpServer();
    const url = await migratedPostgres();
    const database = await openDatabase({ url });
    onTestFinished(() => database.close());
    const outbox = await testOutbox(database);
    await outbox.start();
    await outbox.enqueue(post(receiver.url), { id: 'before' });
    const adding = 'alter table hookplate.job add column later text; create index on hookplate.job (later)';
    await (await connect(url)).migrate(await laterMigrations(adding));
    await outbox.enqueue(post(receiver.url), { id: 'after' });
    for (const id of ['before', 'after'])
      await expect.poll(async () => (await outbox.message(id))?.state).toBe('delivered');
    const refused = { code: 'database-newer' };
    await expect(openDatabase({ url })).rejects.toMatchObject(refused);
    await expect(database.migrate()).rejects.toMatchObject(refused);
  },
);

it.each(onPostgres)(
  'a row of a message has room beside it for its next version, which drizzle-kit cannot say',
  async () => {
    const url = await migratedPostgres();
    expect(await query(url, "select reloptions from pg_class where oid = 'hookplate.job'::regclass")).toEqual(
      [{ reloptions: ['fillfactor=45'] }],
    );
  },
);
