import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from './ask.ts';
import { type EventReceiver, startEventReceiver } from './event-receiver.ts';
import { bounds, type LoadFigures, loadRoute, reporting, runPathOf } from './load-route.ts';
import { startLoadedServer, temporaryDatabase } from './loaded-server.ts';

/** Requests that are under way at the same time. */
const concurrency = 20;

interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** What it is answered with. Default 200. */
  readonly status?: number;
}

/** Each template differs in one number, since much is remembered for a text. */
const given = (receiver: EventReceiver, number: number) => ({
  config: { ...reporting(receiver.url), payload: `{ "pid": $pid$, "event": $event$, "n": ${number} }` },
});

const check = (path: string) => (receiver: EventReceiver, number: number) => ({
  ...{ method: 'POST', path: `/api/webhooks/${path}`, body: given(receiver, number) },
});
const save = (receiver: EventReceiver, number: number) => ({
  ...{ method: 'PUT', path: '/api/webhooks/receiver', body: given(receiver, number) },
  headers: { 'if-match': '*' },
});
const run = () => ({ method: 'POST', path: runPathOf(loadRoute.task), body: {}, status: 202 });
const read =
  (path: string, status = 200) =>
  () => ({ path, status });

/** What is asked in turns: of twenty, ten read, four validate, two preview, one saves and three run. */
const mix: readonly ((receiver: EventReceiver, number: number) => Asked)[] = [
  ...[read('/api/session'), check('validate'), read('/api/webhooks'), run, read('/api/messages')],
  ...[check('preview'), read('/healthz'), check('validate'), read('/api/processes'), run],
  ...[read('/none', 404), check('validate'), read('/api/webhooks/receiver'), save, read('/api/endpoints')],
  ...[run, read('/metrics'), check('preview'), read('/api/stats'), check('validate')],
];

/** Sends so many requests of all kinds to a server of its own, and looks at the memory that it holds. */
export async function memory(database: 'postgres' | 'embedded', count: number): Promise<LoadFigures> {
  await using place = await temporaryDatabase(database);
  const receiver = await startEventReceiver();
  const server = await startLoadedServer(place.place, receiver.url);
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  try {
    const statuses: Record<string, number> = {};
    const unforeseen: Record<string, number> = {};
    let sent = 0;
    const sendUpTo = async (end: number): Promise<void> => {
      while (sent < end) {
        const number = sent++;
        const asked = mix[number % mix.length]?.(receiver, number);
        if (!asked) continue;
        const { status } = await ask(server.origin, agent, asked);
        statuses[status] = (statuses[status] ?? 0) + 1;
        const what = `${asked.method ?? 'GET'} ${asked.path} with ${status}`;
        if (status !== (asked.status ?? 200)) unforeseen[what] = (unforeseen[what] ?? 0) + 1;
      }
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
    return {
      ...{ database, requests: count, perSecond, statuses, messages: receiver.requests() },
      memoryMib: { first: server.memoryMib[0], warm, most, last: server.memoryMib.at(-1), growth },
      problems: [
        ...(growth > bounds.growth ? [`Memory grew to ${growth} times of what it was after a tenth.`] : []),
        ...Object.entries(unforeseen).map(([what, times]) => `${times} times answered: ${what}.`),
      ],
    };
  } finally {
    agent.destroy();
    await server.stop();
    receiver.close();
  }
}
