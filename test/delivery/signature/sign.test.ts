import { createSecretKey, generateKeyPairSync, randomBytes, verify as verifyWith } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { parseSecret } from '../../../src/delivery/signature/key-ring.ts';
import { sign } from '../../../src/delivery/wire/attempt-sender.ts';
import { type Hit, httpServer } from '../../loopback-server.ts';
import { get, loopbackDispatcher, outcomeOf, post } from '../loopback-dispatcher.ts';

function secretOf(bytes: number): string {
  return `whsec_${randomBytes(bytes).toString('base64')}`;
}

const noSecrets = "secrets: expected the function to return a list of at least one secret, or 'unsigned'";

function unavailable(): never {
  throw new Error('hush');
}

/** Throws unless one of the signatures is that of the secret. */
function verify(hit: Hit | undefined, secret: string): void {
  if (!hit) throw new Error('nothing arrived');
  new Webhook(secret).verify(hit.body, hit.headers as Record<string, string>, { jsonParse: false });
}

describe('a signature', () => {
  it.each([
    {
      // The test of every library of Standard Webhooks.
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: 1614265330,
      body: '{"test": 2432232314}',
      signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
    {
      // The worked example in the documentation of Svix, whose scheme became the standard.
      secret: 'whsec_plJ3nmyCDGBKInavdOK15jsl',
      id: 'msg_loFOjxBNrRLzqYUf',
      timestamp: 1731705121,
      body: '{"event_type":"ping","data":{"success":true}}',
      signature: 'v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=',
    },
  ])('is as published: $id', ({ secret, id, timestamp, body, signature }) => {
    const content = { id, timestamp, body: Buffer.from(body) };
    // The second key is shorter than the standard asks of secrets today.
    const key = createSecretKey(secret.replace('whsec_', ''), 'base64');
    expect(sign(content, [key])).toBe(signature);
  });

  it('verifies in each of ten attempts, while the secrets rotate', async () => {
    const server = await httpServer(response => response.writeHead(500).end());
    const [old, young] = [secretOf(24), secretOf(64)];
    const active = [...Array(4).fill([old]), ...Array(3).fill([young, old]), ...Array(3).fill([young])];
    let attempt = 0;
    const dispatcher = loopbackDispatcher({
      schedule: Array(9).fill(1),
      secrets: () => active[attempt] ?? [],
      now: () => Date.now() + attempt * 1000,
      onAttempt: () => attempt++,
    });
    const delivery = await dispatcher.deliver(post(server.url, '{"grüße":"ok"}'));
    expect(delivery.attempts).toHaveLength(10);
    expect(new Set(server.hits.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([delivery.id]));
    expect(new Set(server.hits.map(({ headers }) => headers['webhook-signature'])).size).toBe(10);
    server.hits.forEach((hit, index) => {
      const secrets: readonly string[] = active[index] ?? [];
      expect(String(hit.headers['webhook-signature']).split(' ')).toHaveLength(secrets.length);
      for (const secret of secrets) verify(hit, secret);
      for (const secret of [old, young].filter(known => !secrets.includes(known))) {
        expect(() => verify(hit, secret)).toThrow('No matching signature');
      }
    });
  });

  it('of one attempt is made with secrets of its own, or left out', async () => {
    const server = await httpServer();
    const [usual, typed] = [secretOf(24), secretOf(24)];
    const dispatcher = loopbackDispatcher({ secrets: [usual] });
    await dispatcher.send(post(server.url), { secrets: [typed] });
    await dispatcher.send(post(server.url), { secrets: 'unsigned' });
    await dispatcher.send(post(server.url));
    verify(server.hits[0], typed);
    expect(() => verify(server.hits[0], usual)).toThrow('No matching signature');
    expect(server.hits[1]?.headers).not.toHaveProperty('webhook-signature');
    verify(server.hits[2], usual);
    for (const secrets of [[], ['whsec_short'], 'signed'])
      await expect(dispatcher.send(post(server.url), { secrets } as object)).rejects.toThrow(
        /^(?:options\.)?secrets/,
      );
    expect(server.hits).toHaveLength(3);
  });

  it('of a GET is that of the empty body', async () => {
    const server = await httpServer();
    const secret = secretOf(32);
    await loopbackDispatcher({ secrets: [secret] }).send(get(`${server.url}/?a=b`));
    verify(server.hits[0], secret);
  });

  it('is absent without a secret, while the identity is there', async () => {
    const server = await httpServer();
    await loopbackDispatcher({ now: () => 5_999 }).send(get(server.url), { id: 'msg_1' });
    expect(server.hits[0]?.headers).toMatchObject({ 'webhook-id': 'msg_1', 'webhook-timestamp': '5' });
    expect(server.hits[0]?.headers).not.toHaveProperty('webhook-signature');
  });

  it('is absent where the function `secrets` says that a request is unsigned on purpose', async () => {
    const server = await httpServer();
    const secret = secretOf(32);
    const dispatcher = loopbackDispatcher({
      secrets: ({ url }) => (url.endsWith('/open') ? 'unsigned' : [secret]),
    });
    const open = await dispatcher.send(get(`${server.url}/open`));
    const other = await dispatcher.send(get(`${server.url}/other`));
    expect([open, other].map(outcomeOf)).toEqual([200, 200]);
    expect(server.hits[0]?.headers).not.toHaveProperty('webhook-signature');
    verify(server.hits[1], secret);
  });

  it('can wait for its secret', async () => {
    const server = await httpServer();
    const secret = secretOf(24);
    const vault = new EventEmitter();
    const fetched = once(vault, 'fetched');
    const asked = once(vault, 'asked');
    const secrets = async (): Promise<string[]> => {
      vault.emit('asked');
      await fetched;
      return [secret];
    };
    const sent = loopbackDispatcher({ secrets }).send(post(server.url));
    await asked;
    expect(server.hits).toEqual([]);
    vault.emit('fetched');
    await sent;
    verify(server.hits[0], secret);
  });

  it('does not wait for its secret longer than an attempt may take, nor after an abort', async () => {
    const server = await httpServer();
    const secrets = (): Promise<string[]> => new Promise(() => {});
    const late = await loopbackDispatcher({ secrets, timeoutMs: 20 }).send(get(server.url));
    expect(late.outcome).toMatchObject({
      error: 'signature',
      message: expect.stringContaining('secrets did not answer in time'),
    });
    const controller = new AbortController();
    const sent = loopbackDispatcher({ secrets }).send(get(server.url), { signal: controller.signal });
    controller.abort();
    expect((await sent).outcome).toMatchObject({ error: 'aborted' });
    expect(server.hits).toHaveLength(0);
  });

  it('can be that of each receiver', async () => {
    const server = await httpServer();
    const [one, other] = [secretOf(24), secretOf(24)];
    const dispatcher = loopbackDispatcher({ secrets: ({ url }) => [url.endsWith('/one') ? one : other] });
    await dispatcher.send(get(`${server.url}/one`));
    await dispatcher.send(get(`${server.url}/other`));
    verify(server.hits[0], one);
    verify(server.hits[1], other);
  });
});

describe('a secret', () => {
  it.each([24, 32, 64])('has %i bytes', bytes => {
    expect(parseSecret(secretOf(bytes), 'secret').symmetricKeySize).toBe(bytes);
  });

  it.each([
    'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    'whsec_',
    secretOf(23),
    secretOf(65),
    `${secretOf(24)}!`,
    ` ${secretOf(24)}`,
    secretOf(24).replace('whsec_', 'whsk_'),
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS',
    undefined,
    24,
  ])('is not %s, and the error does not quote it', text => {
    const wrong = expect.objectContaining({
      name: 'TypeError',
      message:
        'options.secrets[0]: expected "whsec_" and base64 of 24 to 64 bytes, or "whsk_" and base64 of an Ed25519 private key',
    });
    expect(() => parseSecret(text, 'options.secrets[0]')).toThrow(wrong);
  });

  it.each([
    ['throws', unavailable, 'secrets threw an error'],
    ['gives no list', () => 'whsec_hush', noSecrets],
    ['gives undefined', () => undefined, noSecrets],
    ['gives an empty list', () => [], noSecrets],
    ['rejects', async () => unavailable(), 'secrets threw an error'],
    ['resolves to no list', async () => 'whsec_hush', noSecrets],
    ['resolves to null', async () => null, noSecrets],
    ['resolves to an empty list', async () => [], noSecrets],
    [
      'gives a list without a secret',
      () => Array<string>(1),
      'secrets[0]: expected "whsec_" and base64 of 24 to 64 bytes, or "whsk_" and base64 of an Ed25519 private key',
    ],
    [
      'gives none',
      () => ['whsec_hush'],
      'secrets[0]: expected "whsec_" and base64 of 24 to 64 bytes, or "whsk_" and base64 of an Ed25519 private key',
    ],
  ])(
    'are missing where the function %s: nothing is sent, and the attempt says so',
    async (_, secrets, why) => {
      const server = await httpServer();
      const { outcome } = await loopbackDispatcher({ secrets: secrets as () => never }).send(get(server.url));
      expect(outcome).toEqual({
        kind: 'failed',
        error: 'signature',
        message: `The request to \`127.0.0.1\` could not be signed and was not sent. (${why})`,
      });
      expect(server.hits).toHaveLength(0);
    },
  );

  it('that cannot be had for a moment do not end a delivery', async () => {
    const secret = secretOf(32);
    let asked = 0;
    const secrets = (): readonly string[] => (++asked === 2 ? unavailable() : [secret]);
    const server = await httpServer((response, _, before) => response.writeHead(before ? 200 : 503).end());
    const delivery = await loopbackDispatcher({ secrets, schedule: [1, 1] }).deliver(get(server.url));
    expect(delivery.state).toBe('delivered');
    expect(
      delivery.attempts.map(({ outcome }) => (outcome.kind === 'failed' ? outcome.error : outcome.status)),
    ).toEqual([503, 'signature', 200]);
    expect(server.hits).toHaveLength(2);
  });
});

it('an Ed25519 key signs beside a secret, and its public key alone checks it', async () => {
  const server = await httpServer();
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const shared = secretOf(32);
  const keys = [seed, Buffer.concat([seed, raw])].map(bytes => `whsk_${bytes.toString('base64')}`);
  for (const key of keys) {
    await loopbackDispatcher({ secrets: [key, shared] }).send(post(server.url, '{"é":1}'), { id: 'msg_1' });
    const hit = server.hits.at(-1);
    const [own = '', ofSecret] = String(hit?.headers['webhook-signature']).split(' ');
    expect(ofSecret).toMatch(/^v1,/);
    const content = Buffer.from(`msg_1.${hit?.headers['webhook-timestamp']}.{"é":1}`);
    expect(own).toMatch(/^v1a,/);
    expect(verifyWith(null, content, publicKey, Buffer.from(own.slice(4), 'base64'))).toBe(true);
    verify(hit, shared);
  }
});
