import { once } from 'node:events';
import { request as ask } from 'node:http';
import { Agent, request as askSafely, createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { serveNode } from '../../src/server/index.ts';
import { certificate, key } from '../delivery/fixtures/certificate.ts';
import { freePort } from '../outbox/postgres/postgres-server.ts';
import { testServer } from './test-server.ts';
import { basicOf, passwords } from './test-users.ts';

/** A proxy that ends TLS and hands on each request with its `Host`, as Caddy and nginx do; resolves to its port. */
async function tlsProxy(target: number): Promise<number> {
  const proxy = createServer({ cert: certificate, key }, (request, response) => {
    const { headers, method, url, socket } = request;
    const before = headers['x-forwarded-for'];
    const forwarded = [...(before === undefined ? [] : [before]), socket.remoteAddress].join(', ');
    const onward = ask({
      ...{ host: '127.0.0.1', port: target, method, path: url },
      headers: { ...headers, 'x-forwarded-for': forwarded, 'x-forwarded-proto': 'https' },
    });
    onward.on('response', answer => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
    response.on('close', () => onward.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    proxy.close();
    proxy.closeAllConnections();
  });
  // A server that listens on a port has an address of this kind.
  return (proxy.address() as AddressInfo).port;
}

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Whether it brings no credentials in a header of their own. */
  readonly isAnonymous?: boolean;
  /** The client's address on this machine. */
  readonly from?: string;
}

/** A server below `/hooks` of a proxy that speaks TLS as `right.test`. */
async function behindProxy() {
  const publicPort = await freePort();
  const { server } = await testServer({
    basePath: '/hooks',
    publicUrl: `https://right.test:${publicPort}/hooks`,
    trustedProxies: ['127.0.0.1/32'],
  });
  const { port, close } = await serveNode(server, { port: 0 });
  onTestFinished(close);
  const proxyPort = await tlsProxy(port);
  const agent = new Agent({ ca: certificate, servername: 'right.test' });
  const open = async (
    path: string,
    { method = 'GET', headers = {}, body, from, isAnonymous = false }: Asked = {},
  ) => {
    const asked = askSafely({
      ...{ agent, host: '127.0.0.1', port: proxyPort, path: `/hooks${path}`, method },
      ...(from !== undefined && { localAddress: from }),
      headers: {
        host: `right.test:${publicPort}`,
        ...(!isAnonymous && { authorization: basicOf('editor', passwords.editor) }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
    });
    asked.end(body === undefined ? undefined : JSON.stringify(body));
    const [response] = await once(asked, 'response');
    return response;
  };
  const call = async (path: string, asked?: Asked) => {
    const response = await open(path, asked);
    return { status: response.statusCode, headers: response.headers, text: await text(response) };
  };
  onTestFinished(() => agent.destroy());
  return { open, call, publicUrl: `https://right.test:${publicPort}/hooks` };
}

const run = '/api/v2/project/etl/task/copy/run?trigger=API';

it('a server behind a proxy with TLS and a path gives addresses that clients can use', async () => {
  const { call, publicUrl } = await behindProxy();
  const started = await call(run, { method: 'POST', body: { job: { tables: [] } } });
  expect(started.status).toBe(202);
  const { pid, statusUrl } = JSON.parse(started.text);
  expect(statusUrl).toBe(`${publicUrl}/api/v2/status/${pid}`);
  expect(started.headers['strict-transport-security']).toMatch(/^max-age=/);
  expect((await call(`/api/v2/status/${pid}`)).status).toBe(200);
});

it('a server behind a proxy signs people in over TLS alone, and takes changes from its own pages alone', async () => {
  const { call, publicUrl } = await behindProxy();
  const body = { name: 'editor', password: passwords.editor };
  const { origin } = new URL(publicUrl);
  const signedIn = await call('/api/session', {
    method: 'POST',
    body,
    isAnonymous: true,
    headers: { origin },
  });
  expect([signedIn.status, signedIn.text]).toEqual([200, expect.stringContaining('editor')]);
  const [cookie = ''] = signedIn.headers['set-cookie'] ?? [];
  expect(cookie).toMatch(/; Secure\b/);
  const change = (from: string) =>
    call(run, {
      method: 'POST',
      body: { job: { tables: [] } },
      isAnonymous: true,
      headers: { cookie: cookie.split(';')[0] ?? '', origin: from },
    });
  expect((await change(origin)).status).toBe(202);
  for (const foreign of [origin.replace('https:', 'http:'), 'https://evil.test']) {
    expect((await change(foreign)).status).toBe(403);
  }
  expect((await call('/api/session', { headers: { host: 'evil.test' } })).status).toBe(421);
});

it('a server behind a proxy counts wrong passwords for the client that the proxy names, whatever that says itself', async () => {
  const { call } = await behindProxy();
  const guess = (from: string, headers = {}) =>
    call('/api/session', { from, headers: { authorization: basicOf('editor', 'guess'), ...headers } });
  for (let index = 0; index < 10; index++) {
    const said = { 'x-forwarded-for': `192.0.2.${index}` };
    expect((await guess('127.0.0.2', said)).status).toBe(401);
  }
  expect((await guess('127.0.0.2')).status).toBe(429);
  expect((await guess('127.0.0.3')).status).toBe(401);
});

it('a stream of events passes a proxy as it comes', async () => {
  const { open, call } = await behindProxy();
  const stream = await open('/api/changes');
  onTestFinished(() => stream.destroy());
  expect(stream.headers['content-type']).toMatch(/^text\/event-stream/);
  const { pid } = JSON.parse((await call(run, { method: 'POST', body: { job: { tables: [] } } })).text);
  let seen = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    seen += chunk;
  });
  await expect.poll(() => seen).toContain(pid);
});
