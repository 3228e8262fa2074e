import type { RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, describe, expect, it } from 'vitest';
import { listen, onRequest, tcpServer } from '../../loopback-server.ts';
import { certificate, key } from '../fixtures/certificate.ts';
import { deadUrl, get, loopbackDispatcher, outcomeOf, outcomes, post } from '../loopback-dispatcher.ts';
import { untilRead } from './until-read.ts';

const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

describe('a connection that breaks is tried again', () => {
  it('where no one listens', async () => {
    const delivery = await loopbackDispatcher({ schedule: [1] }).deliver(post(await deadUrl()));
    expect(delivery).toMatchObject({ state: 'failed', attempts: [{ address: '127.0.0.1' }, {}] });
    expect(outcomes(delivery)).toEqual(['connection-refused', 'connection-refused']);
  });

  it.each([
    ['before an answer', ''],
    ['in the middle of the headers', 'HTTP/1.1 200 OK\r\ncontent-le'],
  ])('when it is reset %s', async (_, sent) => {
    let requests = 0;
    const server = await tcpServer(socket =>
      onRequest(socket, () => {
        requests++;
        if (requests > 1) socket.write(answer);
        else if (sent === '') socket.resetAndDestroy();
        else socket.write(sent, () => untilRead(socket).then(() => socket.resetAndDestroy()));
      }),
    );
    const delivery = await loopbackDispatcher().deliver(post(server.url));
    expect(outcomes(delivery)).toEqual(['connection-reset', 200]);
    expect(delivery.state).toBe('delivered');
  });

  it('when it is closed before an answer', async () => {
    let requests = 0;
    const server = await tcpServer(socket =>
      onRequest(socket, () => (requests++ ? socket.write(answer) : socket.end())),
    );
    const delivery = await loopbackDispatcher().deliver(post(server.url));
    expect(outcomes(delivery)).toEqual(['connection-reset', 200]);
  });

  it('when what comes back is not HTTP', async () => {
    const server = await tcpServer(socket => onRequest(socket, () => socket.end('220 mail.test ESMTP\r\n')));
    const delivery = await loopbackDispatcher({ schedule: [1] }).deliver(post(server.url));
    expect(outcomes(delivery)).toEqual(['protocol', 'protocol']);
  });

  it('when the answer to a plain request changes the protocol', async () => {
    const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n';
    const server = await tcpServer(socket => onRequest(socket, () => socket.write(upgrade)));
    const delivery = await loopbackDispatcher({ schedule: [1] }).deliver(post(server.url));
    expect(outcomes(delivery)).toEqual(['protocol', 'protocol']);
  });

  it('when a name does not resolve', async () => {
    const lookups: ((hostname: string) => Promise<string[]>)[] = [
      async () => [],
      async hostname => {
        throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' });
      },
      async () => {
        throw new Error('no resolver');
      },
      // As a resolver written in JavaScript may.
      async () => undefined as unknown as string[],
    ];
    for (const lookup of lookups) {
      const delivery = await loopbackDispatcher({ schedule: [1], lookup }).deliver(
        post('http://nowhere.test/'),
      );
      expect(outcomes(delivery)).toEqual(['dns', 'dns']);
    }
  });
});

describe('TLS', () => {
  const trusted = getCACertificates('default');
  afterAll(() => setDefaultCACertificates(trusted));
  const lookup = async (): Promise<string[]> => ['127.0.0.1'];

  async function tlsServer(): Promise<number> {
    return listen(createTlsServer({ cert: certificate, key }, (_, response) => response.end('ok')));
  }

  it('with a certificate that no one trusts is tried again', async () => {
    const port = await tlsServer();
    const delivery = await loopbackDispatcher({ lookup, schedule: [1] }).deliver(
      get(`https://right.test:${port}/`),
    );
    expect(outcomes(delivery)).toEqual(['tls', 'tls']);
  });

  describe.each(['TLSv1.2', 'TLSv1.3'] as const)(
    '%s to a receiver that requires a client certificate',
    version => {
      const ca = [certificate];
      const own = { ca, cert: certificate, key };

      async function strictUrl(
        accepted: readonly string[],
        answer: RequestListener = (_, response) => response.end('ok'),
      ): Promise<string> {
        const strict = {
          ...{ cert: certificate, key, ca: [...accepted], minVersion: version, maxVersion: version },
          ...{ requestCert: true, rejectUnauthorized: true },
        };
        return `https://right.test:${await listen(createTlsServer(strict, answer))}/`;
      }

      it('shows its own', async () => {
        const known = await loopbackDispatcher({ lookup, tls: own }).send(get(await strictUrl(ca)));
        expect(outcomeOf(known)).toBe(200);
      });

      it.each([
        ['without one', { ca }],
        ['with one that the receiver does not trust', own],
      ])('fails %s, and says what the receiver asked for', async (_, tls) => {
        const url = await strictUrl([]);
        const delivery = await loopbackDispatcher({ lookup, tls, schedule: [1] }).deliver(get(url));
        expect(outcomes(delivery)).toEqual(['tls', 'tls']);
        for (const { outcome } of delivery.attempts)
          expect(outcome).toMatchObject({
            message: expect.stringContaining('asks for a client certificate'),
          });
      });

      // With TLS 1.3 a client learns only from an answer, or from a session, that its certificate was accepted.
      it.each(version === 'TLSv1.2' ? [0, 1] : [1])(
        'that accepted the certificate, answered %i requests and hangs up, is a lost connection',
        async answered => {
          let requests = 0;
          const url = await strictUrl(ca, ({ socket }, response) =>
            requests++ < answered ? response.end('ok') : socket.destroy(),
          );
          const dispatcher = loopbackDispatcher({ lookup, tls: own });
          for (let number = 0; number < answered; number++) await dispatcher.send(get(url));
          expect(outcomeOf(await dispatcher.send(get(url)))).toBe('connection-reset');
        },
      );
    },
  );

  it('with a wrong name is tried again, with the right one delivered', async () => {
    setDefaultCACertificates([...trusted, certificate]);
    const port = await tlsServer();
    const dispatcher = loopbackDispatcher({ lookup, schedule: [1] });
    const delivery = await dispatcher.deliver(get(`https://wrong.test:${port}/`));
    expect(outcomes(delivery)).toEqual(['tls', 'tls']);
    expect(delivery.attempts).toMatchObject([
      { outcome: { message: expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID') } },
      {},
    ]);
    expect((await dispatcher.deliver(get(`https://right.test:${port}/`))).state).toBe('delivered');
  });

  it('spoken to a server without it is a failed handshake', async () => {
    const server = await tcpServer(socket => {
      socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    });
    const delivery = await loopbackDispatcher({ schedule: [] }).deliver(
      get(server.url.replace('http:', 'https:')),
    );
    expect(outcomes(delivery)).toEqual(['tls']);
  });
});
