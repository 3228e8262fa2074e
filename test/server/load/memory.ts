import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { authorization, type LoadFigures } from './load-route.ts';
import { startLoadedServer, temporaryDatabase } from './loaded-server.ts';

/** Requests that are under way at the same time. */
const concurrency = 20;
/** After the first tenth, which fills caches, memory may grow by this factor. */
const mostGrowth = 1.25;
const paths = ['/api/session', '/api/webhooks', '/api/deliveries', '/api/processes', '/healthz', '/none'];

/** Sends so many requests to a server of its own, and looks at the memory that it holds. */
export async function memory(database: 'postgres' | 'embedded', count: number): Promise<LoadFigures> {
  await using place = await temporaryDatabase(database);
  const server = await startLoadedServer(place.place, 'http://127.0.0.1:9/');
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  try {
    const headers = { authorization };
    const statuses: Record<string, number> = {};
    const ask = async (path: string): Promise<void> => {
      const asked = request(server.origin + path, { agent, headers }).end();
      const [response] = await once(asked, 'response');
      await once(response.resume(), 'end');
      statuses[response.statusCode] = (statuses[response.statusCode] ?? 0) + 1;
    };
    let sent = 0;
    const sendUpTo = async (end: number): Promise<void> => {
      while (sent < end) await ask(paths[sent++ % paths.length] ?? '');
    };
    const sendAll = (end: number) => Promise.all(Array.from({ length: concurrency }, () => sendUpTo(end)));
    const started = performance.now();
    await sendAll(Math.ceil(count / 10));
    const warm = Math.max(...server.memoryMib);
    await sendAll(count);
    const perSecond = Math.round((1000 * count) / (performance.now() - started));
    await sleep(2000);
    const most = Math.max(...server.memoryMib);
    const growth = Number((most / warm).toFixed(2));
    const failed = Object.keys(statuses).filter(status => status >= '500');
    return {
      ...{ database, requests: count, perSecond, statuses },
      memoryMib: { first: server.memoryMib[0], warm, most, last: server.memoryMib.at(-1), growth },
      problems: [
        ...(growth > mostGrowth ? [`Memory grew to ${growth} times of what it was after a tenth.`] : []),
        ...failed.map(status => `${statuses[status]} answers were ${status}.`),
      ],
    };
  } finally {
    agent.destroy();
    await server.stop();
  }
}
