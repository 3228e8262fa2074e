import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { newId } from '../../src/database/new-id.ts';
import { createHookplate, HookplateError, type ProfileCalls } from '../../src/server/index.ts';
import { defineEvents } from '../../src/webhook/events/define-events.ts';
import { httpServer } from '../loopback-server.ts';
import { migratedPostgres, query } from '../outbox/test-database.ts';
import { testServer } from './test-server.ts';
import { users } from './test-users.ts';

const shop = defineEvents({
  variables: { number: 'string' },
  events: { 'order.placed': { title: 'An order was placed' } },
});

const isUnknown = (code: string) =>
  expect.objectContaining({ constructor: HookplateError, code, status: 404, diagnostics: [] });

async function twoProfiles() {
  const receiver = await httpServer();
  const { server } = await testServer({ events: shop });
  const [acme, globex] = [server.forProfile('acme', { by: 'Ada' }), server.forProfile('globex')];
  const config = {
    events: { 'order.placed': true },
    method: 'GET',
    url: `${receiver.url}/?n=$number$`,
  } as const;
  return { receiver, server, acme, globex, config };
}

it('an application does in code for one profile what its editors do, and knows nothing of others', async () => {
  const { receiver, server, acme, globex, config } = await twoProfiles();
  const { id, version, updatedBy, profile } = await acme.save(config);
  expect([version, updatedBy, profile]).toEqual([1, 'Ada', 'acme']);
  expect(await acme.save({ ...config, name: 'Orders' }, { id, version })).toMatchObject({
    version: 2,
    name: 'Orders',
  });
  await expect(acme.save(config, { id, version })).rejects.toMatchObject({ code: 'stale', status: 412 });
  await expect(acme.save({ ...config, url: '$number$' })).rejects.toMatchObject({
    ...{ code: 'invalid-body', status: 422, diagnostics: [{ field: 'url' }] },
  });
  expect(await acme.test(id)).toMatchObject({ event: 'order.placed', attempt: { outcome: { status: 200 } } });

  await server.notify(shop.create('order.placed', { number: '7' }), { profile: 'acme' });
  await expect
    .poll(async () => (await acme.messages()).items)
    .toMatchObject([{ state: 'delivered', webhook: id }]);
  expect(receiver.hits.at(-1)?.path).toBe('/?n=7');
  const message = (await acme.messages()).items[0]?.id ?? '';
  expect(await acme.message(message)).toMatchObject({ request: { url: `${receiver.url}/?n=7` } });
  expect((await acme.stats()).buckets.at(-1)).toMatchObject({ enqueued: 1, succeeded: 1 });

  expect(await globex.list()).toEqual({ items: [] });
  expect((await globex.messages()).items).toEqual([]);
  expect((await globex.stats()).buckets.at(-1)).toMatchObject({ enqueued: 0 });
  await expect(globex.save(config, { id })).rejects.toEqual(isUnknown('unknown-webhook'));
  await expect(globex.remove(id)).rejects.toEqual(isUnknown('unknown-webhook'));
  await expect(globex.test(id)).rejects.toEqual(isUnknown('unknown-webhook'));
  for (const act of [globex.message, globex.resend, globex.cancel])
    await expect(act(message)).rejects.toEqual(isUnknown('unknown-message'));
  await expect(globex.save({ ...config, profile: 'acme' })).rejects.toMatchObject({ status: 422 });

  // Operators see all.
  expect((await server.list()).items).toMatchObject([{ id, profile: 'acme' }]);
  expect((await server.messages()).items).toHaveLength(1);
  await acme.resend(message);
  await expect.poll(() => receiver.hits.length).toBe(3);
  await acme.remove(id);
  expect(await acme.list()).toEqual({ items: [] });
});

it('each function of a profile says of what another has what it says of what there is not', async () => {
  const { server, acme, globex, config } = await twoProfiles();
  const { id: webhook } = await acme.save(config);
  await server.notify(shop.create('order.placed', { number: '7' }), { profile: 'acme' });
  await expect.poll(async () => (await acme.messages({ state: 'delivered' })).items).toHaveLength(1);
  const message = (await acme.messages()).items[0]?.id ?? '';
  interface Ids {
    readonly webhook: string;
    readonly message: string;
  }
  const asked: { readonly [Name in keyof ProfileCalls]: (ids: Ids) => Promise<unknown> } = {
    list: () => globex.list(),
    save: ({ webhook }) => globex.save(config, { id: webhook, version: 1 }),
    remove: ({ webhook }) => globex.remove(webhook),
    test: ({ webhook }) => globex.test(webhook),
    messages: ({ webhook }) => globex.messages({ webhook }),
    message: ({ message }) => globex.message(message),
    resend: ({ message }) => globex.resend(message),
    cancel: ({ message }) => globex.cancel(message),
    // An hour may end between two questions.
    stats: async ({ webhook }) =>
      (await globex.stats({ webhook })).buckets.filter(({ enqueued }) => enqueued > 0),
    erase: () => globex.erase(),
  };
  expect(Object.keys(globex).toSorted()).toEqual(Object.keys(asked).toSorted());
  /** What is said, with the ids that were asked for taken out. */
  const said = async (act: (ids: Ids) => Promise<unknown>, ids: Ids): Promise<string> => {
    const text = await act(ids).then(
      answer => JSON.stringify(answer),
      (error: HookplateError) => JSON.stringify([error.code, error.status, error.message, error.diagnostics]),
    );
    return text.replaceAll(ids.webhook, 'ID').replaceAll(ids.message, 'ID');
  };
  const invented = { webhook: newId(), message: newId() };
  for (const [name, act] of Object.entries(asked))
    expect([name, await said(act, { webhook, message })]).toEqual([name, await said(act, invented)]);
  expect((await acme.list()).items).toMatchObject([{ id: webhook, version: 1 }]);
  expect((await acme.messages()).items).toMatchObject([{ id: message, state: 'delivered' }]);
});

it('erasing a profile leaves nothing of it, and the other as it was', async () => {
  const { server, acme, globex, config } = await twoProfiles();
  let erased = '';
  for (const [profile, calls] of Object.entries({ globex, acme })) {
    erased = (await calls.save({ ...config, name: `hook of ${profile}` })).id;
    await server.notify(shop.create('order.placed', { number: `number of ${profile}` }), { profile });
    await expect.poll(async () => (await calls.messages({ state: 'delivered' })).items).toHaveLength(1);
  }
  expect(await acme.erase()).toEqual({ webhooks: 1, events: 1, messages: 1, processes: 0 });
  expect(await acme.list()).toEqual({ items: [] });
  expect((await acme.messages()).items).toEqual([]);
  expect(await acme.erase()).toEqual({ webhooks: 0, events: 0, messages: 0, processes: 0 });
  // What others would get under an id that was erased may still be compiled somewhere.
  const again = server.save({ ...config, profile: 'globex', id: erased } as never);
  await expect(again).rejects.toMatchObject({ code: 'id-taken' });
  expect((await globex.list()).items).toHaveLength(1);
  expect((await globex.messages()).items).toHaveLength(1);
});

it('opens the database whose options it is given, and closes it when it stops, but not the pool of the caller', async () => {
  const url = await migratedPostgres();
  const open = async () => {
    const [row] = (await query(
      url,
      'select count(*)::int as n from pg_stat_activity where datname = current_database()',
    )) as readonly { readonly n: number }[];
    return row?.n;
  };
  const own = await createHookplate({ database: { url }, users, events: shop });
  expect(await own.list()).toEqual({ items: [] });
  await own.stop();
  await expect.poll(open).toBe(1);
  const refused = createHookplate({ database: { url }, users, hosts: 7 as never });
  await expect(refused).rejects.toThrow('options.hosts');
  await expect.poll(open).toBe(1);
  const pool = new pg.Pool({ connectionString: url });
  onTestFinished(() => pool.end());
  const shared = await createHookplate({ database: { pool }, users, events: shop });
  await shared.stop();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

it('is mounted in a server of Node.js, also where a framework has cut the path off', async () => {
  const { server } = await testServer({ basePath: '/webhooks' });
  const app = createServer((request, response) => {
    const { url = '' } = request;
    if (!url.startsWith('/webhooks')) return response.end('the application');
    // As Express does.
    Object.assign(request, { originalUrl: url, url: url.slice('/webhooks'.length) || '/' });
    return server.node(request, response);
  }).listen(0, '127.0.0.1');
  await once(app, 'listening');
  onTestFinished(() => void app.close());
  const { port } = app.address() as AddressInfo;
  const origin = `http://localhost:${port}`;
  expect(await (await fetch(origin)).text()).toBe('the application');
  expect((await fetch(`${origin}/webhooks/healthz`)).status).toBe(200);
  const headers = { authorization: `Basic ${btoa('editor:does-it-all')}` };
  const session = await fetch(`${origin}/webhooks/api/session`, { headers });
  expect(await session.json()).toEqual({ name: 'editor', role: 'editor' });
});
