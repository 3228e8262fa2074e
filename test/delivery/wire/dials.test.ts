import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createSystemLookup } from '../../../src/delivery/lookup/system-lookup.ts';
import { httpServer, tcpServer } from '../../loopback-server.ts';
import { get, loopbackDispatcher, outcomeOf, post } from '../loopback-dispatcher.ts';
import { nameServer } from '../name-server.ts';

const open = (sockets: readonly Socket[]): number => sockets.filter(socket => !socket.destroyed).length;

describe('a port that never shakes hands', () => {
  it('gets no more connections at a time than the bound, and none is left', async () => {
    let most = 0;
    const server = await tcpServer(socket => {
      // Whoever hangs up is heard by reading alone.
      socket.resume();
      // The end of an older one may have come with it, and is heard in the next turn.
      setImmediate(() => setImmediate(() => (most = Math.max(most, open(server.sockets)))));
    });
    const dispatcher = loopbackDispatcher({ perEndpoint: 2, timeoutMs: 300 });
    const url = server.url.replace('http:', 'https:');
    const attempts = await Promise.all(Array.from({ length: 6 }, () => dispatcher.send(get(url))));
    expect(attempts.map(outcomeOf)).toEqual(Array(6).fill('timeout'));
    expect(most).toBeLessThanOrEqual(2);
    expect(server.sockets.length).toBeGreaterThan(2);
    await expect.poll(() => open(server.sockets)).toBe(0);
  });

  it('gets none that is left by 200 aborted sends', async () => {
    const server = await tcpServer(socket => socket.resume());
    const dispatcher = loopbackDispatcher({ perEndpoint: 200 });
    const url = server.url.replace('http:', 'https:');
    const controller = new AbortController();
    const { signal } = controller;
    const sent = Array.from({ length: 200 }, () => dispatcher.send(get(url), { signal }));
    await expect.poll(() => server.sockets.length).toBe(200);
    controller.abort();
    expect((await Promise.all(sent)).map(outcomeOf)).toEqual(Array(200).fill('aborted'));
    await expect.poll(() => open(server.sockets)).toBe(0);
    expect(dispatcher.endpoints()).toEqual([]);
  });
});

it.each(['keep-alive', 'close'])(
  'answers with `connection: %s` take no more sockets than the bound',
  async connection => {
    const ports = new Set<number | undefined>();
    let most = 0;
    let live = 0;
    const server = await httpServer((response, { remotePort }) => {
      if (!ports.has(remotePort)) {
        ports.add(remotePort);
        live++;
        response.socket?.on('close', () => live--);
      }
      most = Math.max(most, live);
      response.writeHead(200, { connection }).end();
    });
    const dispatcher = loopbackDispatcher({ perEndpoint: 3 });
    const attempts = await Promise.all(Array.from({ length: 60 }, () => dispatcher.send(post(server.url))));
    expect(attempts.map(outcomeOf)).toEqual(Array(60).fill(200));
    expect(most).toBeLessThanOrEqual(3);
    if (connection === 'keep-alive') expect(ports.size).toBeLessThanOrEqual(3);
  },
);

it('four names that never resolve, and forty more, hold up no healthy receiver', async () => {
  const names = await nameServer(name => (name.startsWith('dead') ? undefined : ['127.0.0.1']));
  const server = await httpServer();
  const dispatcher = loopbackDispatcher({
    lookup: createSystemLookup({ servers: [names.address] }),
    timeoutMs: 60_000,
  });
  const controller = new AbortController();
  let ended = 0;
  const dead = Array.from({ length: 44 }, async (_, index) => {
    await dispatcher.send(get(`http://dead-${index}.test:${server.port}/`), { signal: controller.signal });
    ended++;
  });
  await expect.poll(() => new Set(names.asked).size).toBe(44);
  const healthy = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      dispatcher.send(get(`http://alive-${index}.test:${server.port}/`)),
    ),
  );
  expect(healthy.map(outcomeOf)).toEqual(Array(200).fill(200));
  expect(ended).toBe(0);
  controller.abort();
  await Promise.all(dead);
});

it('a name that no server knows is a failure that says so', async () => {
  const names = await nameServer(() => []);
  const lookup = createSystemLookup({ servers: [names.address] });
  const attempt = await loopbackDispatcher({ lookup }).send(get('http://nowhere.test/'));
  expect(attempt.outcome).toMatchObject({
    error: 'dns',
    message: 'No address was found for the name `nowhere.test`. (ENODATA)',
  });
});
