import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { bounds, type LoadFigures } from './load-route.ts';
import { startLoadedServer, temporaryDatabase } from './loaded-server.ts';

/** Connections from one address of this machine, which has some 28,000 ports for them. */
const perAddress = 10_000;
/** Connections that are made at the same time. */
const batch = 200;
/** The header timeout of the server, and what it may take beyond it to look at all of them. */
const dropMs = 10_000 + 5000;
const halfHeader = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Never';

/** Opens connections to a server of its own, every other one with half a header, and waits until all were dropped. */
export async function idleConnections(
  database: 'postgres' | 'embedded',
  count: number,
): Promise<LoadFigures> {
  await using place = await temporaryDatabase(database);
  const server = await startLoadedServer(place.place, 'http://127.0.0.1:9/');
  try {
    await sleep(2000);
    const memoryBefore = server.memoryMib.at(-1);
    const port = Number(new URL(server.origin).port);
    const others = watchOthers(port);
    const started = performance.now();
    const closings: Promise<number>[] = [];
    while (closings.length < count) {
      const opened = await Promise.all(
        Array.from({ length: Math.min(batch, count - closings.length) }, (_, index) =>
          openIdle(port, closings.length + index),
        ),
      );
      closings.push(...opened.map(lifeOfIdle));
    }
    const openedMs = Math.round(performance.now() - started);
    const livesMs = await Promise.all(closings);
    const waitsMs = await others.stop();
    await sleep(3000);
    const longestMs = Math.round(Math.max(...livesMs));
    const waits = { count: waitsMs.length, longestMs: Math.round(Math.max(...waitsMs)) };
    return {
      database,
      connections: count,
      openedMs,
      droppedAfterMs: { first: Math.round(Math.min(...livesMs)), last: longestMs },
      othersAsked: waits,
      memoryMib: {
        before: memoryBefore,
        most: Math.max(...server.memoryMib),
        after: server.memoryMib.at(-1),
      },
      problems: [
        ...(longestMs > dropMs ? [`A connection was open for ${longestMs} ms.`] : []),
        ...(waits.longestMs > bounds.othersWaitMs ? [`Somebody else waited ${waits.longestMs} ms.`] : []),
      ],
    };
  } finally {
    await server.stop();
  }
}

async function openIdle(port: number, index: number): Promise<Socket> {
  const localAddress = `127.0.0.${2 + Math.floor(index / perAddress)}`;
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  await once(socket, 'connect');
  if (index % 2 === 1) socket.write(halfHeader);
  return socket;
}

/** How long the server let it be, in milliseconds. */
async function lifeOfIdle(socket: Socket): Promise<number> {
  const opened = performance.now();
  socket.on('error', () => {}).resume();
  await new Promise(resolve => socket.once('close', resolve));
  return performance.now() - opened;
}

/** Asks the server every quarter of a second over a new connection, and notes how long it took to answer. */
function watchOthers(port: number): { readonly stop: () => Promise<readonly number[]> } {
  const waitsMs: Promise<number>[] = [];
  const timer = setInterval(() => waitsMs.push(ask(port)), 250);
  return {
    stop: () => {
      clearInterval(timer);
      return Promise.all(waitsMs);
    },
  };
}

async function ask(port: number): Promise<number> {
  const started = performance.now();
  const asked = request({ port, host: '127.0.0.1', path: '/healthz', agent: false }).end();
  const [response] = await once(asked, 'response');
  if (response.statusCode !== 200) throw new Error(`The server answered ${response.statusCode}.`);
  response.resume();
  return performance.now() - started;
}
