import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { serveNode } from '../../src/server/index.ts';
import { testServer } from './test-server.ts';

/** A connection with one request, whose answer has a body. */
function requestOn(port: number, path: string): { readonly socket: Socket; readonly text: () => string } {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', chunk => {
    text += chunk;
  });
  onTestFinished(() => void socket.destroy());
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n`);
  return { socket, text: () => text };
}

it('headers may take no longer than their request, whose time also bounds the default', async () => {
  const { server } = await testServer();
  await expect(serveNode(server, { headersTimeoutMs: 2001, requestTimeoutMs: 2000 })).rejects.toThrow(
    'options.headersTimeoutMs: expected at most the 2000 of `requestTimeoutMs`',
  );
  const { origin, close } = await serveNode(server, { port: 0, requestTimeoutMs: 2000 });
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  await close();
});

it('a server that closes lets each answer end, and its connection with it', async () => {
  const { server } = await testServer();
  const answers = new Map<string, (answer: Response) => void>();
  const fetch = ({ url }: Request) =>
    new Promise<Response>(resolve => answers.set(new URL(url).pathname, resolve));
  const { port, close } = await serveNode({ ...server, fetch }, { port: 0, keepAliveTimeoutMs: 60_000 });
  const [one, other] = [requestOn(port, '/one'), requestOn(port, '/other')];
  await expect.poll(() => answers.size).toBe(2);
  const closed = close();
  answers.get('/one')?.(new Response('the first'));
  await once(one.socket, 'end');
  expect(one.text()).toContain('the first');
  // At its deadline the server would have cut off this one with the first.
  answers.get('/other')?.(new Response('the last'));
  await once(other.socket, 'end');
  expect(other.text()).toContain('the last');
  await closed;
});

it('a server that closes does not wait for a connection that nobody has used', async () => {
  const { server } = await testServer();
  const patient = { headersTimeoutMs: 600_000, requestTimeoutMs: 600_000 };
  const { port, close } = await serveNode(server, { port: 0, ...patient });
  const socket = connect(port, '127.0.0.1').resume();
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  // Connections are accepted in their order: when this one is answered, the server knows the one before.
  await (await fetch(`http://127.0.0.1:${port}/healthz`)).text();
  // Else it would wait for ten minutes, and a test may take one.
  await Promise.all([close(), once(socket, 'close')]);
});
