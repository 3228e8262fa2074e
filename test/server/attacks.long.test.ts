import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  createHookplate,
  type Listening,
  type RequestLogEntry,
  type ServeNodeOptions,
  serveNode,
} from '../../src/server/index.ts';
import { httpServer } from '../loopback-server.ts';
import { openTestDatabase } from '../outbox/test-database.ts';
import { testServer } from './test-server.ts';
import { basicOf, passwords, type RoleName } from './test-users.ts';

async function listening(options: ServeNodeOptions = {}): Promise<Listening> {
  const { server } = await testServer();
  const served = await serveNode(server, { port: 0, ...options });
  onTestFinished(() => served.close());
  return served;
}

/** A connection, and what came back over it; gone when the test ends. */
async function connection(port: number): Promise<{ readonly socket: Socket; readonly text: () => string }> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', chunk => {
    text += chunk;
  });
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return { socket, text: () => text };
}

/** The status of an answer and the code of its problem document, which is as long as it says. */
function problemIn(text: string): readonly [status: number, code: string] {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  expect(head).toContain('content-type: application/problem+json');
  expect(head.toLowerCase()).not.toContain('transfer-encoding');
  expect(head).toMatch(/connection: close/i);
  const problem: { status: number; code: string } = JSON.parse(body);
  expect(head).toContain(`HTTP/1.1 ${problem.status} `);
  return [problem.status, problem.code];
}

const authorization = basicOf('editor', passwords.editor);

describe('a server that listens', () => {
  it('is on loopback unless it is told otherwise, and elsewhere only with users', async () => {
    expect((await listening()).origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const database = await openTestDatabase('PostgreSQL');
    const server = await createHookplate({ database });
    onTestFinished(() => server.stop());
    await expect(serveNode(server, { host: '0.0.0.0', port: 0 })).rejects.toThrow(
      'options.host: pass `users` to `createHookplate` to listen on more than loopback',
    );
    const served = await serveNode(server, { host: '::1', port: 0 });
    expect(served.origin).toMatch(/^http:\/\/\[::1\]:\d+$/);
    await served.close();
  });

  it('ends requests whose headers or bodies dawdle', async () => {
    const { port } = await listening({ headersTimeoutMs: 300, requestTimeoutMs: 300 });
    const headers = await connection(port);
    headers.socket.write('GET /api/session HTTP/1.1\r\nHost: localhost\r\nX-Slow:');
    const slow = await connection(port);
    slow.socket.write(
      `POST /api/tokens HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    );
    await Promise.all([once(headers.socket, 'close'), once(slow.socket, 'close')]);
    for (const { text } of [headers, slow]) expect(problemIn(text())).toMatchObject([408, 'request-timeout']);
  });

  it.each([
    ['is not HTTP', 'hello\r\n\r\n', 400, 'invalid-http'],
    [
      'has two lengths',
      'GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
      'invalid-http',
    ],
    [
      'has 17 KiB of headers',
      `GET / HTTP/1.1\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`,
      431,
      'headers-too-large',
    ],
    [
      'expects something',
      'GET / HTTP/1.1\r\nHost: localhost\r\nExpect: cake\r\n\r\n',
      417,
      'unknown-expectation',
    ],
    ['asks for no path', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n', 400, 'invalid-http'],
    [
      'asks for no URL',
      'GET http://localhost:99999/ HTTP/1.1\r\nHost: localhost\r\n\r\n',
      400,
      'invalid-http',
    ],
    ['says no host', 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n', 400, 'invalid-http'],
  ])('answers with a problem document what %s, and tells of it', async (_what, request, status, code) => {
    const entries: RequestLogEntry[] = [];
    const { server, call } = await testServer({ log: entry => entries.push(entry) });
    const served = await serveNode(server, { port: 0 });
    onTestFinished(() => served.close());
    const { socket, text } = await connection(served.port);
    socket.write(request);
    await once(socket, 'close');
    expect(problemIn(text())).toEqual([status, code]);
    const [, requestId] = /^x-request-id: (.*)\r$/m.exec(text()) ?? [];
    expect(entries).toMatchObject([{ requestId, method: 'other', route: 'none', status, problem: code }]);
    expect(await (await call('GET', '/metrics')).text()).toContain(
      `hookplate_http_request_duration_seconds_count{method="other",route="none",status="${status}"} 1`,
    );
  });

  it('adds nothing to an answer that has begun', async () => {
    const { port } = await listening();
    const { socket, text } = await connection(port);
    socket.write(`GET /api/changes HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n\r\n`);
    await expect.poll(text).toContain('alive');
    socket.write('no request\r\n\r\n');
    await once(socket, 'close');
    expect(text().split('HTTP/1.1 ')).toHaveLength(2);
  });

  it('answers beside a thousand connections that say nothing, and closes more than it may have', async () => {
    const { origin, port } = await listening({ maxConnections: 1010 });
    const idle = await Promise.all(Array.from({ length: 1000 }, () => connection(port)));
    const response = await fetch(`${origin}/api/session`, { headers: { authorization } });
    expect(response.status).toBe(200);
    await response.arrayBuffer();
    const more = await Promise.all(Array.from({ length: 20 }, () => connection(port)));
    await expect.poll(() => more.filter(({ socket }) => socket.destroyed).length).toBeGreaterThan(5);
    expect(idle.filter(({ socket }) => socket.destroyed)).toEqual([]);
  });

  it('counts wrong passwords by the address of the connection, whatever a header says', async () => {
    const { origin } = await listening();
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess++) {
      const headers = { authorization: basicOf('editor', 'guess'), 'x-forwarded-for': `203.0.113.${guess}` };
      const response = await fetch(`${origin}/api/session`, { headers });
      await response.arrayBuffer();
      statuses.push(response.status);
    }
    expect(statuses.slice(9)).toEqual([401, 429, 429]);
  });
});

describe('a body', () => {
  const post = async (body: string, headers: Record<string, string> = {}) => {
    const { call } = await testServer();
    return (await call('POST', '/api/webhooks/validate', { body, headers })).status;
  };

  it.each([
    ['over 1 MiB', JSON.stringify({ config: { payload: 'x'.repeat(1024 * 1024) } }), 413],
    ['nested a hundred thousand deep', '['.repeat(100_000) + ']'.repeat(100_000), 422],
    ['nested in a setting', `{"config":{"x":${'['.repeat(5000)}${']'.repeat(5000)}}}`, 422],
    ['that is not JSON', '{"config":', 400],
    ['that is not UTF-8', '\ud800', 400],
    ['with __proto__', '{"__proto__":{"config":{}},"config":{}}', 422],
  ])('%s', async (_what, body, status) => {
    expect(await post(body)).toBe(status);
  });

  it('that is compressed, or no JSON by its name, is refused', async () => {
    expect(await post('{}', { 'content-encoding': 'gzip' })).toBe(415);
    expect(await post('{}', { 'content-type': 'text/plain' })).toBe(415);
  });
});

describe('a field that is stored', () => {
  const lines = 'a\r\nX-Injected: yes';

  it('cannot add a header to what is sent, or to an answer', async () => {
    const { call } = await testServer();
    const base = {
      profile: 'nightly',
      events: { Started: true },
      method: 'POST',
      url: 'https://example.com/',
    };
    for (const more of [
      { headers: [{ name: lines, value: 'x' }] },
      { headers: [{ name: 'X-Key', value: lines }] },
      { headers: [{ name: 'X-Key', value: lines, secret: true }] },
      { headers: [{ name: 'Host', value: 'evil.example' }] },
      { headers: [{ name: 'Webhook-Id', value: 'forged' }] },
      { contentType: lines },
      { authentication: { username: 'a:b', password: 'x' } },
      { id: lines },
    ]) {
      const response = await call('POST', '/api/webhooks', { body: { config: { ...base, ...more } } });
      expect([more, response.status]).toEqual([more, 422]);
      expect(response.headers.get('x-injected')).toBeNull();
    }
  });

  it('that is a URL loses its line breaks before it is sent', async () => {
    const receiver = await httpServer();
    const { call } = await testServer();
    const url = `${receiver.url}/${lines}`;
    const config = { profile: 'nightly', events: { Started: true }, method: 'POST', url };
    expect((await call('POST', '/api/webhooks/test', { body: { config } })).status).toBe(200);
    const [hit] = receiver.hits;
    expect(hit?.path).toBe('/aX-Injected:%20yes');
    expect(hit?.headers).not.toHaveProperty('x-injected');
  });

  it('of any text comes back as it was, or is refused', async () => {
    const { call, json } = await testServer();
    const texts = [
      '\0',
      '\ud800',
      '../../etc/passwd',
      '<script>',
      "'; drop table hookplate.webhook; --",
      '%00',
      '__proto__',
    ];
    for (const profile of texts) {
      const config = { profile, events: {}, method: 'GET', url: 'https://example.com/' };
      const response = await call('POST', '/api/webhooks', { body: { config } });
      expect([profile, response.status]).toEqual([profile, /[\0\ud800]/.test(profile) ? 422 : 201]);
      if (response.status !== 201) continue;
      const found = await json<{ items: object[] }>(
        'GET',
        `/api/webhooks?profile=${encodeURIComponent(profile)}`,
      );
      expect(found.items).toMatchObject([{ profile }]);
    }
  });
});

it('no path leads out of the routes', async () => {
  const { call } = await testServer();
  for (const path of [
    '/api/webhooks/..%2f..%2fetc%2fpasswd',
    '/api/%2e%2e/%2e%2e/etc/passwd',
    '/api//session',
    '/api/session/',
    '//api/session',
  ]) {
    expect([path, (await call('GET', path)).status]).toEqual([path, path.includes('webhooks') ? 400 : 404]);
  }
  expect((await call('GET', '/api/v2/%69nterrupt/x', { as: 'viewer' })).status).not.toBe(404);
  expect((await call('GET', '/api/v2/interrupt/x/api/v2/status/y', { as: 'viewer' })).status).toBe(403);
});

it('a canary among the secrets is in no answer, log, error, metric or event', async () => {
  const canary = 'canary-7f3a9c';
  const signing = `whsec_${Buffer.from(`${canary}${canary}${canary}`).toString('base64')}`;
  const echo = await httpServer((response, hit) => {
    // As PHP writes it.
    response.writeHead(500).end(JSON.stringify(hit).replaceAll('/', '\\/'));
  });
  const seen: string[] = [];
  const keep = (what: unknown): void => {
    seen.push(typeof what === 'string' ? what : JSON.stringify(what, Object.getOwnPropertyNames(what ?? {})));
  };
  const warn = (warning: Error): void => keep(String(warning.stack));
  process.on('warning', warn);
  onTestFinished(() => void process.off('warning', warn));
  const { server, call, json } = await testServer({
    publicUrl: 'http://localhost',
    frameAncestors: ['https://shop.example'],
    log: keep,
    onError: error => keep(error),
    encryptionKeys: [Buffer.alloc(32, 5).toString('base64')],
    sources: [{ id: 'lab', kind: 'gitlab', profiles: ['nightly'], secret: `${canary}-of-the-source` }],
  });
  const ask = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    as: RoleName = 'editor',
  ) => {
    const response = await call(method, path, { body, headers, as });
    const text = await response.text();
    seen.push(text, JSON.stringify([...response.headers]));
    return { status: response.status, text };
  };
  const config = {
    profile: 'nightly',
    events: { Started: true },
    method: 'POST',
    url: `${echo.url}/in`,
    authentication: { username: 'ada', password: `${canary}-password` },
    headers: [{ name: 'X-Key', value: `header\\$/${canary}`, secret: true }],
    payload: 'x',
  };
  const streamed: string[] = [];
  for (const as of ['viewer', 'editor'] as const) {
    const { body: stream } = await call('GET', '/api/changes', { as });
    const writer = new WritableStream<Uint8Array>({
      write: chunk => void streamed.push(Buffer.from(chunk).toString()),
    });
    const leaving = new AbortController();
    onTestFinished(() => leaving.abort());
    void stream?.pipeTo(writer, { signal: leaving.signal }).catch(() => {});
  }
  await expect.poll(() => streamed.length).toBe(2);
  const { text } = await ask('POST', '/api/webhooks', { config, signingSecret: signing });
  const { id } = JSON.parse(text);
  const broken = {
    ...config,
    headers: [{ name: 'X-Key', secret: true }],
    events: { Started: true, Nothing: true },
  };
  await ask('PUT', `/api/webhooks/${id}`, { config: broken }, { 'if-match': '*' });
  await ask('PUT', `/api/webhooks/${id}`, { config }, { 'if-match': '"9"' });
  for (const path of ['validate', 'preview', 'test'])
    await ask('POST', `/api/webhooks/${path}`, { config: broken, id });
  for (const path of ['preview', 'test']) await ask('POST', `/api/webhooks/${path}`, { config, id });
  await ask('POST', `/api/webhooks/${id}/test`, {});
  await ask('POST', '/api/v2/project/etl/task/copy/run?trigger=API', { job: { tables: [] } });
  await expect
    .poll(async () => JSON.parse((await ask('GET', '/api/messages?state=failed')).text).items)
    .toHaveLength(1);
  const arrived = { object_kind: 'build', variables: { password: `${canary}-arrived` } };
  const sender = { 'x-gitlab-token': `${canary}-of-the-source` };
  const taken = await ask('POST', '/in/lab/nightly', arrived, { ...sender, authorization: '' });
  expect(taken.status).toBe(202);
  const wrong = { 'x-gitlab-token': `${canary}-of-nobody` };
  expect((await ask('POST', '/in/lab/nightly', arrived, wrong)).status).toBe(401);
  expect((await ask('POST', '/in/nowhere/nightly', arrived, sender)).status).toBe(401);
  const [event] = JSON.parse((await ask('GET', '/api/events?source=lab')).text).items;
  await ask('POST', `/api/events/${event.id}/replay`);
  await ask(
    'PUT',
    '/api/sources/lab',
    { kind: 'stripe', profiles: ['nightly'], secret: canary.slice(0, 10) },
    { 'if-match': '*' },
  );
  await ask('POST', '/api/sources/lab/secret', { secret: `${canary}-rotated-secret` });
  await expect.poll(() => streamed.join('').includes('event: event')).toBe(true);
  const [message] = JSON.parse((await ask('GET', '/api/messages')).text).items;
  await expect.poll(() => streamed.join('').split('"state":"failed"').length).toBeGreaterThan(2);
  // What is asked for by its name is shown to whoever asks, and by nothing else.
  const secrets = `/api/webhooks/${id}/signing-secret`;
  const revealed = await json<{ signingSecret: string }>('POST', `${secrets}/reveal`);
  const rotated = await json<{ signingSecret: string }>('POST', secrets, { body: {} });
  const again = await json<{ signingSecret: string }>('POST', secrets, { body: {} });
  const links = await Promise.all([1, 2].map(() => server.portalLink({ profile: 'nightly' })));
  const [waiting = '', used = ''] = links.map(link => link.split('/').at(-1) ?? '');
  const portal = await call('POST', '/api/portal', { as: 'nobody', body: { link: used } });
  const cookie = portal.headers.get('set-cookie')?.split(';')[0] ?? '';
  const token = await server.portalToken({ profile: 'nightly' });
  for (const credentials of [{ cookie, authorization: '' }, { authorization: `Bearer ${token}` }])
    await ask('GET', '/api/session', undefined, credentials);
  expect(revealed.signingSecret).toBe(signing);
  seen.push(...streamed);
  const pages = [
    `/api/webhooks/${id}`,
    `/api/webhooks/${id}/versions`,
    `/api/messages/${message.id}`,
    '/api/webhooks',
    `/api/messages/${message.id}?include=request`,
    '/api/endpoints',
    '/api/processes',
    '/metrics',
    '/api/stats',
    '/api/sources',
    '/api/sources/lab',
    '/api/events',
    `/api/events/${event.id}`,
    `/api/events/${event.id}?include=content`,
    '/api/profiles',
    '/api/flows',
    '/api/tokens',
    '/api/audit-log',
    '/api/audit-log/export',
    '/api/catalogue',
    `/api/session?token=${canary}`,
  ];
  for (const as of ['viewer', 'operator', 'editor'] as const) {
    for (const path of pages) await ask('GET', path, undefined, {}, as);
  }
  expect(echo.hits.some(hit => hit.headers['x-key'] === `header$/${canary}`)).toBe(true);
  const forms = [
    canary,
    'header$',
    'header\\\\$',
    Buffer.from(`ada:${canary}-password`).toString('base64'),
    signing,
    ...[rotated, again].map(({ signingSecret }) => signingSecret),
    ...[waiting, used, token, cookie.split('=')[1] ?? ''],
  ];
  expect(forms.every(form => form.length > 5)).toBe(true);
  for (const form of forms) expect(seen.filter(text => text.includes(form))).toEqual([]);
});
