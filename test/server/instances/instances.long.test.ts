import { describe, expect, it } from 'vitest';
import type { DatabaseOptions } from '../../../src/outbox/index.ts';
import { httpServer, type LoopbackServer } from '../../loopback-server.ts';
import { startPgBouncer } from '../../outbox/postgres/pgbouncer.ts';
import {
  type Backend,
  backends,
  emptyPostgres,
  migratedDirectory,
  migratedPostgres,
} from '../../outbox/test-database.ts';
import { jsonOf } from '../test-server.ts';
import { type ServerProcess, startServer } from './server-pool.ts';

const leaseMs = 1500;
const run = (task: string): string => `/api/v2/project/etl/task/${task}/run?trigger=API`;
const body = { job: { tables: [] } };

interface Process {
  readonly pid: string;
  readonly status: string;
  readonly events: readonly { readonly event: string; readonly messages: readonly { state: string }[] }[];
}

async function addWebhook({ call }: ServerProcess, url: string): Promise<void> {
  const events = { Started: true, Completed: true, Errored: true };
  const config = { profile: 'nightly', events, method: 'GET', url: `${url}/$event$/$pid$` };
  expect((await call('POST', '/api/webhooks', { config })).status).toBe(201);
}

async function start({ call }: ServerProcess, task: string): Promise<string> {
  const response = await call('POST', run(task), body);
  expect(response.status).toBe(202);
  return (await jsonOf<Process>(response)).pid;
}

async function read({ call }: ServerProcess, pid: string): Promise<Process> {
  return jsonOf(await call('GET', `/api/processes/${pid}`));
}

function arrivals({ hits }: LoopbackServer, pid: string): readonly string[] {
  return hits.filter(({ path }) => path.endsWith(pid)).map(({ path }) => path.split('/')[1] ?? '');
}

describe('two instances on one PostgreSQL', () => {
  it.each<readonly [name: string, optionsFor: (url: string) => Promise<DatabaseOptions>]>([
    ['directly', async url => ({ url })],
    ['behind PgBouncer', async url => ({ url: await startPgBouncer(url), pooler: true })],
    [
      'behind PgBouncer, and beside it',
      async url => ({ url: await startPgBouncer(url), pooler: true, listenUrl: url }),
    ],
  ])('show, watch and interrupt what the other one runs, %s', async (_name, optionsFor) => {
    const receiver = await httpServer();
    const settings = { databaseOptions: await optionsFor(await emptyPostgres()), leaseMs };
    const [one, other] = await Promise.all([startServer(settings), startServer(settings)]);
    await addWebhook(other, receiver.url);
    const pid = await start(one, 'held');
    await expect.poll(async () => (await read(other, pid)).status).toBe('running');
    const stream = await other.call('GET', '/api/changes');
    const reader = stream.body?.getReader();
    expect((await other.call('GET', `/api/v2/interrupt/${pid}`)).status).toBe(202);
    let text = '';
    while (!text.includes('"status":"interrupted"'))
      text += new TextDecoder().decode((await reader?.read())?.value);
    await reader?.cancel();
    expect(text).toContain(pid);
    await expect.poll(() => arrivals(receiver, pid)).toEqual(['Started', 'Errored']);
    expect((await read(one, pid)).status).toBe('interrupted');
  });

  it('end what a killed one ran, once, and tell of it once', async () => {
    const receiver = await httpServer();
    const settings = { databaseOptions: { url: await migratedPostgres() }, leaseMs };
    const [one, other] = await Promise.all([startServer(settings), startServer(settings)]);
    await addWebhook(one, receiver.url);
    const pid = await start(one, 'held');
    // A message whose delivery was not recorded yet would be sent once more.
    const started = async () => (await read(other, pid)).events[0]?.messages[0]?.state;
    await expect.poll(started).toBe('delivered');
    await one.end('SIGKILL');
    await expect.poll(async () => (await read(other, pid)).status).toBe('error');
    await expect.poll(() => arrivals(receiver, pid)).toEqual(['Started', 'Errored']);
    const { events } = await read(other, pid);
    expect(events.map(({ event, messages }) => [event, messages.length])).toEqual([
      ['Started', 1],
      ['Errored', 1],
    ]);
  });
});

async function databaseOf(backend: Backend): Promise<DatabaseOptions> {
  return backend === 'PGlite' ? { directory: await migratedDirectory() } : { url: await migratedPostgres() };
}

const restarts = backends.flatMap(backend =>
  (['SIGTERM', 'SIGKILL'] as const).map(signal => ({ backend, signal })),
);

describe.each(restarts)('a restart by $signal in the middle, on $backend', ({ backend, signal }) => {
  it('forgets no run that was acknowledged, and every event arrives', async () => {
    const receiver = await httpServer((response, _hit, before) => {
      response.writeHead(before % 3 === 0 ? 503 : 200).end();
    });
    const settings = { databaseOptions: await databaseOf(backend), leaseMs };
    let server = await startServer(settings);
    await addWebhook(server, receiver.url);
    const acknowledged: string[] = [];
    for (let restart = 0; restart < 3; restart++) {
      const running = Array.from({ length: 20 }, async (_, index) => {
        const response = await server
          .call('POST', run(index % 4 === 0 ? 'held' : 'copy'), body)
          .catch(() => undefined);
        if (response?.status === 202) acknowledged.push((await jsonOf<Process>(response)).pid);
      });
      await Promise.race(running);
      await server.end(signal);
      await Promise.allSettled(running);
      server = await startServer(settings);
    }
    // Queued processes may still be started here, and end when they are interrupted.
    const interruptAll = async () => {
      const response = await server.call('GET', '/api/processes?status=unfinished&limit=500');
      const { items } = await jsonOf<{ items: readonly Process[] }>(response);
      for (const { pid } of items) await server.call('GET', `/api/v2/interrupt/${pid}`);
      return items.length;
    };
    await expect.poll(interruptAll).toBe(0);
    expect(acknowledged.length).toBeGreaterThan(2);
    for (const pid of acknowledged) {
      const { status, events } = await read(server, pid);
      expect(['completed', 'error', 'interrupted']).toContain(status);
      expect(events.length).toBeGreaterThan(0);
      const last = status === 'completed' ? 'Completed' : 'Errored';
      expect(events.at(-1)?.event).toBe(last);
      const expected = events.map(({ event }) => event);
      await expect.poll(() => [...new Set(arrivals(receiver, pid))].toSorted()).toEqual(expected.toSorted());
    }
  });
});
