import { describe, expect, it } from 'vitest';
import { parseWireRequest } from '../../../src/delivery/wire/request.ts';
import type { WebhookRequest } from '../../../src/webhook/webhook-request.ts';

const url = 'http://127.0.0.1/';

function headersOf(request: Partial<WebhookRequest>): readonly (readonly [string, string])[] {
  const flat = parseWireRequest({ method: 'GET', url, headers: [], ...request }, 'hookplate')?.headers ?? [];
  return flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? ''] as const] : []));
}

describe('a request on the wire', () => {
  it('takes its own user-agent and credentials before ours', () => {
    const headers = [
      ['User-Agent', 'mine'],
      ['Authorization', 'Bearer x'],
    ] as const;
    expect(headersOf({ headers, url: 'http://user:word@127.0.0.1/' })).toEqual([
      ...headers,
      ['accept-encoding', 'identity'],
    ]);
  });

  it('asks for an answer without coding, whatever was asked for', () => {
    expect(headersOf({ headers: [['Accept-Encoding', 'gzip']] })).toEqual([
      ['accept-encoding', 'identity'],
      ['user-agent', 'hookplate'],
    ]);
  });

  it.each([
    ['http://user@h/', 'user:'],
    ['http://:word@h/', ':word'],
    ['http://a%3Ab:c%40d@h/', 'a:b:c@d'],
    ['http://100%:%zz@h/', '100%:%zz'],
  ])('turns the credentials of %s into a header', (withCredentials, pair) => {
    const [, value] = headersOf({ url: withCredentials }).find(([name]) => name === 'authorization') ?? [];
    expect(Buffer.from(value?.replace('Basic ', '') ?? '', 'base64').toString('latin1')).toBe(pair);
  });

  it('keeps the bytes of credentials that are not UTF-8', () => {
    const [, value] =
      headersOf({ url: 'http://%E9:%FF@h/' }).find(([name]) => name === 'authorization') ?? [];
    expect(value).toBe(`Basic ${Buffer.from([0xe9, 0x3a, 0xff]).toString('base64')}`);
  });

  it('names host and port without the rest of the URL', () => {
    const wire = parseWireRequest({ method: 'GET', url: 'https://[::1]/a?b#c', headers: [] }, 'x');
    expect(wire).toMatchObject({
      host: '::1',
      port: 443,
      scheme: 'https',
      origin: 'https://[::1]',
      path: '/a?b',
    });
  });

  it.each(['', 'x', 'ftp://h/', 'http://', 'javascript:1'])('is none for the URL %j', none => {
    expect(parseWireRequest({ method: 'GET', url: none, headers: [] }, 'x')).toBeUndefined();
  });
});

describe('what no request can be', () => {
  const hush = 'hush';
  const wrongRequests: readonly (readonly [place: string, wrong: unknown])[] = [
    ['request', null],
    ['request', 'http://127.0.0.1/'],
    ['request.method', { method: 'HEAD' }],
    ['request.method', { method: 'get' }],
    ['request.url', { url: new URL(url) }],
    ['request.body', { body: hush }],
    ['request.body', { method: 'POST', body: Buffer.from(hush) }],
    ['request.headers', { headers: { a: hush } }],
    ['request.headers[0]', { headers: [hush] }],
    ['request.headers[0]', { headers: [[`${hush} `, 'x']] }],
    ['request.headers[0]', { headers: [['', hush]] }],
    ['request.headers[0]', { headers: [['a', 1]] }],
    [
      'request.headers[1]',
      {
        headers: [
          ['a', hush],
          ['b', `${hush}\r\nx: y`],
        ],
      },
    ],
    ['request.headers[0]', { headers: [['a', `${hush}\0`]] }],
    ['request.headers[0]', { headers: [['a', `${hush}\u20ac`]] }],
    ...'Host Content-Length Transfer-Encoding Connection Keep-Alive Upgrade Expect TE Trailer Proxy-Connection Webhook-Id Webhook-Other'
      .split(' ')
      .map(name => ['request.headers[0]', { headers: [[name, hush]] }] as const),
  ];
  it.each(wrongRequests)('is told by its place, %s', (place, wrong) => {
    const request =
      typeof wrong === 'object' && wrong ? { method: 'GET', url, headers: [], ...wrong } : wrong;
    const error = errorOf(() => parseWireRequest(request as WebhookRequest, 'x'));
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message.startsWith(`${place}:`)).toBe(true);
    expect(error.message).not.toContain(hush);
  });
});

function errorOf(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('nothing was thrown');
}
