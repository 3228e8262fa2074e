import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { httpServer } from '../../loopback-server.ts';
import { dump, executorOf, openTestDatabase } from '../../outbox/test-database.ts';
import { type TestServer, testServer } from '../test-server.ts';

const run = '/api/v2/project/etl/task/copy/run?trigger=API';
const flow = '/api/flows/etl/copy/api';
const [oldKey, newKey] = [1, 2].map(() => randomBytes(32).toString('base64')) as [string, string];

/** A database with one webhook, of two versions, that the old key sealed, and one message of it. */
async function sealedByOldKey() {
  const receiver = await httpServer((response, hit) => response.end(String(hit.headers['x-key'])));
  const database = await openTestDatabase('PostgreSQL');
  const tested = await testServer({ database, encryptionKeys: [oldKey] });
  const { json, call, server } = tested;
  const config = {
    id: 'kept',
    profile: 'nightly',
    events: { Started: true },
    method: 'POST',
    url: `${receiver.url}/in`,
    headers: [{ name: 'X-Key', value: 'sealed-secret', secret: true }],
    payload: 'done',
  };
  await json('POST', '/api/webhooks', { body: { config } });
  const changed = { config: { ...config, payload: 'changed' } };
  await json('PUT', '/api/webhooks/kept', { body: changed, headers: { 'if-match': '*' } });
  const api = { enabled: true, parameters: {}, sampleBody: { job: { tables: ['sealed-secret'] } } };
  await json('PUT', flow, { body: api, headers: { 'if-match': '*' } });
  await call('POST', run, { body: { job: { tables: [] } } });
  const path = await lastDelivered(tested, 1);
  await server.stop({ timeoutMs: 0 });
  return { database, path, config };
}

interface Page {
  readonly items: readonly { readonly id: string }[];
}

/** Where the last of so many messages is, once they have all arrived. */
async function lastDelivered({ json }: Pick<TestServer, 'json'>, count: number): Promise<string> {
  const delivered = async () => (await json<Page>('GET', '/api/messages?state=delivered')).items;
  await expect.poll(delivered).toHaveLength(count);
  const [message] = await delivered();
  return `/api/messages/${message?.id}`;
}

it('a key can be retired after one start with the new one before it', async () => {
  const { database, path } = await sealedByOldKey();
  const between = await testServer({ database, encryptionKeys: [newKey, oldKey] });
  await between.server.stop({ timeoutMs: 0 });
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const { json } = await testServer({ database, encryptionKeys: [newKey], onError });
  expect(await json('GET', '/api/webhooks')).toMatchObject({ items: [{ config: { payload: 'changed' } }] });
  expect(await json('GET', '/api/webhooks/kept/versions')).toMatchObject({
    items: [{ config: { payload: 'changed' } }, { config: { payload: 'done' } }],
  });
  expect(await json('GET', flow)).toMatchObject({ sampleBody: { job: { tables: ['sealed-secret'] } } });
  // The request can no longer be opened, so nobody can tell which of its secrets the answer repeats.
  const { history } = await json<{ history: { outcome: object }[] }>('GET', path);
  expect(history).toMatchObject([{ outcome: { status: 200 } }]);
  expect(history[0]?.outcome).not.toHaveProperty('body');
  expect(errors).toEqual([]);
});

it('what was stored without a key is sealed once there is one', async () => {
  const database = await openTestDatabase('PostgreSQL');
  const config = { id: 'kept', profile: 'a', events: {}, method: 'GET', url: 'https://example.com/plain' };
  const before = await testServer({ database });
  await before.json('POST', '/api/webhooks', { body: { config } });
  const sampleBody = { from: 'example.com' };
  const api = { enabled: true, parameters: {}, sampleBody };
  await before.json('PUT', flow, { body: api, headers: { 'if-match': '*' } });
  await before.server.stop({ timeoutMs: 0 });
  const plain = await dump(executorOf(database));
  expect(plain.split('example.com').length).toBeGreaterThan(3);
  const { json } = await testServer({ database, encryptionKeys: [newKey] });
  expect(await dump(executorOf(database))).not.toContain('example.com');
  expect(await json('GET', flow)).toMatchObject({ sampleBody });
});

it.each([{ keys: [newKey] }, { keys: [] }])(
  'with other keys than those that sealed it, nothing is started and nothing given up ($keys.length)',
  async ({ keys }) => {
    const { database } = await sealedByOldKey();
    const stored = async () =>
      (await dump(executorOf(database))).split('\n').filter(row => /kept|etl/.test(row));
    const before = await stored();
    await expect(testServer({ database, encryptionKeys: keys })).rejects.toMatchObject({
      code: 'wrong-key',
      message: expect.stringContaining(
        'None of the encryption keys opens the webhooks, flows and sources stored in 4 rows. Add the keys that they were ' +
          'stored under at the end of `encryptionKeys`.',
      ),
    });
    expect(await stored()).toEqual(before);
    const { json } = await testServer({ database, encryptionKeys: [newKey, oldKey] });
    expect(await json('GET', '/api/webhooks')).toMatchObject({ items: [{ id: 'kept' }] });
  },
);

it('with keys that are lost, what no key opens is left out of lists and named as such, and the answers of receivers with it', async () => {
  const { database, path } = await sealedByOldKey();
  const errors: string[] = [];
  const { json, call } = await testServer({
    database,
    encryptionKeys: [newKey],
    unreadable: 'leave',
    onError: error => errors.push(String(error)),
  });
  expect(errors.join()).toContain(
    'None of the encryption keys opens the webhooks, flows and sources stored in 4 rows',
  );
  expect(await json('GET', '/api/webhooks')).toEqual({ items: [] });
  expect(errors.join()).toContain('Version 2 of the webhook kept: None of the encryption keys');
  const { items } = await json<{ items: object[] }>('GET', '/api/webhooks/kept/versions');
  expect(items).toMatchObject([
    { version: 2, unreadable: true },
    { version: 1, unreadable: true },
  ]);
  expect(items[0]).not.toHaveProperty('config');
  const response = await call('GET', path);
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(JSON.parse(text)).toMatchObject({ history: [{ outcome: { kind: 'answered', status: 200 } }] });
  expect(text).not.toContain('sealed-secret');
  for (const sealed of [`${path}?include=request`, '/api/webhooks/kept', flow]) {
    const refused = await call('GET', sealed);
    expect([sealed, refused.status, await refused.json()]).toMatchObject([
      sealed,
      409,
      {
        code: 'wrong-key',
        detail: expect.stringContaining('can add that key at the end of `encryptionKeys`'),
      },
    ]);
  }
  expect((await call('POST', run, { body: {} })).status).toBe(202);
  const config = {
    ...{ profile: 'nightly', events: { Errored: true } },
    ...{ method: 'GET', url: 'https://example.com/again' },
  };
  const put = (body: object) => call('PUT', '/api/webhooks/kept', { body, headers: { 'if-match': '*' } });
  const header = { name: 'X-Key', secret: true };
  for (const [body, field] of [
    [{ config }, 'signingSecret'],
    [{ config, signingSecret: { set: true } }, 'signingSecret'],
    [{ config: { ...config, headers: [header] }, signingSecret: null }, 'headers[0].value'],
  ] as const) {
    expect(await (await put(body)).json()).toMatchObject({
      diagnostics: [{ field, code: 'missing-secret' }],
    });
  }
  const replaced = await put({ config, signingSecret: null });
  expect([replaced.status, await replaced.json()]).toMatchObject([200, { version: 3, config }]);
  expect(await json('GET', '/api/webhooks')).toMatchObject({ items: [{ id: 'kept' }] });
  expect((await call('GET', path)).status).toBe(200);
});

it('with keys that are lost, a webhook that none opens can be deleted, and a sample replaced', async () => {
  const { database } = await sealedByOldKey();
  const { json, call } = await testServer({ database, encryptionKeys: [newKey], unreadable: 'leave' });
  const removal = await call('DELETE', '/api/webhooks/kept', { headers: { 'if-match': '"2"' } });
  expect(removal.status).toBe(204);
  expect((await json<{ items: object[] }>('GET', '/api/webhooks/kept/versions')).items).toMatchObject([
    { version: 3, change: 'deleted', changedBy: 'editor', unreadable: true },
    { version: 2, unreadable: true },
    { version: 1, unreadable: true },
  ]);
  const again = { enabled: true, parameters: {}, sampleBody: 'another' };
  expect(await json('PUT', flow, { body: again, headers: { 'if-match': '*' } })).toMatchObject(again);
  await json('PUT', '/api/flows/etl/held/api', { body: again, headers: { 'if-match': '*' } });
  // Nothing that is still used is unreadable now.
  const after = await testServer({ database, encryptionKeys: [newKey] });
  expect(await after.json('GET', '/api/webhooks')).toEqual({ items: [] });
});

it('with keys that are lost, a webhook that is replaced is whole again, and shows what is delivered from then on', async () => {
  const { database, path, config } = await sealedByOldKey();
  const left = await testServer({ database, encryptionKeys: [newKey], unreadable: 'leave' });
  const headers = [{ name: 'X-Key', value: 'another-secret', secret: true }];
  const replacing = { config: { ...config, headers }, signingSecret: null };
  const again = { enabled: true, parameters: {}, sampleBody: 'another' };
  const anyVersion = { 'if-match': '*' };
  await left.json('PUT', '/api/webhooks/kept', { body: replacing, headers: anyVersion });
  for (const at of [flow, '/api/flows/etl/held/api']) {
    await left.json('PUT', at, { body: again, headers: anyVersion });
  }
  await left.call('POST', run, { body: { job: { tables: [] } } });
  const early = await lastDelivered(left, 2);
  await left.server.stop({ timeoutMs: 0 });

  // As if the replacement were a while ago.
  const { query } = executorOf(database);
  await query("update hookplate.webhook_version set changed_at = changed_at - interval '1 minute'");
  const errors: unknown[] = [];
  const whole = await testServer({
    database,
    encryptionKeys: [newKey],
    onError: error => void errors.push(error),
  });
  expect(errors).toEqual([]);
  await whole.call('POST', run, { body: { job: { tables: [] } } });
  for (const later of [early, await lastDelivered(whole, 3)]) {
    expect(await whole.json('GET', `${later}?include=request`)).toMatchObject({
      request: { headers: expect.arrayContaining([['X-Key', '***']]) },
      history: [{ outcome: { status: 200, body: '***' } }],
    });
  }
  expect((await whole.call('GET', path)).status).toBe(200);
});

it('a request that a version of its webhook that no key opens may have made is refused, and not left out', async () => {
  const { database, path } = await sealedByOldKey();
  const { query } = executorOf(database);
  // Settings that were sealed for one version do not open in the place of another.
  await query(`update hookplate.webhook_version set settings =
    (select settings from hookplate.webhook_version where version = 2) where version = 1`);
  const { call } = await testServer({ database, encryptionKeys: [oldKey], onError: () => {} });
  const refused = await call('GET', `${path}?include=request`);
  expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'wrong-key' }]);
});
