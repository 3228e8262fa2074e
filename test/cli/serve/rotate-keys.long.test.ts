import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { httpServer } from '../../loopback-server.ts';
import { query } from '../../outbox/test-database.ts';
import { runInTerminal } from '../pseudo-terminal.ts';
import { directoryWith, runHookplate, startHookplate } from '../run-hookplate.ts';
import { configWith, serveFiles } from './sample-server.ts';

const [oldKey, newKey] = [7, 8].map(byte => Buffer.alloc(32, byte).toString('base64')) as [string, string];
const keysAtVariable = { encryptionKeys: { env: 'KEYS' }, processes: { concurrency: 1 }, stopTimeoutMs: 0 };
const run = '/api/v2/project/etl/task/copy/run?trigger=API';

/** A server that seals with the old key: a webhook of two versions, a message, and a run that waits for another. */
async function serverWithOldKey() {
  const inbox = await httpServer();
  const config = configWith(['sleep', '600'], { ...keysAtVariable, allow: ['127.0.0.1/32'] });
  const files = { 'hookplate.config.json': config };
  const server = await serveFiles({ files, env: { KEYS: `${oldKey} ${newKey}` } });
  const webhook = {
    ...{ id: 'chat', profile: 'Nightly', events: { Started: true } },
    ...{ method: 'POST', url: inbox.url, contentType: 'text/plain', payload: '$event$' },
  };
  expect((await server.call('POST', '/api/webhooks', { config: webhook })).status).toBe(201);
  await server.call('POST', run, {});
  const delivered = async () => (await server.call('GET', '/api/messages?state=delivered')).body.items;
  await expect.poll(delivered).toHaveLength(1);
  const { pid } = (await server.call('POST', run, { waiting: true })).body;
  return { server, files, webhook, pid };
}

// What waits in this database only: `pg_locks` lists what other tests' databases wait for as well.
const waiting = `select from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query like '%for update'`;

/** Keeps everybody else from changing webhooks, until the result is called. */
async function holdWebhooks(databaseUrl: string): Promise<() => Promise<unknown>> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  await client.query('select from hookplate.webhook for update');
  return () => client.query('commit');
}

it('seals all that is stored with the first key while a server runs, and the other one can be dropped', async () => {
  const { server, files, webhook, pid } = await serverWithOldKey();
  const { directory, databaseUrl: DATABASE_URL } = server;
  const rotate = () =>
    runHookplate(['rotate-keys'], {
      directory,
      env: { KEYS: `${newKey},${oldKey}`, DATABASE_URL, ADA_PASSWORD: 'a' },
    });
  // The webhook, what was found in it, its version, the sample of the flow, the request, the event, and the run that waits.
  const sealed = 'Sealed 7 values with the first key.\nNo other key is needed any more.\n';
  expect(await rotate()).toEqual({ status: 0, stdout: '', stderr: sealed });
  expect((await rotate()).stderr).toBe(sealed.replace('7 values', '0 values'));
  expect(await server.call('GET', '/api/webhooks')).toMatchObject({
    status: 200,
    body: { items: [{ config: webhook }] },
  });
  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);

  const young = await serveFiles({ files, env: { KEYS: newKey }, databaseUrl: DATABASE_URL });
  expect((await young.call('GET', '/api/webhooks')).body).toMatchObject({ items: [{ config: webhook }] });
  await expect
    .poll(async () => (await young.call('GET', `/api/v2/status/${pid}`)).body.status)
    .toBe('running');
  const [{ id } = {}] = await query(
    DATABASE_URL,
    "select id from hookplate.message where host like '127.0.0.1%' limit 1",
  );
  const { body } = await young.call('GET', `/api/messages/${id}?include=request`);
  expect(body).toMatchObject({ request: { body: 'Started' } });
});

it('shows on a terminal how much it has sealed of how much', async () => {
  const { server } = await serverWithOldKey();
  const { directory, databaseUrl } = server;
  const env = { KEYS: `${newKey} ${oldKey}`, DATABASE_URL: databaseUrl, ADA_PASSWORD: 'a' };
  const release = await holdWebhooks(databaseUrl);
  const rotation = runInTerminal(['rotate-keys'], { directory, env });
  await expect.poll(() => query(databaseUrl, waiting)).toHaveLength(1);
  // Nothing is shown of what takes no longer than half a second.
  await sleep(600);
  await release();
  const { status, shown } = await rotation;
  expect(status).toBe(0);
  const told = shown.split('\r\u001b[2K').map(line => /^Sealed (\d) of 7 values$/.exec(line)?.[1]);
  expect(told[1]).toBe('1');
  expect(shown).toContain(
    '\r\u001b[2KSealed 7 values with the first key.\r\nNo other key is needed any more.\r\n',
  );
});

it('ends after Ctrl-C with what it holds, says what is left, and goes on from there', async () => {
  const { server } = await serverWithOldKey();
  const { directory, databaseUrl } = server;
  const env = { KEYS: `${newKey} ${oldKey}`, DATABASE_URL: databaseUrl, ADA_PASSWORD: 'a' };
  const release = await holdWebhooks(databaseUrl);
  const rotation = startHookplate(['rotate-keys'], { directory, env });
  await expect.poll(() => query(databaseUrl, waiting)).toHaveLength(1);
  rotation.kill('SIGINT');
  await release();
  expect(await rotation.ended).toBe(130);
  expect(rotation.stderr()).toBe(
    'Sealed 1 value with the first key.\nIt was interrupted: run it again to seal the rest.\n',
  );
  const { status, stderr } = await runHookplate(['rotate-keys'], { directory, env });
  expect([status, stderr]).toEqual([
    0,
    'Sealed 6 values with the first key.\nNo other key is needed any more.\n',
  ]);
});

it('says what it needs where there are no keys, and where none of them opens what is stored', async () => {
  const { server } = await serverWithOldKey();
  const env = { DATABASE_URL: server.databaseUrl, ADA_PASSWORD: 'a' };
  const directory = directoryWith({ 'hookplate.config.json': configWith(['true']) });
  expect(await runHookplate(['rotate-keys'], { directory, env })).toEqual({
    status: 2,
    stdout: '',
    stderr: 'error: hookplate.config.json has no `encryptionKeys`: there is no key to seal with.\n',
  });
  const settings = { directory: server.directory, env: { ...env, KEYS: newKey } };
  expect(await runHookplate(['rotate-keys'], settings)).toEqual({
    status: 1,
    stdout: '',
    stderr:
      'Sealed 0 values with the first key.\nNone of the keys opens 7 more: add the key that they were stored under at the end of `encryptionKeys`, and run it again.\n',
  });
});

it('is not needed to learn that nothing is sealed: the start says so once', async () => {
  const told = /warn: No `encryptionKeys` are configured: .* stored as they are/g;
  const plain = await serveFiles({ files: { 'hookplate.config.json': configWith(['true']) } });
  expect(plain.stderr().match(told)).toHaveLength(1);
  const sealing = await serveFiles({
    files: { 'hookplate.config.json': configWith(['true'], keysAtVariable) },
  });
  expect(sealing.stderr().match(told)).toBe(null);
});
