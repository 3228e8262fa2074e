import { randomBytes } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DispatcherOptions } from '../../src/delivery/index.ts';
import { createKeyRing, parseSecret } from '../../src/delivery/signature/key-ring.ts';
import type { WebhookRequest } from '../../src/webhook/webhook-request.ts';
import { captureWarnings } from '../captured-warnings.ts';
import { httpServer, onRequest, tcpServer } from '../loopback-server.ts';
import { deadUrl, loopbackDispatcher } from './loopback-dispatcher.ts';

const canary = 'canary0f7e';
const signingBytes = Buffer.from(`${canary}${canary}${canary}`);
const signingSecret = `whsec_${signingBytes.toString('base64')}`;

/** Every form that a canary could show itself in. */
const forms = [
  canary,
  Buffer.from(canary).toString('base64').slice(0, 12),
  Buffer.from(canary).toString('hex'),
  inspect(Buffer.from(canary)).slice('<Buffer '.length, -1),
  signingSecret.slice('whsec_'.length, 24),
  Buffer.from(`user:${canary}`).toString('base64').slice(0, 16),
];

/** A request that carries the canary wherever a secret can be. */
function secretRequest(url: string): WebhookRequest {
  return {
    method: 'POST',
    url: `${url.replace('://', `://user:${canary}@`)}/${canary}?token=${canary}#${canary}`,
    headers: [
      ['authorization', `Bearer ${canary}`],
      [`x-${canary}`, canary],
    ],
    body: `{"password":"${canary}"}`,
  };
}

/** All that a person or a log could come to see of a value. */
function shown(value: unknown): string {
  const deep = {
    depth: 12,
    showHidden: true,
    getters: true,
    maxArrayLength: null,
    maxStringLength: null,
  } as const;
  const error = value instanceof Error ? [value.message, value.stack, String(value.cause)] : [];
  return [String(value), JSON.stringify(value), inspect(value), inspect(value, deep), ...error].join('\n');
}

describe('a canary secret', () => {
  const seen: unknown[] = [];
  const listener = (event: unknown): void => void seen.push(event);
  const channels = ['hookplate:attempt', 'hookplate:delivery'];
  const outputs = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')];
  const warn = (warning: unknown): void => void seen.push(warning);

  beforeAll(() => {
    for (const name of channels) subscribe(name, listener);
    process.on('warning', warn);
  });
  afterAll(() => {
    for (const name of channels) unsubscribe(name, listener);
    process.off('warning', warn);
    for (const output of outputs) output.mockRestore();
  });

  interface Fault {
    readonly name: string;
    readonly serve: () => Promise<string>;
    readonly options?: DispatcherOptions;
  }
  const faults: readonly Fault[] = [
    { name: '200', serve: () => answering(200) },
    { name: '500', serve: () => answering(500) },
    { name: '410', serve: () => answering(410) },
    { name: 'a redirect to itself', serve: redirector },
    { name: 'a refused connection', serve: deadUrl },
    { name: 'a refused address', serve: async () => 'http://[::1]' },
    { name: 'another scheme', serve: async () => 'ftp://127.0.0.1' },
    { name: 'no URL', serve: async () => 'http://127.0.0.1:x' },
    {
      name: 'a name without addresses',
      serve: async () => 'http://no.test',
      options: { lookup: failingLookup },
    },
    { name: 'a reset', serve: () => socketServer(socket => socket.resetAndDestroy()) },
    { name: 'a broken answer', serve: () => socketServer(socket => socket.end(`HTTP/9 ${canary}\r\n\r\n`)) },
    { name: 'too large headers', serve: () => socketServer(socket => socket.write(tooLargeHeaders)) },
    { name: 'a failed handshake', serve: handshakeServer },
    { name: 'silence', serve: () => socketServer(() => {}), options: { timeoutMs: 50 } },
    { name: 'an observer that throws', serve: () => answering(200), options: { onAttempt: throwing } },
    {
      name: 'invalid secrets',
      serve: () => answering(200),
      options: { secrets: () => [`whsec_${canary}`] },
    },
    { name: 'secrets that cannot be had', serve: () => answering(200), options: { secrets: throwing } },
  ];

  it.each(faults)('does not show after $name', async ({ serve, options = {} }) => {
    const warnings = captureWarnings();
    const request = secretRequest(await serve());
    const dispatcher = loopbackDispatcher({ schedule: [1], secrets: [signingSecret], ...options });
    const delivery = await dispatcher.deliver(request);
    const attempt = await dispatcher.send(request);
    await new Promise(resolve => setImmediate(resolve));
    expect(seen.length).toBeGreaterThanOrEqual(2);
    expect(warnings).toHaveLength(options.onAttempt ? 2 : 0);
    const written = outputs.flatMap(({ mock }) => mock.calls.map(([text]) => String(text)));
    const all = [delivery, attempt, dispatcher, options.secrets, ...seen.splice(0), ...warnings, written]
      .map(shown)
      .join('\n');
    for (const form of forms) expect(all).not.toContain(form);
  });

  it('does not show in what wrong use throws', async () => {
    const dispatcher = loopbackDispatcher();
    const good = secretRequest('http://127.0.0.1');
    const wrong: readonly (readonly [WebhookRequest, object?])[] = [
      [{ ...good, headers: [[`${canary} `, 'x']] }],
      [{ ...good, headers: [['x', `${canary}\n`]] }],
      [{ ...good, headers: [['host', canary]] }],
      [{ ...good, method: canary as 'GET' }],
      [{ ...good, method: 'GET' }],
      [good, { id: `${canary}.` }],
    ];
    const number = canary as unknown as number;
    const errors = [await dispatcher.send(good, { number }).then(String, shown)];
    for (const [request, options] of wrong) {
      errors.push(await dispatcher.deliver(request, options).then(String, shown));
      errors.push(await dispatcher.send(request, options).then(String, shown));
    }
    expect(errors.filter(error => error.includes('TypeError'))).toHaveLength(errors.length);
    for (const form of forms) expect(errors.join('\n')).not.toContain(form);
  });

  it('does not show in a signing key or a ring of them', () => {
    const ring = createKeyRing(() => [signingSecret]);
    const request = secretRequest('http://127.0.0.1');
    const all = [
      parseSecret(signingSecret, 'secret'),
      ring,
      ring(request, { id: 'msg_1', webhook: undefined }),
      ring,
    ]
      .map(shown)
      .join('\n');
    for (const form of forms) expect(all).not.toContain(form);
  });

  it('would show: each form is found where it is', () => {
    const everything = [signingBytes, signingSecret, secretRequest('http://127.0.0.1'), Buffer.from(canary)];
    const basic = Buffer.from(`user:${canary}`).toString('base64');
    const all = [...everything.map(shown), basic, Buffer.from(canary).toString('hex'), randomBytes(1)].join(
      '\n',
    );
    const encoded = [all, Buffer.from(canary).toString('base64')].join('\n');
    for (const form of forms) expect(encoded).toContain(form);
  });
});

const tooLargeHeaders = `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(9000)}`;

async function answering(status: number): Promise<string> {
  const server = await httpServer(response => response.writeHead(status).end());
  return server.url;
}

async function handshakeServer(): Promise<string> {
  const server = await tcpServer(socket => socket.once('data', () => socket.end('no TLS here')));
  return server.url.replace('http:', 'https:');
}

async function redirector(): Promise<string> {
  const server = await httpServer((response, { path }) =>
    response.writeHead(302, { location: `/?${path}` }).end(),
  );
  return server.url;
}

async function socketServer(reply: (socket: Socket) => unknown): Promise<string> {
  const server = await tcpServer(socket => onRequest(socket, () => void reply(socket)));
  return server.url;
}

async function failingLookup(hostname: string): Promise<readonly string[]> {
  throw Object.assign(new Error(`${hostname} ${canary}`), { code: canary });
}

function throwing(): never {
  throw new Error(canary);
}
