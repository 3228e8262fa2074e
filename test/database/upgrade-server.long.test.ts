import { createCipheriv, createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SqlExecutor } from '../../src/database/database.ts';
import { anOpenDatabase } from '../../src/database/open-database.ts';
import { jsonOf, textOf } from '../../src/database/row.ts';
import { processEvents } from '../../src/index.ts';
import { type DatabaseOptions, openDatabase } from '../../src/outbox/index.ts';
import { httpServer } from '../loopback-server.ts';
import { type Backend, backends, emptyPostgres } from '../outbox/test-database.ts';
import { testServer } from '../server/test-server.ts';
import { makeBeforeOn, migrateConnection } from './earlier-migrations.ts';

const key = randomBytes(32);
const encryptionKeys = [key.toString('base64')];
const apiToken = 'hkp_made-by-the-version-before';

/** As the version before sealed: the mark 1, the start of the key's hash, nonce, tag and text. */
function sealed(value: unknown, id: string): Uint8Array {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(id));
  const text = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()]);
  const keyId = createHash('sha256').update(key).digest().subarray(0, 4);
  return new Uint8Array(Buffer.concat([Buffer.of(1), keyId, nonce, cipher.getAuthTag(), text]));
}

/** The settings of the webhook whose messages arrive at this receiver. */
function settingsOf(receiver: string, payload: string): object {
  const config = {
    ...{ id: 'chat', profile: 'nightly', events: { Completed: true, Errored: true }, method: 'POST' },
    ...{ url: `${receiver}/in`, contentType: 'text/plain', payload },
    headers: [{ name: 'X-Key', value: 'sealed-secret' }],
  };
  return { config, secretHeaders: ['x-key'] };
}

/** Stores what a server of the version before has at some moment: of each kind of thing, in each of its states. */
async function fill({ query }: SqlExecutor, receiver: string): Promise<void> {
  const versions = [settingsOf(receiver, 'first'), settingsOf(receiver, '$event$ of $pid$')];
  const webhook = `insert into hookplate.webhook (id, profile, settings, version, updated_by, deleted_at)
    values ($1, 'nightly', $2, 2, 'ada', $3)`;
  const version = `insert into hookplate.webhook_version (webhook, version, change, fields, settings, changed_by)
    values ($1, $2, $3, '["payload"]', $4, 'ada')`;
  await query(webhook, ['chat', sealed(versions[1], 'webhook chat 2'), null]);
  await query(webhook, ['gone', sealed(versions[1], 'webhook gone 2'), new Date().toISOString()]);
  await query(version, ['chat', 1, 'created', sealed(versions[0], 'webhook chat 1')]);
  await query(version, ['chat', 2, 'updated', sealed(versions[1], 'webhook chat 2')]);

  const flow = `insert into hookplate.flow_api (project_id, task_id, base_url, enabled, parameters, sample_body, updated_by)
    values ('etl', $1, 'https://hooks.example.com', $2, $3, $4, 'ada')`;
  const sample = { job: { tables: ['sealed-secret'] } };
  await query(flow, ['copy', true, '{"tables":"job/tables"}', sealed(sample, 'flow ["etl","copy"]')]);
  await query(flow, ['held', false, '{}', sealed({}, 'flow ["etl","held"]')]);

  await query(
    `insert into hookplate.token (id, name, hash, role, created_by, expires_at)
     values ('tok_1', 'ci', $1, 'operator', 'ada', now() + interval '1 day')`,
    [new Uint8Array(createHash('sha256').update(apiToken).digest())],
  );

  await query(
    "insert into hookplate.instance (id, lease_until) values ('before', now() - interval '1 minute')",
  );
  const process = `insert into hookplate.process (pid, project_id, task_id, profile, status, created_at, started_at, ended_at,
      records_processed, error_count, body, owner)
    values ($1, 'etl', $2, 'nightly', $3, now() - interval '1 hour', $4, $5, $6, 0, $7, $8)`;
  const then = new Date(Date.now() - 3_000_000).toISOString();
  await query(process, ['ended', 'copy', 'completed', then, then, 42, null, 'before']);
  await query(process, ['ran', 'held', 'running', then, null, 0, null, 'before']);
  const input = sealed({ body: { job: { tables: [] } }, parameters: { tables: 'job/tables' } }, 'queued');
  await query(process, ['queued', 'copy', 'queued', null, null, 0, input, '']);
  await query(
    `insert into hookplate.process_event (pid, number, event, raised_at, messages)
     values ('ended', 1, 'Started', now(), '[]'), ('ended', 2, 'Completed', now(), '["m1"]')`,
  );

  const { host, origin } = new URL(receiver);
  await query(
    `insert into hookplate.endpoint (id, webhook, origin, host, failures, failing_since) values ('ep_1', 'chat', $1, $2, 3, now())`,
    [origin, host],
  );
  const request = ['POST', `${receiver}/in`, [['X-Key', 'sealed-secret']], 'stored before'];
  const job = randomUUID();
  await query(
    `insert into hookplate.message (id, endpoint, webhook, event, profile, host, method, request, request_bytes, digest, state,
       attempts, job, created_at, next_attempt_at)
     values ('m1', 'ep_1', 'chat', 'Completed', 'nightly', $1, 'POST', $2, 50, $3, 'pending', 1, $4, now(), now())`,
    [host, sealed(request, 'm1'), new Uint8Array(createHash('sha256').update('m1').digest()), job],
  );
  await query(
    `insert into hookplate.attempt (message, round, number, started_at, duration_ms, status, headers, body, truncated)
     values ('m1', 0, 1, now(), 5, 500, '[]', 'no', false)`,
  );
  await query("insert into hookplate_queue.job values ($1, 'message', 'created', '{}')", [job]);
}

/** A database that the version before has filled and closed. */
async function databaseOfBefore(backend: Backend, receiver: string): Promise<DatabaseOptions> {
  const options = await emptyDatabase(backend);
  const connection = anOpenDatabase(await openDatabase(options), 'database');
  await makeBeforeOn(connection);
  await fill(connection.executor, receiver);
  await connection.close();
  return options;
}

async function emptyDatabase(backend: Backend): Promise<DatabaseOptions> {
  return backend === 'PGlite' ? { directory: await newDirectory() } : { url: await emptyPostgres() };
}

/** All rows of each table as JSON, except which migrations were done. */
async function allRows({ query }: SqlExecutor): Promise<ReadonlyMap<string, readonly object[]>> {
  const { rows: tables } = await query(
    `select table_name as name from information_schema.tables
     where table_schema = 'hookplate' and table_name <> 'migration' order by table_name`,
  );
  const found = new Map<string, readonly object[]>();
  for (const table of tables.map(row => textOf(row, 'name'))) {
    const { rows } = await query(`select to_jsonb(t) as row from hookplate.${table} t`);
    // It is an object for each row.
    found.set(
      table,
      rows.map(row => jsonOf(row, 'row') as object),
    );
  }
  return found;
}

async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'hookplate-before-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

describe.each(backends)('a server on %s that the version before has used', backend => {
  it('has its webhooks, flows, tokens and processes, opens what was sealed, and goes on with all that has not ended', async () => {
    const receiver = await httpServer();
    const database = await openDatabase(await databaseOfBefore(backend, receiver.url));
    onTestFinished(() => database.close());
    const errors: unknown[] = [];
    const onError = (error: unknown): void => void errors.push(error);
    const { call, json } = await testServer({ database, encryptionKeys, onError });

    const webhook = { id: 'chat', version: 2, updatedBy: 'ada', host: new URL(receiver.url).host };
    const headers = [{ name: 'X-Key', secret: true, value: { set: true } }];
    const config = { payload: '$event$ of $pid$', headers };
    const { items: webhooks } = await json<{ items: object[] }>('GET', '/api/webhooks');
    expect(webhooks).toHaveLength(1);
    expect(webhooks).toMatchObject([{ ...webhook, config }]);
    expect((await call('GET', '/api/webhooks/gone')).status).toBe(404);
    expect(await json('GET', '/api/webhooks/chat/versions')).toMatchObject({
      items: [
        { version: 2, change: 'updated', fields: ['payload'], changedBy: 'ada', config },
        { version: 1, change: 'created', config: { payload: 'first', headers } },
      ],
    });

    expect(await json('GET', '/api/flows/etl/copy/api')).toMatchObject({
      ...{ enabled: true, baseUrl: 'https://hooks.example.com', parameters: { tables: 'job/tables' } },
      sampleBody: { job: { tables: ['sealed-secret'] } },
    });
    const bearer = { as: 'nobody', headers: { authorization: `Bearer ${apiToken}` } } as const;
    expect(await json('GET', '/api/session', bearer)).toMatchObject({ name: 'token ci', role: 'operator' });
    const runOf = (task: string) => `/api/v2/project/etl/task/${task}/run?trigger=API`;
    const body = { job: { tables: [] } };
    expect((await call('POST', runOf('held'), { ...bearer, body })).status).toBe(403);
    const started = await call('POST', runOf('copy'), { ...bearer, body });
    expect(started.status).toBe(202);

    const processOf = (pid: string) =>
      json<{ status: string; events: object[] }>('GET', `/api/processes/${pid}`);
    const { items } = await json<{ items: { pid: string }[] }>('GET', '/api/processes');
    expect(items.map(({ pid }) => pid)).toEqual(expect.arrayContaining(['ended', 'ran', 'queued']));
    expect(items).toHaveLength(4);
    expect(await processOf('ended')).toMatchObject({
      ...{ status: 'completed', recordsProcessed: 42 },
      events: [{ event: 'Started' }, { event: 'Completed', deliveries: [{ id: 'm1' }] }],
    });
    await expect.poll(async () => (await processOf('ran')).status).toBe('error');
    await expect.poll(async () => (await processOf('queued')).status).toBe('completed');

    const bodies = () => receiver.hits.map(hit => hit.body).toSorted();
    const { pid = '' } = items.find(each => !['ended', 'ran', 'queued'].includes(each.pid)) ?? {};
    await expect
      .poll(bodies)
      .toEqual(['Completed of queued', `Completed of ${pid}`, 'Errored of ran', 'stored before'].toSorted());
    const early = receiver.hits.find(hit => hit.body === 'stored before');
    expect(early?.headers).toMatchObject({ 'webhook-id': 'm1', 'x-key': 'sealed-secret' });
    const delivered = () => json<object>('GET', '/api/deliveries/m1?include=request');
    await expect.poll(delivered).toMatchObject({
      ...{ state: 'delivered', request: { body: 'stored before', headers: [['X-Key', '***']] } },
      history: [
        { number: 1, outcome: { status: 500 } },
        { number: 2, outcome: { status: 200 } },
      ],
    });
    const named = { config: { ...settingsConfig(receiver.url), name: 'Team chat' } };
    const saved = await call('PUT', '/api/webhooks/chat', { body: named, headers: { 'if-match': '"2"' } });
    expect([saved.status, await saved.json()]).toMatchObject([200, { version: 3, name: 'Team chat' }]);
    expect(errors).toEqual([]);
  });

  it('has each row as it was, and goes on from there with what is new', async () => {
    const receiver = await httpServer();
    const options = await emptyDatabase(backend);
    const database = await openDatabase(options);
    onTestFinished(() => database.close());
    const connection = anOpenDatabase(database, 'database');
    const { executor } = connection;
    await makeBeforeOn(connection);
    await fill(executor, receiver.url);
    await migrateConnection('0012', connection);
    await executor.query(
      `insert into hookplate.session (hash, username, proof, created_at, expires_at, idle_at)
       values ('\\x01', 'ada', '\\x02', now(), now() + interval '12 hours', now() + interval '2 hours')`,
    );
    const before = await allRows(executor);
    expect([...before.values()].filter(rows => rows.length === 0)).toEqual([]);

    await database.migrate();
    const after = await allRows(executor);
    for (const [table, rows] of before) {
      const kept = after.get(table) ?? [];
      expect([table, kept.length]).toEqual([table, rows.length]);
      for (const row of rows) expect(kept).toContainEqual(expect.objectContaining(row));
    }

    const { call, json } = await testServer({ database, encryptionKeys });
    const { items: tokens } = await json<{ items: object[] }>('GET', '/api/tokens');
    expect(tokens).toHaveLength(1);
    expect(tokens[0]).toMatchObject({ name: 'ci', role: 'operator', createdBy: 'ada' });
    expect(tokens[0]).not.toHaveProperty('events');
    expect(await json('GET', '/api/arrivals')).toMatchObject({ items: [] });
    expect(await json('GET', '/api/sources')).toMatchObject({ items: [] });
    const facts = { ...processEvents.sample('Completed'), event: undefined };
    const report = { event: 'Completed', profile: 'nightly', facts };
    const bearer = { as: 'nobody', headers: { authorization: `Bearer ${apiToken}` } } as const;
    const answer = await call('POST', '/api/v2/events', { ...bearer, body: report });
    expect([answer.status, await answer.json()]).toMatchObject([
      202,
      { items: [{ messages: { length: 1 } }] },
    ]);
    await expect
      .poll(() => receiver.hits.map(hit => hit.body))
      .toContain(`Completed of ${processEvents.sample('Completed').pid}`);
  });
});

/** The configuration as an editor saves it again, with its secret left out. */
function settingsConfig(receiver: string): object {
  return {
    ...{ profile: 'nightly', events: { Completed: true }, method: 'POST', url: `${receiver}/in` },
    ...{ contentType: 'text/plain', payload: 'saved anew', headers: [{ name: 'X-Key', secret: true }] },
  };
}
