import { Hono } from 'hono';
import { describe, expect, it, onTestFinished } from 'vitest';
import { defineEvents } from '../../src/index.ts';
import { readOutboxOptions } from '../../src/outbox/outbox-options.ts';
import { createHookplate, type WebhookSeed } from '../../src/server/index.ts';
import { defineReceiver, receivers } from '../../src/webhook/receivers/index.ts';
import { httpServer } from '../loopback-server.ts';
import { executorOf, openTestDatabase } from '../outbox/test-database.ts';
import { callerOf, jsonOf, testServer } from './test-server.ts';
import { basicOf, copyTask, users } from './test-users.ts';

const body = { job: { tables: [] } };

it('all paths may begin somewhere else, and clients be told another address', async () => {
  const { call, json } = await testServer({
    basePath: '/hooks',
    publicUrl: 'https://etl.example.com/hooks/',
  });
  expect((await call('GET', '/api/session')).status).toBe(404);
  expect((await call('GET', '/hooks/healthz', { as: 'nobody' })).status).toBe(200);
  const run = await json<{ pid: string }>('POST', '/hooks/api/v2/project/etl/task/copy/run?trigger=API', {
    body,
  });
  const base = 'https://etl.example.com/hooks/api/v2';
  expect(run).toMatchObject({ statusUrl: `${base}/status/${run.pid}` });
  expect(await json('GET', '/hooks/api/flows/etl/copy/api')).toMatchObject({ baseUrl: base });
  expect((await call('POST', '/hooks/api/flows/etl/copy/api/test', { body: {} })).status).toBe(202);
  expect(await json('GET', '/hooks/api/openapi.json')).toMatchObject({
    servers: [{ url: 'https://etl.example.com/hooks' }],
  });
});

it('paths outside the base path are 404 for everybody, and count as no wrong password', async () => {
  const { call, json } = await testServer({ basePath: '/hooks' });
  const wrong = { authorization: basicOf('editor', 'guess') };
  for (const path of ['/', '/hook', '/hooksy/api/session', '/api/session', '/in/alerts']) {
    const detail = 'There is nothing at this address: all paths here begin with `/hooks`.';
    expect(await json('GET', path, { as: 'nobody' })).toMatchObject({ status: 404, detail });
    const page = await call('GET', path, { as: 'nobody', headers: { accept: 'text/html' } });
    expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('begin with /hooks.')]);
    for (let tries = 0; tries < 3; tries++) {
      expect((await call('POST', path, { as: 'nobody', headers: wrong })).status).toBe(404);
    }
  }
  expect((await call('GET', '/hooks/api/session')).status).toBe(200);
  expect((await call('GET', '/hooks/api/nothing', { as: 'nobody' })).status).toBe(401);
  expect((await call('GET', '/hooks/api/nothing')).status).toBe(404);
});

it('the app is mounted in another one, whose own routes stay', async () => {
  const { server } = await testServer({
    users: undefined,
    authenticate: () => ({ name: 'ada', role: 'editor' }),
  });
  const app = new Hono().get('/own', context => context.text('own')).route('/hooks', server.app);
  const ask = (path: string) => app.request(`http://localhost${path}`);
  expect(await (await ask('/own')).text()).toBe('own');
  expect(await jsonOf(await ask('/hooks/api/session'))).toEqual({ name: 'ada', role: 'editor' });
  expect((await ask('/hooks/api/v2/status/x')).status).toBe(404);
});

it('webhooks of a catalogue of its own are checked, previewed and shown by it', async () => {
  const events = defineEvents({
    variables: { order: { id: 'number' } },
    events: { 'order.paid': { title: 'Paid' }, 'order.lost': { title: 'Lost' } },
  });
  const { call, json } = await testServer({ events });
  expect(await json('GET', '/api/catalogue')).toMatchObject({
    events: [
      { name: 'order.paid', title: 'Paid', variables: { order: { id: 'number' } } },
      { name: 'order.lost' },
    ],
  });
  const config = { events: { 'order.paid': true }, method: 'GET', url: 'https://example.com/?id=$order.id$' };
  expect((await call('POST', '/api/webhooks', { body: { config } })).status).toBe(201);
  const wrong = { ...config, url: 'https://example.com/?id=$profile$' };
  expect((await call('POST', '/api/webhooks', { body: { config: wrong } })).status).toBe(422);
  expect(await json('POST', '/api/webhooks/preview', { body: { config } })).toMatchObject({
    events: [{ kind: 'request', event: { event: 'order.paid' } }],
  });
});

it('the receivers that webhooks may name are listed, its own first, with messages for its events', async () => {
  const events = defineEvents({ events: { paid: { title: 'Paid' } } });
  const pager = defineReceiver({
    ...{ id: 'pager', name: 'Our pager', hosts: ['pager.example.com'], method: 'POST' },
    url: () => 'https://pager.example.com/YOUR_TOKEN',
    contentType: 'application/json',
    schema: { required: ['page'] },
    ...{ documentation: [], checked: '2026-11', secret: 'url', category: 'incidents' },
    payload: ({ names }) => `{"page": "${names.join()}"}`,
  });
  const known = { id: 'known', name: 'Known', hosts: [], schema: true };
  const { call, json } = await testServer({ events, receivers: [pager, known] });
  const { items }: { items: { id: string }[] } = await json('GET', '/api/receivers');
  expect(items.map(({ id }) => id)).toEqual(['pager', 'known', ...receivers.map(({ id }) => id)]);
  expect(items[0]).toEqual({
    ...{ id: 'pager', name: 'Our pager', hosts: ['pager.example.com'], method: 'POST' },
    ...{ url: 'https://pager.example.com/YOUR_TOKEN', contentType: 'application/json' },
    ...{ documentation: [], checked: '2026-11', secret: 'url', category: 'incidents' },
  });
  expect(items[1]).toEqual({ id: 'known', name: 'Known', hosts: [], category: 'generic' });
  const whole = { ...items[0], schema: { required: ['page'] }, payload: '{"page": "paid"}' };
  expect(await json('GET', '/api/receivers/pager')).toEqual(whole);
  expect(await json('GET', '/api/receivers/known')).toEqual({ ...known, category: 'generic' });
  const pagerduty: { payload?: string } = await json('GET', '/api/receivers/pagerduty');
  expect(pagerduty).toMatchObject({ secret: 'routing_key', schema: { type: 'object' } });
  expect(pagerduty.payload).toContain('Paid');
  expect((await call('GET', '/api/receivers/none')).status).toBe(404);
  expect(await json('GET', '/api/receivers/none')).toMatchObject({ code: 'unknown-receiver' });
  // Threads check by what it accepts.
  const address = { url: 'https://pager.example.com/x', contentType: 'application/json' };
  const config = { receiver: 'pager', events: { paid: true }, method: 'POST', ...address, payload: '{}' };
  expect(await json('POST', '/api/webhooks/validate', { body: { config } })).toMatchObject({
    diagnostics: [{ code: 'schema-missing-key' }],
  });
});

it('an application tells webhooks of its own events, within its own transaction', async () => {
  const receiver = await httpServer();
  const events = defineEvents({
    variables: { order: { id: 'number', note: 'string' } },
    events: { 'order.paid': { title: 'Paid' }, 'order.lost': { title: 'Lost' } },
  });
  const database = await openTestDatabase('PostgreSQL');
  const { server, call, json } = await testServer({ events, database });
  for (const url of [`${receiver.url}/$order.id$`, `${receiver.url}/$order.note$/x`]) {
    const config = { events: { 'order.paid': true }, method: 'GET', url };
    expect((await call('POST', '/api/webhooks', { body: { config } })).status).toBe(201);
  }
  const paid = events.create('order.paid', { order: { id: 7, note: '..' } });
  const messagesOf = async (id: string) =>
    (await json<{ messages?: readonly string[] }>('GET', `/api/events/${id}`)).messages;
  const lost = await server.notify(events.create('order.lost', { order: { id: 8, note: '' } }));
  await expect.poll(() => messagesOf(lost.id)).toEqual([]);
  const { transaction } = readOutboxOptions({ database }).settings.database;
  const undone = transaction(async tx => {
    await server.notify(paid, { transaction: tx });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  const { id } = await server.notify(paid);
  await expect.poll(() => messagesOf(id)).toHaveLength(2);
  const ids = (await messagesOf(id)) ?? [];
  await expect.poll(() => receiver.hits.map(({ path }) => path)).toEqual(['/7']);
  const { items } = await json<{ items: { id: string; state: string; reason?: string }[] }>(
    'GET',
    '/api/messages',
  );
  expect(items.map(({ id }) => id).toSorted()).toEqual([...ids].toSorted());
  expect(items).toContainEqual(expect.objectContaining({ state: 'failed', reason: 'refused-value' }));
  await expect(server.notify({} as never)).rejects.toThrow('event: expected an event');
});

describe('what a server begins with', () => {
  const chat: WebhookSeed = {
    id: 'chat',
    profile: 'nightly',
    events: { Started: true },
    method: 'GET',
    url: 'https://example.com/hook',
  };
  const projects = { etl: { tasks: { copy: copyTask } } };

  it('is stored before anybody can ask for it', async () => {
    const database = await openTestDatabase('PostgreSQL');
    const server = await createHookplate({ database, users, projects, webhooks: [chat] });
    onTestFinished(() => server.stop({ timeoutMs: 0 }));
    const { json } = callerOf(server);
    expect(await json('GET', '/api/webhooks')).toMatchObject({ items: [{ id: 'chat' }] });
    expect(await json('GET', '/api/flows')).toMatchObject({ items: [{ api: { enabled: true } }] });
  });

  it('is stored without its name where somebody has taken that', async () => {
    const database = await openTestDatabase('PostgreSQL');
    const named = { ...chat, name: 'Chat' };
    const first = await createHookplate({ database, users, projects, webhooks: [named] });
    await first.stop({ timeoutMs: 0 });
    const server = await createHookplate({
      database,
      users,
      projects,
      webhooks: [{ ...named, id: 'other' }],
    });
    onTestFinished(() => server.stop({ timeoutMs: 0 }));
    expect(await callerOf(server).json('GET', '/api/webhooks')).toMatchObject({
      items: [{ id: 'chat', name: 'Chat' }, { id: 'other' }],
    });
    const twice = createHookplate({ database, users, webhooks: [named, { ...named, id: 'other' }] });
    await expect(twice).rejects.toThrow('options.webhooks[1].name: expected a name that no other');
  });

  it('and cannot be stored ends the start, before it listens', async () => {
    const database = await openTestDatabase('PostgreSQL');
    await executorOf(database).query('drop table hookplate.webhook_version');
    const made = createHookplate({ database, users, webhooks: [chat] });
    await expect(made).rejects.toMatchObject({ code: 'database-not-migrated' });
  });

  it.each([
    ['a NUL', 'night\0ly'],
    ['half of a surrogate pair', '\ud800'],
    ['257 characters', 'x'.repeat(257)],
  ])('is refused where its profile has %s, as it would be when it is saved', async (_what, profile) => {
    const database = await openTestDatabase('PostgreSQL');
    const made = createHookplate({ database, users, webhooks: [{ ...chat, profile }] });
    await expect(made).rejects.toThrow('options.webhooks[0].profile: The name of a profile has at most 256');
  });
});
