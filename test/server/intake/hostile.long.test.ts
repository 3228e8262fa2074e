import { once } from 'node:events';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveNode } from '../../../src/server/index.ts';
import { optional } from '../../../src/template/resolve/variables.ts';
import { createCatalogue } from '../../../src/webhook/events/define-events.ts';
import { github } from '../../../src/webhook/sources/index.ts';
import { httpServer } from '../../loopback-server.ts';
import { examples } from '../../webhook/sources/examples.ts';
import { secretFor, sign } from '../sources/signed.ts';
import { jsonOf, type TestServer, testServer } from '../test-server.ts';
import { basicOf, passwords } from '../test-users.ts';

const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype'] as const;
const events = createCatalogue({
  events: {
    sent: { title: 'Sent', variables: { count: optional('number'), more: optional('json') } },
    constructor: { title: 'Built' },
  },
});
const path = '/api/v2/events';
const secret = secretFor(github);

interface Shown {
  readonly event?: string;
  readonly profile: string;
}

/** A server that keeps what it could not answer. */
async function attacked() {
  const errors: unknown[] = [];
  const tested = await testServer({
    events,
    sources: [{ id: 'github', kind: 'github', profiles: ['p', 'replayed'], secret }],
    onError: error => void errors.push(error),
  });
  const stored = async (): Promise<readonly Shown[]> =>
    (await tested.json<{ items: readonly Shown[] }>('GET', '/api/events?limit=200')).items;
  return { ...tested, errors, stored };
}

async function statusesOf(
  { call }: TestServer,
  bodies: readonly (string | object)[],
  headers: Readonly<Record<string, string>> = {},
): Promise<readonly number[]> {
  const answers: Response[] = [];
  for (const body of bodies) answers.push(await call('POST', path, { body, headers }));
  return answers.map(({ status }) => status);
}

describe('a hostile report', () => {
  it('under a name that every object has is an event, a profile or a catalogue only where that was described', async () => {
    const tested = await attacked();
    for (const name of names) {
      const [event, profile, catalogue] = await statusesOf(tested, [
        `{"event":"${name}"}`,
        `{"event":"sent","profile":"${name}"}`,
        `{"event":"sent","catalogue":"${name}"}`,
      ]);
      expect([name, event, profile, catalogue]).toEqual([name, name === 'constructor' ? 202 : 422, 202, 422]);
    }
    const kept = await tested.stored();
    expect(kept.map(({ profile }) => profile).toSorted()).toEqual(['', ...names].toSorted());
    expect(tested.errors).toEqual([]);
  });

  it('with keys that every object has changes none, in facts or beside them', async () => {
    const tested = await attacked();
    const statuses = await statusesOf(tested, [
      '{"event":"sent","__proto__":{"id":"a"}}',
      '{"event":"sent","constructor":{}}',
      '{"event":"sent","facts":{"__proto__":{"count":1}}}',
      '{"__proto__":{"event":"sent"}}',
      '{"event":"sent","facts":{"more":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}}',
    ]);
    expect(statuses).toEqual([422, 422, 422, 422, 202]);
    expect({}).not.toHaveProperty('polluted');
    expect(await tested.stored()).toHaveLength(1);
    expect(tested.errors).toEqual([]);
  });

  it('from a page of another site is refused, whoever is signed in there', async () => {
    const tested = await attacked();
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
      { referer: 'https://evil.example/' },
    ]) {
      const answer = await tested.call('POST', path, { body: { event: 'sent' }, headers });
      expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'cross-origin' }]);
    }
    expect(await tested.stored()).toEqual([]);
  });

  it('cannot say where a message goes, nor add to its headers', async () => {
    const tested = await attacked();
    const receiver = await httpServer();
    const config = {
      ...{ profile: 'p', events: { sent: true }, method: 'POST', contentType: 'text/plain' },
      ...{
        url: `${receiver.url}/a/$more$/b?q=$more$`,
        headers: [{ name: 'X-More', value: '$more$' }],
        payload: '$more$',
      },
    };
    const toAnywhere = { ...config, url: 'http://$more$/' };
    expect((await tested.call('POST', '/api/webhooks', { body: { config: toAnywhere } })).status).toBe(422);
    expect((await tested.call('POST', '/api/webhooks', { body: { config } })).status).toBe(201);
    const texts = [
      '..',
      '../../..',
      '.',
      '%2e%2e',
      '//evil.example',
      '@evil.example',
      '\\\\evil.example',
      'a?b#c',
      'x\r\nX-Evil: 1',
      'x\r\n\r\nGET / HTTP/1.1',
      '\u0000',
      '169.254.169.254',
    ];
    const batch = texts.map(more => ({ event: 'sent', profile: 'p', facts: { more } }));
    expect((await tested.call('POST', path, { body: batch })).status).toBe(202);
    const ended = async () => {
      const page = await tested.json<{ items: { state: string }[] }>('GET', '/api/messages?limit=100');
      return page.items.map(({ state }) => state).toSorted();
    };
    // What makes no request, as a segment of dots, is stored as failed.
    const dots = texts.filter(text => /^\.+$/.test(text)).map(() => 'failed');
    const others = texts.slice(dots.length).map(() => 'delivered');
    await expect.poll(ended).toEqual([...others, ...dots]);
    for (const { path: target, headers } of receiver.hits) {
      expect(target).toMatch(/^\/a\/[^/?#\\@]+\/b\?q=[^/?#\\@]*$/);
      expect(headers.host).toBe(new URL(receiver.url).host);
      expect(headers).not.toHaveProperty('x-evil');
    }
    expect(receiver.hits).toHaveLength(others.length);
    expect(tested.errors).toEqual([]);
  });

  it('of other types, of huge numbers, deep or twice under one key is refused or stored as a whole', async () => {
    const tested = await attacked();
    const deep = (depth: number) =>
      `{"event":"sent","facts":{"more":${'['.repeat(depth)}${']'.repeat(depth)}}}`;
    const odd = [
      'null',
      '0',
      '"sent"',
      'true',
      '[]',
      '[[]]',
      '[null]',
      '{"event":null}',
      '{"event":["sent"]}',
    ];
    const dates = ['1e400', '1e300', '-1e300', '8640000000000001', '0.5', '""', '"now"', '{}', 'null'];
    const numbers = ['1e400', '-1e400', '1e308', '123456789012345678901234567890', '"x"', '[1]'];
    const bodies = [
      ...odd,
      ...[90, 500, 100_000].map(deep),
      ...dates.map(date => `{"event":"sent","date":${date}}`),
      ...numbers.map(count => `{"event":"sent","facts":{"count":${count}}}`),
      ...numbers.map(more => `{"event":"sent","facts":{"more":${more}}}`),
      ...['""', '1', '{}', '"\\u0000"', '"\\ud800"', `"${'i'.repeat(100_000)}"`].map(
        id => `{"event":"sent","id":${id}}`,
      ),
      ...['"\\u0000"', '"\\ud800"', `"${'p'.repeat(257)}"`, '1'].map(
        profile => `{"event":"sent","profile":${profile}}`,
      ),
      '{"event":"constructor","event":"sent","facts":{"count":1,"count":2}}',
    ];
    const statuses = await statusesOf(tested, bodies);
    const judged = bodies.map((body, index) => [body.slice(0, 60), statuses[index]] as const);
    expect(judged.filter(([, status]) => status !== 202 && status !== 400 && status !== 422)).toEqual([]);
    // `[]` reports nothing.
    const accepted = judged.filter(([body, status]) => status === 202 && body !== '[]');
    expect(await tested.stored()).toHaveLength(accepted.length);
    expect(tested.errors).toEqual([]);
  });

  it('of one id twice counts once in a batch, also where it is something else: the first one counts', async () => {
    const tested = await attacked();
    const one = { event: 'sent', facts: { count: 1 }, id: 'same' };
    const both = await tested.call('POST', path, { body: [one, one] });
    const { items } = await jsonOf<{ items: { id: string; repeated: boolean }[] }>(both);
    expect(items.map(({ repeated }) => repeated)).toEqual([false, true]);
    expect(new Set(items.map(({ id }) => id)).size).toBe(1);
    const [first, other] = [0, 2].map(count => ({ event: 'sent', facts: { count }, id: 'twice' }));
    const twice = await tested.call('POST', path, { body: [first, other] });
    const [kept, repeated] = (await jsonOf<{ items: { id: string; repeated: boolean }[] }>(twice)).items;
    expect([twice.status, kept, repeated]).toEqual([
      202,
      { id: expect.any(String), repeated: false },
      { id: kept?.id, repeated: true },
    ]);
    expect(await tested.json('GET', `/api/events/${kept?.id}?include=content`)).toMatchObject({
      facts: { count: 0 },
    });
    expect(await tested.stored()).toHaveLength(2);
    expect(tested.errors).toEqual([]);
  });

  it('of another content type is refused, whatever its parameters say', async () => {
    const tested = await attacked();
    const body = { event: 'sent' };
    for (const type of [
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
      'json',
      '*/*',
      ';',
    ])
      expect([type, await statusesOf(tested, [body], { 'content-type': type })]).toEqual([type, [415]]);
    for (const encoding of ['gzip', 'br', 'identity, gzip'])
      expect(await statusesOf(tested, [body], { 'content-encoding': encoding })).toEqual([415]);
    const binary = { 'ce-specversion': '1.0', 'ce-id': '%ff', 'ce-source': '/', 'ce-type': '%00' };
    expect(await statusesOf(tested, [body], binary)).toEqual([422]);
    expect(await tested.stored()).toEqual([]);
    expect(tested.errors).toEqual([]);
  });
});

/** Sends a request byte by byte as it is written, and resolves to the status of its answer. */
async function rawStatus(port: number, lines: readonly string[], body: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write(
    `${['host: localhost', ...lines].reduce((head, line) => `${head}\r\n${line}`, `POST ${path} HTTP/1.1`)}\r\n\r\n`,
  );
  socket.write(body);
  const [, status = ''] = /^HTTP\/1\.1 (\d+) /.exec(await textOf(socket)) ?? [];
  return status;
}

it('a body that dawdles, lies about its length or has none is answered, and nothing of it is stored in part', async () => {
  const tested = await attacked();
  const { port, close } = await serveNode(tested.server, { port: 0, requestTimeoutMs: 1000 });
  onTestFinished(() => close());
  const authorization = `authorization: ${basicOf('editor', passwords.editor)}`;
  const common = [authorization, 'content-type: application/json', 'connection: close'];
  const chunked = [...common, 'transfer-encoding: chunked'];
  const body = '{"event":"sent"}';
  const chunk = (part: string): string => `${part.length.toString(16)}\r\n${part}\r\n`;
  expect(await rawStatus(port, chunked, `${chunk(body.slice(0, 5))}${chunk(body.slice(5))}0\r\n\r\n`)).toBe(
    '202',
  );
  expect(await rawStatus(port, chunked, `${chunk(`"${'x'.repeat(2 ** 20)}"`)}0\r\n\r\n`)).toBe('413');
  expect(await rawStatus(port, chunked, chunk(body))).toBe('408');
  expect(await rawStatus(port, [...common, 'content-length: 100'], body)).toBe('408');
  expect(await rawStatus(port, [...chunked, 'content-length: 16'], body)).toBe('400');
  expect(await rawStatus(port, [...common, 'content-length: 16', 'content-length: 5'], body)).toBe('400');
  expect(await rawStatus(port, [...common, 'content-length: 99999999999'], body)).toBe('413');
  expect(await tested.stored()).toHaveLength(1);
});

describe('a hostile request to the address of a source', () => {
  it('is refused without a signature, whatever its address says, and nothing of it is kept', async () => {
    const tested = await attacked();
    const sources = [...names, 'github%00', '%ff', '..%2fgithub', 'GITHUB', 'github%20'];
    for (const source of sources) {
      // Each from an address of its own, so that none is told to wait.
      const bindings = { incoming: { socket: { remoteAddress: `127.0.1.${sources.indexOf(source) + 1}` } } };
      for (const headers of [{}, sign(github, '{}', { secret })]) {
        const answer = await tested.call('POST', `/in/${source}/p`, {
          as: 'nobody',
          body: '{}',
          headers,
          bindings,
        });
        expect([source, answer.status]).toEqual([source, 401]);
      }
    }
    expect(await tested.stored()).toEqual([]);
    expect(tested.errors).toEqual([]);
  });

  it('with a signature is kept whatever it holds, once however often it is replayed', async () => {
    const tested = await attacked();
    const bodies = [
      ...['', '{', 'null', '[]', '{"__proto__":{"a":1}}', '1e400', `${'['.repeat(5000)}${']'.repeat(5000)}`],
      '{"ref":1e400,"ref":{},"repository":{"__proto__":[]}}',
    ];
    const send = (body: string, profile: string, headers: Readonly<Record<string, string>> = {}) =>
      tested.call('POST', `/in/github/${profile}`, {
        as: 'nobody',
        body,
        headers: { ...sign(github, body, { secret }), 'x-github-event': 'push', ...headers },
      });
    for (const body of bodies)
      for (const event of ['push', ...names]) {
        const answer = await send(body, 'p', { 'x-github-event': event });
        const status = event === 'push' ? 202 : 200;
        expect([body.slice(0, 40), event, answer.status]).toEqual([body.slice(0, 40), event, status]);
      }
    expect(await tested.stored()).toHaveLength(bodies.length);
    for (const profile of [...names, '%00', 'p'.repeat(257)])
      expect([401, 429]).toContain((await send('{}', profile)).status);
    const push = examples.find(({ source, event }) => source === github && event === 'push');
    const body = JSON.stringify(push?.body);
    const replays = await Promise.all(
      Array.from({ length: 10 }, async () => jsonOf<{ repeated?: true }>(await send(body, 'replayed'))),
    );
    expect(replays.filter(({ repeated }) => !repeated)).toHaveLength(1);
    const changed = await tested.call('POST', '/in/github/replayed', {
      as: 'nobody',
      body: `${body} `,
      headers: sign(github, body, { secret }),
    });
    expect(changed.status).toBe(401);
    expect((await tested.stored()).filter(({ profile }) => profile === 'replayed')).toHaveLength(1);
    expect(tested.errors).toEqual([]);
  });
});
