import { describe, expect, it } from 'vitest';
import type { ShownMessagePage } from '../../src/api/answers.ts';
import { defineReceiver } from '../../src/webhook/receivers/define-receiver.ts';
import { httpServer } from '../loopback-server.ts';
import { jsonOf, type TestServer, testServer } from './test-server.ts';

const secretValue = 'Bearer very-secret-value';
const signingSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

interface Shown {
  readonly id: string;
  readonly version: number;
  readonly config: { readonly headers: readonly object[]; readonly url: string };
  readonly diagnostics: readonly { readonly field: string; readonly code: string }[];
}

function configTo(url: string, more: object = {}) {
  return {
    profile: 'nightly',
    events: { Started: true, Completed: true },
    method: 'POST',
    url: `${url}/hooks/42`,
    contentType: 'application/json',
    payload: '{"event":"$event$"}',
    headers: [{ name: 'X-Key', value: secretValue, secret: true }],
    ...more,
  };
}

async function create({ call }: TestServer, config: object, more: object = {}): Promise<Shown> {
  const response = await call('POST', '/api/webhooks', { body: { config, ...more } });
  expect(response.status).toBe(201);
  return jsonOf(response);
}

function fieldsOf({ diagnostics }: Pick<Shown, 'diagnostics'>): readonly string[] {
  return diagnostics.map(({ field, code }) => `${field} ${code}`);
}

describe('a webhook', () => {
  it('is stored, changed and deleted, and who did what is kept', async () => {
    const tested = await testServer();
    const { call, json } = tested;
    const { id } = await create(tested, configTo('https://chat.example.com'));
    const path = `/api/webhooks/${id}`;
    const read = await call('GET', path);
    expect(read.headers.get('etag')).toBe('"1"');
    const config = configTo('https://chat.example.com', { payload: '{"what":"$event$"}' });
    const changed = await call('PUT', path, { body: { config }, headers: { 'if-match': '"1"' } });
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, '"2"']);
    expect((await call('DELETE', path, { headers: { 'if-match': '"2"' } })).status).toBe(204);
    expect((await call('GET', path)).status).toBe(404);
    expect(await json('GET', '/api/webhooks')).toEqual({ items: [] });
    const { items } = await json<{ items: object[] }>('GET', `${path}/versions`);
    expect(items).toMatchObject([
      { version: 3, change: 'deleted', fields: [], changedBy: 'editor' },
      { version: 2, change: 'updated', fields: ['payload'] },
      { version: 1, change: 'created', fields: expect.arrayContaining(['url', 'headers', 'payload']) },
    ]);
  });

  it('names its receiver, one of the gallery or of the server, which decides what its payload must be', async () => {
    const pager = defineReceiver({
      ...{ id: 'pager', name: 'Our pager', hosts: ['pager.example.com'], method: 'POST', documentation: [] },
      ...{ url: 'https://pager.example.com/', checked: '2026-11', payload: () => '{}' },
      schema: { type: 'object', required: ['page'] },
    });
    const tested = await testServer({ receivers: [pager] });
    const { call, json } = tested;
    const shown = await create(tested, configTo('https://pager.example.com'));
    expect(fieldsOf(shown)).toContain('receiver receiver-of-url');
    for (const receiver of ['pager', 'telegram']) {
      const config = configTo('https://pager.example.com', { receiver });
      const refused = await call('POST', '/api/webhooks', { body: { config } });
      expect(refused.status).toBe(422);
      expect(fieldsOf(await jsonOf(refused))).toContain('payload schema-missing-key');
      const found = await json<Shown>('POST', '/api/webhooks/validate', { body: { config } });
      expect(fieldsOf(found)).toContain('payload schema-missing-key');
    }
    const more = { receiver: 'pager', payload: '{"page":"$event$"}' };
    const { config } = await create(tested, configTo('https://pager.example.com', more));
    expect(config).toMatchObject(more);
  });

  it('is changed only by someone who says which version they have seen', async () => {
    const tested = await testServer();
    const { id } = await create(tested, configTo('https://chat.example.com'));
    const body = { config: configTo('https://chat.example.com') };
    const put = (headers: Record<string, string>) =>
      tested.call('PUT', `/api/webhooks/${id}`, { body, headers });
    expect((await put({})).status).toBe(428);
    expect((await put({ 'if-match': '"7"' })).status).toBe(412);
    const both = await Promise.all([put({ 'if-match': '"1"' }), put({ 'if-match': '"1"' })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    expect((await tested.call('DELETE', `/api/webhooks/${id}`)).status).toBe(428);
  });

  it('has a name that no other of its profile has, and that viewers see', async () => {
    const tested = await testServer();
    const chat = (more: object = {}) => configTo('https://chat.example.com', { name: 'Chat', ...more });
    const { id } = await create(tested, chat());
    expect(await tested.json('GET', `/api/webhooks/${id}`, { as: 'viewer' })).toMatchObject({ name: 'Chat' });
    const weekly = await create(tested, chat({ profile: 'weekly' }));
    const pager = await create(tested, configTo('https://chat.example.com', { name: 'Pager' }));
    const put = (of: Shown, config: object) =>
      tested.call('PUT', `/api/webhooks/${of.id}`, { body: { config }, headers: { 'if-match': '"1"' } });
    const refused = [
      await tested.call('POST', '/api/webhooks', { body: { config: chat() } }),
      await put(pager, chat()),
      await put(weekly, chat()),
    ];
    for (const response of refused) {
      expect(response.status).toBe(422);
      expect(fieldsOf(await jsonOf<Shown>(response))).toEqual(['name name-taken']);
    }
    await tested.call('DELETE', `/api/webhooks/${id}`, { headers: { 'if-match': '"1"' } });
    expect((await put(pager, chat())).status).toBe(200);
  });

  it('with errors is refused, with diagnostics for each field', async () => {
    const { call } = await testServer();
    const config = configTo('https://chat.example.com', { payload: '{"e":$profile$', method: 'FETCH' });
    const response = await call('POST', '/api/webhooks', { body: { config } });
    expect(response.status).toBe(422);
    const problem = await jsonOf<Shown & { code: string }>(response);
    expect(problem.code).toBe('invalid-body');
    expect(fieldsOf(problem)).toEqual(['method unknown-method', expect.stringMatching(/^payload json-/)]);
  });

  it('that sends nothing may be stored, with a warning', async () => {
    const tested = await testServer();
    const { diagnostics } = await create(tested, configTo('https://chat.example.com', { events: {} }));
    expect(fieldsOf({ diagnostics })).toEqual(['events no-event-enabled']);
  });

  it('is listed in pages, by profile', async () => {
    const tested = await testServer();
    for (const id of ['a', 'b', 'c']) await create(tested, configTo('https://chat.example.com', { id }));
    await create(tested, configTo('https://chat.example.com', { id: 'd', profile: 'weekly' }));
    interface Page {
      readonly items: readonly Shown[];
      readonly next?: string;
    }
    const first = await tested.json<Page>('GET', '/api/webhooks?profile=nightly&limit=2');
    expect(first.items.map(({ id }) => id)).toEqual(['a', 'b']);
    const second = await tested.json<Page>(
      'GET',
      `/api/webhooks?profile=nightly&limit=2&cursor=${first.next}`,
    );
    expect([second.items.map(({ id }) => id), second.next]).toEqual([['c'], undefined]);
    expect(await tested.json('GET', '/api/profiles')).toEqual({
      items: [
        { name: 'nightly', webhooks: 3, failing: 0, disabled: 0 },
        { name: 'weekly', webhooks: 1, failing: 0, disabled: 0 },
      ],
    });
  });

  it('is listed without its configuration where only a summary is asked for', async () => {
    const tested = await testServer();
    await create(tested, configTo('https://chat.example.com/secret-path', { id: 'a' }));
    const summary = await tested.call('GET', '/api/webhooks?summary=true');
    const text = await summary.text();
    expect(text).not.toContain('secret-path');
    const { items } = JSON.parse(text);
    expect(items).toMatchObject([{ id: 'a', host: 'chat.example.com', method: 'POST' }]);
    expect(items[0]).not.toHaveProperty('config');
    expect(items[0]).not.toHaveProperty('diagnostics');
  });

  it('shows its URL, headers and payload to editors alone', async () => {
    const tested = await testServer();
    const { id } = await create(tested, configTo('https://chat.example.com'));
    for (const as of ['viewer', 'operator'] as const) {
      const shown = await (await tested.call('GET', `/api/webhooks/${id}`, { as })).text();
      expect(shown).toContain('"host":"chat.example.com"');
      expect(shown).not.toMatch(/hooks\/42|X-Key|payload|very-secret/);
      expect(await (await tested.call('GET', `/api/webhooks/${id}/versions`, { as })).text()).not.toContain(
        'hooks/42',
      );
    }
  });
});

describe('the secrets of a webhook', () => {
  it('are written and never read, and stay where nothing is said of them', async () => {
    const receiver = await httpServer();
    const tested = await testServer();
    const config = configTo(receiver.url, { authentication: { username: 'ada', password: 'pa$$word-1' } });
    const created = await create(tested, config, { signingSecret });
    expect(created).toMatchObject({
      signingSecret: { set: true },
      config: {
        authentication: { username: 'ada', password: { set: true } },
        headers: [{ name: 'X-Key', secret: true, value: { set: true } }],
      },
    });
    const path = `/api/webhooks/${created.id}`;
    // As a page sends it back that has changed something else.
    const { config: shown } = await tested.json<Shown>('GET', path);
    const body = { config: { ...shown, payload: '{"now":"$event$"}' } };
    const changed = await tested.call('PUT', path, { body, headers: { 'if-match': '"1"' } });
    expect(changed.status).toBe(200);
    expect(await changed.text()).not.toMatch(/very-secret|word-1|whsec_/);
    await tested.call('POST', `${path}/test`, { body: {} });
    const [hit] = receiver.hits;
    expect(hit?.headers).toMatchObject({
      'x-key': secretValue,
      authorization: `Basic ${Buffer.from('ada:pa$$word-1').toString('base64')}`,
      'webhook-signature': expect.stringMatching(/^v1,/),
    });
  });

  it.each([
    ['when it is saved', 'PUT', '', { 'if-match': '"1"' }],
    ['when a draft of it is tested', 'POST', 'test', {}],
  ])('have to be given again %s and leads elsewhere', async (_when, method, place, headers) => {
    const [here, elsewhere] = [await httpServer(), await httpServer()];
    const tested = await testServer();
    const { id } = await create(tested, configTo(here.url), { signingSecret });
    const path = place === 'test' ? '/api/webhooks/test' : `/api/webhooks/${id}`;
    const kept = [{ name: 'X-Key', secret: true }];
    const draft = { config: configTo(elsewhere.url, { headers: kept }), ...(place === 'test' && { id }) };
    const refused = await tested.call(method, path, { body: draft, headers });
    expect(refused.status).toBe(422);
    expect(fieldsOf(await jsonOf(refused))).toEqual([
      'headers[0].value secret-needed-again',
      'signingSecret secret-needed-again',
    ]);
    expect(elsewhere.hits).toEqual([]);
    const given = { ...draft, config: configTo(elsewhere.url), signingSecret: null };
    expect((await tested.call(method, path, { body: given, headers })).status).toBe(200);
  });

  it.each([
    ['https://chat.example.com:8443/x'],
    ['http://chat.example.com/x'],
    ['https://chat.example.com.evil.example/x'],
    ['https://CHAT.example.com@evil.example/x'],
  ])('do not go to %s, which is not where they were given for', async url => {
    const tested = await testServer();
    const { id } = await create(tested, configTo('https://chat.example.com'));
    const config = configTo('', { url, headers: [{ name: 'X-Key', secret: true }] });
    const response = await tested.call('POST', '/api/webhooks/test', { body: { config, id } });
    expect(response.status).toBe(422);
  });

  it('that are said to be set, where none is stored, are asked for', async () => {
    const tested = await testServer();
    const { json } = tested;
    const config = configTo('https://example.com', { headers: [] });
    const set = { set: true };
    const secret = { name: 'X-Key', secret: true, value: set };
    for (const [body, field] of [
      [{ config, signingSecret: set }, 'signingSecret'],
      [{ config: { ...config, headers: [secret] } }, 'headers[0].value'],
      [
        { config: { ...config, authentication: { username: 'ada', password: set } } },
        'authentication.password',
      ],
    ] as const) {
      expect(await json('POST', '/api/webhooks', { body })).toMatchObject({
        status: 422,
        diagnostics: [{ field }],
      });
    }
    const { id } = await create(tested, config, { signingSecret: null });
    const kept = { body: { config, signingSecret: set }, headers: { 'if-match': '*' } };
    expect(await json('PUT', `/api/webhooks/${id}`, kept)).toMatchObject({ status: 422 });
  });

  it('that are headers cannot be empty, as where a page did not keep them', async () => {
    const { json } = await testServer();
    const headers = [{ name: 'X-Key', secret: true, value: '' }];
    const body = { config: configTo('https://example.com', { headers }) };
    expect(await json('POST', '/api/webhooks', { body })).toMatchObject({
      status: 422,
      diagnostics: [{ field: 'headers[0].value', code: 'missing-secret' }],
    });
    const withPassword = { username: 'ada', password: '' };
    const allowed = configTo('https://example.com', { headers: [], authentication: withPassword });
    expect(await json('POST', '/api/webhooks', { body: { config: allowed } })).toMatchObject({
      config: { authentication: { password: { set: true } } },
    });
  });

  it('cannot be made visible without being given again', async () => {
    const tested = await testServer();
    const { id } = await create(tested, configTo('https://chat.example.com'));
    for (const value of [undefined, { set: true }]) {
      const config = configTo('https://chat.example.com', { headers: [{ name: 'X-Key', value }] });
      const body = { config, id };
      const response = await tested.call('PUT', `/api/webhooks/${id}`, {
        body: { config },
        headers: { 'if-match': '*' },
      });
      expect(response.status).toBe(422);
      const preview = await tested.call('POST', '/api/webhooks/preview', { body });
      expect(await preview.text()).not.toContain('very-secret');
    }
  });

  it('that sign are kept for a day when they are replaced', async () => {
    const receiver = await httpServer();
    let now = Date.now();
    const tested = await testServer({ clock: () => now });
    const config = configTo(receiver.url);
    const { id } = await create(tested, config, { signingSecret });
    const next = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
    const headers = { 'if-match': '*' };
    await tested.call('PUT', `/api/webhooks/${id}`, { body: { config, signingSecret: next }, headers });
    await tested.call('POST', `/api/webhooks/${id}/test`, { body: {} });
    now += 86_400_001;
    await tested.call('POST', `/api/webhooks/${id}/test`, { body: {} });
    const counts = receiver.hits.map(hit => String(hit.headers['webhook-signature']).split(' ').length);
    expect(counts).toEqual([2, 1]);
  });

  it('are hidden in the versions from before they were marked as well', async () => {
    const tested = await testServer();
    const headersOf = (secret: object) => [{ name: 'X-Key', value: 'very-secret-value', ...secret }];
    const { id } = await create(tested, configTo('https://chat.example.com', { headers: headersOf({}) }));
    const config = configTo('https://chat.example.com', { headers: headersOf({ secret: true }) });
    const put = { body: { config }, headers: { 'if-match': '*' } };
    expect((await tested.call('PUT', `/api/webhooks/${id}`, put)).status).toBe(200);
    for (const page of ['', '?limit=1']) {
      const versions = await (await tested.call('GET', `/api/webhooks/${id}/versions${page}`)).text();
      expect(versions).toContain('{"name":"X-Key","value":{"set":true},"secret":true}');
      expect(versions).not.toContain('very-secret');
      const { next } = JSON.parse(versions);
      if (next === undefined) continue;
      const older = await tested.call('GET', `/api/webhooks/${id}/versions?cursor=${next}`);
      const text = await older.text();
      expect(text).toContain('"version":1');
      expect(text).not.toContain('very-secret');
    }
  });

  it('are taken out of what a receiver sends back', async () => {
    const echo = await httpServer((response, hit) =>
      response.writeHead(400, { 'x-seen': hit.headers['x-key'] }).end(JSON.stringify(hit)),
    );
    const tested = await testServer();
    const { id } = await create(tested, configTo(echo.url));
    const answer = await (await tested.call('POST', `/api/webhooks/${id}/test`, { body: {} })).text();
    expect(answer).toContain('***');
    expect(answer).not.toContain('very-secret');
  });

  it('are taken out as their templates gave them, however a receiver writes them', async () => {
    const writings: ((text: string) => string)[] = [
      text => text,
      text => JSON.stringify({ text }).replaceAll('/', '\\/'),
      text => text.replaceAll(/\W/g, mark => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`),
      text => encodeURIComponent(text).toLowerCase(),
      text => new URLSearchParams({ text }).toString(),
      text => text.replaceAll(/\W/g, mark => `&#${mark.charCodeAt(0)};`),
      text => JSON.stringify(JSON.stringify(text).replaceAll('/', '\\/')),
    ];
    const echo = await httpServer((response, { headers }, before) => {
      const seen = [headers['x-key'], headers.authorization, 'end'].map(String);
      response.writeHead(400).end(seen.map(writings[before] ?? String).join(' | '));
    });
    const tested = await testServer();
    const { id } = await create(
      tested,
      configTo(echo.url, {
        headers: [{ name: 'X-Key', value: 'very\\$secret/$profile$/"top"', secret: true }],
        authentication: { username: 'ada', password: 'pass>>>word???' },
      }),
    );
    for (const _ of writings) {
      const answer = await tested.json<object>('POST', `/api/webhooks/${id}/test`, { body: {} });
      expect(answer).toMatchObject({ attempt: { outcome: { status: 400, body: expect.any(String) } } });
      const shown = JSON.stringify(answer);
      expect(shown).toContain('end');
      expect(shown).not.toMatch(/very|top|nightly|YWRh/);
    }
  });
});

describe('Test Connection', () => {
  it('sends Started at once, marked as a test, and does not try again', async () => {
    const receiver = await httpServer(response => response.writeHead(503).end('busy'));
    const tested = await testServer();
    const { id } = await create(tested, configTo(receiver.url));
    for (const [path, body] of [
      [`/api/webhooks/${id}/test`, {}],
      ['/api/webhooks/test', { config: configTo(receiver.url) }],
    ] as const) {
      const answer = await tested.json('POST', path, { body });
      expect(answer).toMatchObject({
        event: 'Started',
        request: { method: 'POST', body: '{"event":"Started"}', headers: expect.any(Array) },
        attempt: {
          number: 1,
          durationMs: expect.toSatisfy(Number.isInteger),
          outcome: { kind: 'answered', status: 503, body: 'busy' },
        },
      });
    }
    expect(receiver.hits.map(({ body, headers }) => [body, headers['hookplate-test']])).toEqual([
      ['{"event":"Started"}', 'true'],
      ['{"event":"Started"}', 'true'],
    ]);
    expect(String(receiver.hits[0]?.headers['webhook-id'])).toMatch(/^test_/);
  });

  it('sends another event that is on, and nothing where none is', async () => {
    const receiver = await httpServer();
    const tested = await testServer();
    const test = (events: object, event?: string) =>
      tested.call('POST', '/api/webhooks/test', {
        body: { config: configTo(receiver.url, { events }), event },
      });
    expect(await (await test({ Errored: true })).json()).toMatchObject({ event: 'Errored' });
    for (const refused of [await test({ Errored: true }, 'Started'), await test({})]) {
      expect(refused.status).toBe(422);
      expect(fieldsOf(await jsonOf(refused))).toEqual(['event event-off']);
    }
    expect(receiver.hits).toHaveLength(1);
  });

  it('dials no address that messages may not be sent to', async () => {
    const receiver = await httpServer();
    const tested = await testServer({ allow: [] });
    const hosts = [
      receiver.url,
      receiver.url.replace('127.0.0.1', '[::ffff:127.0.0.1]'),
      'http://169.254.169.254',
    ];
    for (const host of hosts) {
      const body = { config: configTo(host) };
      const { attempt } = await tested.json<{ attempt: { outcome: object } }>('POST', '/api/webhooks/test', {
        body,
      });
      expect(attempt.outcome).toMatchObject({ kind: 'failed', error: 'refused-address' });
    }
    expect(receiver.hits).toEqual([]);
  });
});

describe('a webhook without a signing secret', () => {
  it('is unsigned on purpose: its messages and its tests arrive without a signature', async () => {
    const receiver = await httpServer();
    const tested = await testServer();
    const config = configTo(receiver.url, { events: { Completed: true } });
    await create(tested, config, { signingSecret: null });
    await tested.json('POST', '/api/webhooks/test', { body: { config } });
    await tested.call('POST', '/api/v2/project/etl/task/copy/run?trigger=API', {
      body: { job: { tables: [] } },
    });
    await expect.poll(() => receiver.hits).toHaveLength(2);
    for (const { headers } of receiver.hits) expect(headers).not.toHaveProperty('webhook-signature');
  });
});

describe('a webhook that is deleted', () => {
  it('has its waiting messages cancelled with that reason, and none of them resent', async () => {
    const receiver = await httpServer(response => response.writeHead(503).end());
    const tested = await testServer({ delivery: { schedule: [3_600_000], pollMs: 20 } });
    const { id } = await create(tested, configTo(receiver.url, { events: { Completed: true } }));
    await tested.call('POST', '/api/v2/project/etl/task/copy/run?trigger=API', {
      body: { job: { tables: [] } },
    });
    const messages = async () =>
      (await tested.json<ShownMessagePage>('GET', `/api/messages?webhook=${id}`)).items;
    await expect.poll(messages).toMatchObject([{ state: 'pending', attempts: 1 }]);
    await tested.call('DELETE', `/api/webhooks/${id}`, { headers: { 'if-match': '*' } });
    await expect.poll(messages).toMatchObject([{ state: 'cancelled', reason: 'webhook-deleted' }]);
    const [message] = await messages();
    const resent = await tested.call('POST', `/api/messages/${message?.id}/resend`);
    expect([resent.status, await jsonOf(resent)]).toMatchObject([409, { code: 'wrong-state' }]);
    expect(receiver.hits).toHaveLength(1);
  });
});

describe('a draft', () => {
  it('is diagnosed and previewed, and nothing is sent', async () => {
    const receiver = await httpServer();
    const { json } = await testServer();
    const body = { config: configTo(receiver.url) };
    expect(await json('POST', '/api/webhooks/validate', { body })).toEqual({ diagnostics: [] });
    const preview = await json<{ events: { request: object }[] }>('POST', '/api/webhooks/preview', { body });
    expect(preview.events.map(({ request }) => request)).toMatchObject([
      { body: '{"event":"Started"}' },
      { body: '{"event":"Completed"}' },
    ]);
    expect(JSON.stringify(preview)).not.toContain('very-secret');
    expect(await json('POST', '/api/webhooks/validate', { body: { config: {} } })).toMatchObject({
      diagnostics: expect.arrayContaining([expect.objectContaining({ code: 'missing-setting' })]),
    });
    expect(receiver.hits).toEqual([]);
  });
});

describe('processes', () => {
  it('use the webhooks of their profile as they are when something happens', async () => {
    const receiver = await httpServer();
    const tested = await testServer();
    const arrived = () => receiver.hits.map(({ method, path, body }) => [method, path, body]);
    const run = async () => {
      const body = { job: { tables: [] } };
      const path = '/api/v2/project/etl/task/copy/run?trigger=API';
      return tested.json<{ pid: string }>('POST', path, { body });
    };
    const { id } = await create(tested, configTo(receiver.url), { signingSecret });
    await run();
    await expect.poll(arrived).toHaveLength(2);
    const next = configTo(receiver.url, { events: { Completed: true }, payload: '{"n":$recordsProcessed$}' });
    await tested.call('PUT', `/api/webhooks/${id}`, { body: { config: next }, headers: { 'if-match': '*' } });
    const { pid } = await run();
    await expect.poll(arrived).toHaveLength(3);
    expect(arrived()[2]).toEqual(['POST', '/hooks/42', '{"n":3}']);
    expect(receiver.hits[2]?.headers).toMatchObject({
      'x-key': secretValue,
      'webhook-signature': expect.stringMatching(/^v1,/),
    });
    await tested.call('DELETE', `/api/webhooks/${id}`, { headers: { 'if-match': '*' } });
    await run();
    const process = await tested.json<{ events: { event: string; messages: object[] }[] }>(
      'GET',
      `/api/processes/${pid}`,
    );
    expect(process.events.map(({ event, messages }) => [event, messages.length])).toEqual([
      ['Started', 0],
      ['Completed', 1],
    ]);
    expect(receiver.hits).toHaveLength(3);
  });
});
