import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { grantsFor } from '../../src/database/grants.ts';
import { anOpenDatabase } from '../../src/database/open-database.ts';
import { createEvents } from '../../src/events/index.ts';
import { defineEvents, processEvents } from '../../src/index.ts';
import { createOutbox, openDatabase } from '../../src/outbox/index.ts';
import { createHookplate } from '../../src/server/index.ts';
import { rotateKeys } from '../../src/server/reseal.ts';
import { post } from '../delivery/loopback-dispatcher.ts';
import { httpServer } from '../loopback-server.ts';
import { emptyPostgres, migratedPostgres, query, testOutbox } from '../outbox/test-database.ts';
import { testServer } from '../server/test-server.ts';
import { passwords } from '../server/test-users.ts';

/** The URL of a database for a new role, which may do nothing there yet. */
async function asNewRole(url: string, role: string): Promise<string> {
  const quoted = `"${role.replaceAll('"', '""')}"`;
  await query(url, `create role ${quoted} login password 'secret'`);
  onTestFinished(async () => {
    await query(url, `drop owned by ${quoted}`);
    await query(url, `drop role ${quoted}`);
  });
  const other = new URL(url);
  other.username = encodeURIComponent(role);
  other.password = 'secret';
  return other.href;
}

const newRole = (): string => `an "app" ${randomUUID()}`;

async function openAs(url: string, schema?: string) {
  const database = await openDatabase({ url, schema });
  onTestFinished(() => database.close());
  return database;
}

it('a role with nothing but the GRANTs runs a server, and can change no table', async () => {
  const receiver = await httpServer();
  const owner = await emptyPostgres();
  const schema = 'order';
  await (await openAs(owner, schema)).migrate();
  const role = newRole();
  const url = await asNewRole(owner, role);
  await query(owner, grantsFor(role, schema));

  const database = await openAs(url, schema);
  const key = Buffer.alloc(32, 1).toString('base64');
  const catalogues = { shop: defineEvents({ events: { paid: { title: 'Paid' } } }) };
  const { call, json } = await testServer({ database, migrate: false, encryptionKeys: [key], catalogues });
  const config = {
    profile: 'nightly',
    events: { Started: true, Completed: true },
    method: 'GET',
    url: receiver.url,
  };
  const webhook = await json<{ id: string; version: number }>('POST', '/api/webhooks', { body: { config } });
  const body = { job: { tables: ['a'] } };
  const { pid } = await json<{ pid: string }>('POST', '/api/v2/project/etl/task/copy/run?trigger=API', {
    body,
  });
  await expect.poll(() => json('GET', `/api/processes/${pid}`)).toMatchObject({ status: 'completed' });
  await expect.poll(() => receiver.hits.length).toBe(2);
  const stored = {
    '/api/session': { name: 'editor', password: passwords.editor },
    '/api/tokens': { name: 'ci', role: 'viewer' },
    '/api/sources': { id: 'code', kind: 'github', profiles: ['nightly'] },
    '/api/v2/events': { catalogue: 'shop', event: 'paid', profile: 'nightly', facts: {} },
  };
  for (const [path, content] of Object.entries(stored)) {
    const answer = await call('POST', path, { body: content });
    expect([path, answer.ok, answer.ok ? '' : await answer.text()]).toEqual([path, true, '']);
  }
  for (const path of ['/api/messages', '/api/endpoints', '/api/events', '/api/flows', '/metrics', '/readyz'])
    expect([path, (await call('GET', path)).status]).toEqual([path, 200]);
  const removed = await call('DELETE', `/api/webhooks/${webhook.id}`, {
    headers: { 'if-match': `"${webhook.version}"` },
  });
  expect(removed.status).toBe(204);
  const rotated = await rotateKeys({
    ...{ database, encryptionKeys: [key] },
    ...{ onProgress: () => {}, signal: new AbortController().signal },
  });
  expect(rotated).toMatchObject({ unreadable: 0, late: 0 });

  const outbox = await testOutbox(database);
  await outbox.enqueue(post(receiver.url), { id: 'm1', ordered: 'line' });
  await expect.poll(async () => (await outbox.message('m1'))?.state).toBe('delivered');
  await outbox.resend('m1');
  await outbox.cancelWebhook('gone');
  await query(
    owner,
    `select "${schema}".make_partitions('2020-02-02');
     update "${schema}".ended set finished_at = '2020-02-02T12:00:00Z'`,
  );
  expect(await outbox.prune()).toEqual({ days: 1 });
  const hour = 3_600_000;
  const { buckets } = await outbox.stats({
    since: new Date(Math.floor(Date.now() / hour - 1) * hour),
    bucketMs: 3 * hour,
  });
  expect(buckets).toMatchObject([{ failed: 0, succeeded: expect.toSatisfy(count => count >= 3) }]);
  const made = await anOpenDatabase(database, 'database').executor.query(
    "select hookplate.make_partitions('2031-01-01') as is_made, to_regclass('hookplate.ended_20310101') is not null as is_there",
  );
  expect(made.rows).toEqual([{ is_made: true, is_there: true }]);

  const events = createEvents({ database, outbox, webhooks: [] });
  await events.notify(processEvents.sample('Started'), { profile: 'nightly' });
  // One that waits, beside those that were told.
  expect(await events.erase('nightly')).toBeGreaterThan(2);
  expect((await events.page({ profile: 'nightly' })).items).toEqual([]);
  await outbox.enqueue(post(receiver.url), { profile: 'nightly', notBefore: new Date(Date.now() + hour) });
  expect(await outbox.erase('nightly')).toBeGreaterThan(0);
  expect((await outbox.messages({ profile: 'nightly' })).items).toEqual([]);

  const { executor } = anOpenDatabase(database, 'database');
  for (const statement of [
    'create table hookplate.more (id int)',
    'alter table hookplate.job add column more text',
    'drop table hookplate.ended_default',
    'drop table hookplate.token',
    'truncate hookplate.job',
  ])
    await expect(executor.query(statement)).rejects.toMatchObject({ code: '42501' });
  // All is there, so that there is nothing to do.
  await database.migrate();
});

it('a server that may not migrate says which tables are missing, and makes none', async () => {
  const url = await emptyPostgres();
  const database = await openAs(url);
  const made = createHookplate({ database, migrate: false });
  await expect(made).rejects.toMatchObject({
    code: 'database-not-migrated',
    message: 'The database lacks the tables of this version: run `hookplate migrate` as their owner first.',
  });
  expect(await query(url, "select 1 from pg_namespace where nspname = 'hookplate'")).toEqual([]);
});

it('a role that was granted nothing is told what to run', async () => {
  const url = await asNewRole(await migratedPostgres(), newRole());
  await expect(openDatabase({ url }).then(database => createOutbox({ database }))).rejects.toMatchObject({
    code: 'database-not-granted',
    message: expect.stringContaining('hookplate migrate --role'),
  });
});
