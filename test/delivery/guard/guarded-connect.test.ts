import type { LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import { describe, expect, it } from 'vitest';
import { createGuardedConnect } from '../../../src/delivery/guard/guarded-connect.ts';
import { createDispatcher } from '../../../src/delivery/index.ts';
import { AllowList, refusalOf } from '../../../src/http/refused-addresses.ts';
import { httpServer, type TcpServer, tcpServer } from '../../loopback-server.ts';
import { hostileUrls } from '../hostile-urls.ts';
import { get, loopbackDispatcher, outcomeOf } from '../loopback-dispatcher.ts';
import { redirectDials } from '../redirected-dials.ts';

describe('hostile URLs', () => {
  it('are at least 250, each once', () => {
    expect(new Set(hostileUrls).size).toBe(hostileUrls.length);
    expect(hostileUrls.length).toBeGreaterThanOrEqual(250);
  });

  it('are all refused: nothing is dialled', async () => {
    const canary = await answeringCanary();
    const dialled = redirectDials({ host: '127.0.0.1', port: canary.port });
    const dispatcher = createDispatcher({ lookup: () => ['127.0.0.1'] });
    const reached = [];
    for (const url of hostileUrls) {
      const attempt = await dispatcher.send(get(url));
      if (outcomeOf(attempt) !== 'refused-address') reached.push([url, attempt.outcome]);
    }
    await dispatcher.close();
    expect(reached).toEqual([]);
    expect(dialled).toEqual([]);
    expect(canary.sockets).toHaveLength(0);
  });

  it('reach the canary in great number without a guard', async () => {
    const canary = await answeringCanary();
    redirectDials({ host: '127.0.0.1', port: canary.port });
    const reached = await reachedBy((_, options, callback) => answerLoopback(options, callback));
    expect(reached).toBeGreaterThan(400);
    expect(canary.sockets.length).toBeGreaterThan(400);
  });

  it('reach the canary where a lookup hook alone judges, since literals never ask it', async () => {
    const canary = await answeringCanary();
    redirectDials({ host: '127.0.0.1', port: canary.port });
    let asked = 0;
    const reached = await reachedBy((_, options, callback) => {
      asked++;
      const refusal = refusalOf('127.0.0.1', new AllowList([]));
      if (refusal === undefined) answerLoopback(options, callback);
      else callback(new Error(refusal), '');
    });
    expect(asked).toBeGreaterThan(15);
    expect(reached).toBeGreaterThan(400);
  });
});

describe('a name', () => {
  // Two addresses of this machine stand for a public and a private one: the first is allowed, the second is not.
  const publicAddress = '127.0.0.1';
  const privateAddress = '127.0.0.2';
  const allow = [`${publicAddress}/32`];

  it('that answers public first and private second is asked once per connection, and refused at the second', async () => {
    const server = await httpServer(response => response.writeHead(500, { connection: 'close' }).end());
    const answers = [publicAddress, privateAddress];
    let asked = 0;
    const lookup = (): readonly string[] => [answers[Math.min(asked++, 1)] ?? ''];
    const delivery = await loopbackDispatcher({ allow, lookup }).deliver(
      get(`http://turns.test:${server.port}/`),
    );
    expect(delivery).toMatchObject({
      state: 'refused',
      attempts: [
        { address: publicAddress, outcome: { status: 500 } },
        { address: privateAddress, outcome: { error: 'refused-address' } },
      ],
    });
    expect(asked).toBe(2);
    expect(server.hits).toHaveLength(1);
  });

  it.each([
    [[publicAddress, privateAddress]],
    [[privateAddress, publicAddress]],
    [[publicAddress, '::ffff:127.0.0.2']],
    [[publicAddress, 'not an address']],
  ])('with the addresses %j is refused for the bad one', async addresses => {
    const server = await httpServer();
    const dispatcher = loopbackDispatcher({ allow, lookup: () => addresses });
    const delivery = await dispatcher.deliver(get(`http://mixed.test:${server.port}/`));
    expect(delivery).toMatchObject({
      state: 'refused',
      attempts: [{ outcome: { error: 'refused-address' } }],
    });
    expect(server.hits).toHaveLength(0);
  });

  it('that leads elsewhere than its address said is refused once connected, before a byte is sent', async () => {
    let received = '';
    const elsewhere = await tcpServer(socket => socket.on('data', chunk => (received += chunk.toString())));
    redirectDials({ host: '127.0.0.1', port: elsewhere.port });
    const dispatcher = loopbackDispatcher({
      allow: [`${privateAddress}/32`],
      lookup: () => [privateAddress],
    });
    const attempt = await dispatcher.send(get('http://elsewhere.test/'));
    expect(attempt).toMatchObject({ outcome: { error: 'refused-address' } });
    await expect.poll(() => elsewhere.sockets.map(socket => socket.closed)).toEqual([true]);
    expect(received).toBe('');
  });
});

it('a connection that is made anew forgets where the last one led', async () => {
  const connect = createGuardedConnect({ allow: new AllowList([]), lookup: () => [], tls: undefined });
  for (const hostname of ['127.0.0.1', 'nowhere.test']) {
    const connection = { address: '127.0.0.2', dial: undefined, awaitsCertificate: false, trace: undefined };
    const error = await new Promise(resolve =>
      connect({ hostname, protocol: 'http:', port: '1' }, connection, (...[error]) => resolve(error)),
    );
    expect(error).toBeInstanceOf(Error);
    expect(connection).toMatchObject({ address: undefined });
  }
});

/** A server that anyone may reach and that counts who does. */
function answeringCanary(): Promise<TcpServer> {
  return tcpServer(socket => {
    socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n'));
  });
}

/** How many of the hostile URLs get an answer, or at least a connection, through a client with this lookup hook. */
async function reachedBy(lookup: LookupFunction): Promise<number> {
  const dispatcher = new Agent({ connect: { lookup }, allowH2: false });
  let reached = 0;
  for (const url of hostileUrls) if (await isReached(url, dispatcher)) reached++;
  await dispatcher.destroy();
  return reached;
}

async function isReached(url: string, dispatcher: Agent): Promise<boolean> {
  try {
    const { body } = await request(url, { dispatcher });
    await body.dump();
    return true;
  } catch (error) {
    // The canary speaks no TLS; that it was asked to is bad enough.
    return error instanceof Error && 'code' in error && /SSL|EPROTO/.test(String(error.code));
  }
}

function answerLoopback(
  options: Parameters<LookupFunction>[1],
  callback: Parameters<LookupFunction>[2],
): void {
  if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
  else callback(null, '127.0.0.1', 4);
}
