import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { expect, it, onTestFinished } from 'vitest';
import { readOutboxOptions } from '../../../src/outbox/outbox-options.ts';
import { ChangeFeed, type Watcher, writeChanges } from '../../../src/server/change-feed.ts';
import { type Hookplate, serveNode } from '../../../src/server/index.ts';
import { openTestDatabase } from '../../outbox/test-database.ts';

/** Together more than the system keeps for a connection. */
const batch = 4000;
const name = 'x'.repeat(8 * 1024);

/** A stream over a socket, whose client reads its beginning and then nothing. */
async function stalledStream() {
  const watchers = new Set<Watcher>();
  class LoudFeed extends ChangeFeed {
    override watch(watcher: Watcher): () => void {
      watchers.add(watcher);
      watcher([]);
      return () => watchers.delete(watcher);
    }
  }
  const feed = new LoudFeed(
    readOutboxOptions({ database: await openTestDatabase('PostgreSQL') }).settings.database,
  );
  const app = new Hono().get('/', context =>
    streamSSE(context, stream =>
      writeChanges(stream, feed, { name: 'ada', isStillWelcome: async () => true }),
    ),
  );
  // All that a server is asked for which serves others.
  const server = { fetch: app.fetch, firstUser: undefined } as unknown as Hookplate;
  const listening = await serveNode(server, { port: 0, stallTimeoutMs: 500 });
  onTestFinished(() => listening.close());
  const socket = connect(listening.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'data');
  socket.pause();
  const tell = (count: number): void => {
    const change = { kind: 'message', profile: '', state: '', id: 'x', data: { name } } as const;
    for (const watcher of watchers) watcher(Array.from({ length: count }, () => change));
  };
  return { watchers, socket, tell };
}

/** How much there still was to read when the server had let it go. */
async function restOf(socket: Socket): Promise<number> {
  const closed = once(socket, 'close');
  let bytes = 0;
  socket.on('error', () => {});
  socket.on('data', chunk => {
    bytes += chunk.length;
  });
  socket.resume();
  await closed;
  return bytes;
}

it('a client that stops reading is let go, though nothing more happens, and its connection with it', async () => {
  const { watchers, socket, tell } = await stalledStream();
  tell(batch);
  await expect.poll(() => watchers.size).toBe(0);
  expect(await restOf(socket)).toBeLessThan(batch * name.length);
});

it('no more waits for a client that stops reading than it may have', async () => {
  const { watchers, socket, tell } = await stalledStream();
  tell(batch);
  await new Promise(setImmediate);
  tell(batch);
  expect(watchers.size).toBe(1);
  tell(batch);
  await expect.poll(() => watchers.size).toBe(0);
  expect(await restOf(socket)).toBeLessThan(batch * name.length);
});

it('an answer that takes longer to make than a client may stall is waited for', async () => {
  const fetchLate = () =>
    new Promise<Response>(resolve => setTimeout(() => resolve(new Response('late')), 1000));
  const server = { fetch: fetchLate, firstUser: undefined } as unknown as Hookplate;
  const listening = await serveNode(server, { port: 0, stallTimeoutMs: 100 });
  onTestFinished(() => listening.close());
  for (const method of ['GET', 'POST']) {
    const body = method === 'POST' ? 'whole' : null;
    expect(await (await fetch(listening.origin, { method, body })).text()).toBe('late');
  }
});
