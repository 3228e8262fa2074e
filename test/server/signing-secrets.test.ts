import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { dump, executorOf, openTestDatabase } from '../outbox/test-database.ts';
import { atEnd } from '../shared/at-end.ts';
import { type TestServer, testServer } from './test-server.ts';

const day = 86_400_000;

interface Shown {
  readonly signingSecret: string;
  readonly formerUntil?: string;
  readonly version: number;
}

/** A receiver that verifies what it gets by the library of Standard Webhooks, with the secret that it knows at the time. */
async function verifier() {
  const refused: string[] = [];
  let accepted = 0;
  const state = { secret: '' };
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', chunk => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      try {
        new Webhook(state.secret).verify(body, request.headers as Record<string, string>);
        accepted++;
      } catch (error) {
        refused.push(String(error));
      }
      response.end();
    });
  });
  await new Promise<void>(resolve => void receiver.listen(0, '127.0.0.1', resolve));
  atEnd(() => receiver.close());
  const { port } = receiver.address() as AddressInfo;
  return { state, refused, accepted: () => accepted, url: `http://127.0.0.1:${port}/` };
}

const configFor = (url: string) => ({
  ...{ profile: 'nightly', events: { Completed: true }, url, method: 'POST' as const },
  ...{ contentType: 'application/json', payload: '{"n":$recordsProcessed$}' },
});

async function aWebhook(options: Parameters<typeof testServer>[0] = {}) {
  const receiver = await verifier();
  const server = await testServer(options);
  const made = await server.json<{ id: string; madeSecret: string; signingSecret: unknown }>(
    ...(['POST', '/api/webhooks', { body: { config: configFor(receiver.url) } }] as const),
  );
  const at = `/api/webhooks/${made.id}/signing-secret`;
  return { receiver, made, at, ...server };
}

const report = async ({ json }: Pick<TestServer, 'json'>): Promise<unknown> =>
  json('POST', '/api/v2/project/etl/task/copy/run?trigger=API', { body: { job: { tables: [] } } });

it('a webhook that is made without a signing secret gets one, which is revealed to editors', async () => {
  const { made, at, json, call } = await aWebhook();
  expect(made.madeSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(made.signingSecret).toEqual({ set: true });
  expect(await json('POST', `${at}/reveal`)).toEqual({ signingSecret: made.madeSecret, version: 1 });
  expect((await call('POST', `${at}/reveal`, { as: 'operator' })).status).toBe(403);
  expect(await json('GET', '/api/audit-log')).toMatchObject({
    items: [{ operation: 'revealSigningSecret', subjectId: made.id }, { operation: 'createWebhook' }],
  });
});

it('null makes none, and whoever keeps one of their own brings it', async () => {
  const { json, call } = await testServer();
  const config = configFor('https://hooks.example/');
  const none = await json<{ id: string }>('POST', '/api/webhooks', { body: { config, signingSecret: null } });
  expect(none).not.toHaveProperty('madeSecret');
  const revealed = await call('POST', `/api/webhooks/${none.id}/signing-secret/reveal`);
  expect(await revealed.json()).toMatchObject({ status: 404, code: 'no-signing-secret' });
  const signingSecret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
  const own = await json<{ id: string }>('POST', '/api/webhooks', { body: { config, signingSecret } });
  expect(own).not.toHaveProperty('madeSecret');
  const at = `/api/webhooks/${own.id}/signing-secret`;
  expect(await json('POST', `${at}/reveal`)).toMatchObject({ signingSecret });
  const brought = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
  const rotated = await json<Shown>('POST', at, { body: { signingSecret: brought } });
  expect(rotated).toMatchObject({ signingSecret: brought, version: 2 });
  const wrong = await call('POST', at, { body: { signingSecret: 'whsec_short' } });
  expect(await wrong.json()).toMatchObject({ status: 422, diagnostics: [{ field: 'signingSecret' }] });
});

it('an application that saves in code says itself whether to sign', async () => {
  const { server, call } = await testServer();
  const { id } = await server.forProfile('nightly').save(configFor('https://hooks.example/'));
  expect((await call('POST', `/api/webhooks/${id}/signing-secret/reveal`)).status).toBe(404);
});

it('a receiver that changes over within the overlap refuses no message through a rotation', async () => {
  const { receiver, made, at, json } = await aWebhook();
  receiver.state.secret = made.madeSecret;
  const send = async (count: number): Promise<void> => {
    const before = receiver.accepted() + receiver.refused.length;
    for (let index = 0; index < count; index++) await report({ json });
    await expect.poll(() => receiver.accepted() + receiver.refused.length).toBe(before + count);
  };
  await send(2);
  const first = await json<Shown>('POST', at, { body: { overlapMs: day } });
  await send(2);
  // Once more, before it has changed over.
  const second = await json<Shown>('POST', at, { body: {} });
  await send(2);
  receiver.state.secret = first.signingSecret;
  await send(2);
  receiver.state.secret = second.signingSecret;
  await send(2);
  expect(receiver.refused).toEqual([]);
  expect(receiver.accepted()).toBe(10);
});

it('the secret before it signs until the overlap ends, and not at all with none', async () => {
  let now = Date.now();
  const { receiver, made, at, json } = await aWebhook({ clock: () => now });
  const rotated = await json<Shown>('POST', at, { body: { overlapMs: 60_000 } });
  expect(rotated.formerUntil).toBe(new Date(now + 60_000).toISOString());
  receiver.state.secret = made.madeSecret;
  const isRefused = async (): Promise<boolean> => {
    const [accepted, refused] = [receiver.accepted(), receiver.refused.length];
    await report({ json });
    await expect.poll(() => receiver.accepted() + receiver.refused.length).toBe(accepted + refused + 1);
    return receiver.refused.length > refused;
  };
  expect(await isRefused()).toBe(false);
  now += 61_000;
  expect(await isRefused()).toBe(true);
  receiver.state.secret = rotated.signingSecret;
  expect(await isRefused()).toBe(false);
  const last = await json<Shown>('POST', at, { body: { overlapMs: 0 } });
  expect(last).not.toHaveProperty('formerUntil');
  now += 2000;
  expect(await isRefused()).toBe(true);
});

it('no secret is stored in clear, or shown by anything but the routes that are asked for it', async () => {
  const database = await openTestDatabase('PostgreSQL');
  const { made, at, json, call } = await aWebhook({
    database,
    encryptionKeys: [Buffer.alloc(32, 7).toString('base64')],
  });
  const { signingSecret } = await json<Shown>('POST', at, { body: {} });
  await report({ json });
  await expect
    .poll(async () => (await json<{ items: object[] }>('GET', '/api/messages')).items)
    .toHaveLength(1);
  const seen = [await dump(executorOf(database))];
  for (const path of [
    `/api/webhooks/${made.id}`,
    `/api/webhooks/${made.id}/versions`,
    '/api/audit-log',
    '/api/messages',
  ])
    seen.push(await (await call('GET', path)).text());
  for (const secret of [made.madeSecret, signingSecret])
    for (const text of seen) expect(text).not.toContain(secret.slice('whsec_'.length));
});

it('a webhook that is moved to another server gets another secret there, if the server has made it', async () => {
  const { receiver, made, json, call } = await aWebhook();
  const there = await verifier();
  const headers = { 'if-match': '*' };
  const move = async (url: string) =>
    json<{ madeSecret?: string }>('PUT', `/api/webhooks/${made.id}`, {
      headers,
      body: { config: configFor(url) },
    });
  // The same server, at another path.
  expect(await move(`${receiver.url}other`)).not.toHaveProperty('madeSecret');
  const { madeSecret } = await move(there.url);
  expect(madeSecret).toMatch(/^whsec_/);
  expect(madeSecret).not.toBe(made.madeSecret);
  there.state.secret = madeSecret ?? '';
  await report({ json });
  await expect.poll(() => there.accepted() + there.refused.length).toBe(1);
  expect(there.refused).toEqual([]);
  // One that somebody has brought is asked for again.
  const own = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
  await json('POST', `/api/webhooks/${made.id}/signing-secret`, { body: { signingSecret: own } });
  const refused = await call('PUT', `/api/webhooks/${made.id}`, {
    headers,
    body: { config: configFor(receiver.url) },
  });
  expect(await refused.json()).toMatchObject({ status: 422, diagnostics: [{ field: 'signingSecret' }] });
});

it('a webhook that is moved to another profile takes along no secret that others still verify by', async () => {
  const { receiver, made, at, json, call } = await aWebhook();
  const headers = { 'if-match': '*' };
  const give = (profile: string) =>
    call('PUT', `/api/webhooks/${made.id}`, {
      headers,
      body: { config: { ...configFor(receiver.url), profile } },
    });
  expect((await give('globex')).status).toBe(200);
  const revealed = await json<Shown>('POST', `${at}/reveal`);
  expect(revealed.signingSecret).not.toBe(made.madeSecret);
  expect(revealed).not.toHaveProperty('formerUntil');
  const signingSecret = `whsec_${Buffer.alloc(32, 4).toString('base64')}`;
  await json('POST', at, { body: { signingSecret } });
  expect(await (await give('acme')).json()).toMatchObject({
    ...{ status: 422, diagnostics: [{ field: 'signingSecret' }] },
  });
});

it('with an overlap of 0, no former secret counts, not even where the current one stays', async () => {
  const { at, json } = await aWebhook();
  const { signingSecret } = await json<Shown>('POST', at, { body: {} });
  const ended = await json<Shown>('POST', at, { body: { signingSecret, overlapMs: 0 } });
  expect(ended).toEqual({ signingSecret, version: 3 });
});
