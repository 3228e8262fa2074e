import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { basicAuth } from 'hono/basic-auth';
import { Pool } from 'pg';
import { openDatabase } from '../../src/outbox/index.ts';
import { createHookplate, serveNode } from '../../src/server/index.ts';
import { startPostgres } from '../../test/outbox/postgres/postgres-server.ts';
import { median } from '../measure.ts';
import { ours } from '../ours.ts';
import type { Asked } from '../requests/ask.ts';
import { runSuite } from '../run-suite.ts';

const username = 'editor';
const password = 'does-it-all';
const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
const bare = 'bare Hono';

/** The same answers without anything of ours: Hono, its Basic authentication, and one query. */
async function serveBare(databaseUrl: string) {
  const pool = new Pool({ connectionString: databaseUrl });
  // The database ends as soon as everything is measured.
  pool.on('error', () => {});
  const app = new Hono();
  app.get('/healthz', context => context.json({ status: 'ok' }));
  app.use('/api/*', basicAuth({ username, password }));
  app.get('/api/tokens', async context => {
    const { rows } = await pool.query('select * from hookplate.token order by created_at desc, id desc');
    return context.json({ items: rows.map(({ hash, ...token }) => token) });
  });
  app.get('/api/v2/status/:pid', async context => {
    const { rows } = await pool.query('select * from hookplate.process where pid = $1', [
      context.req.param('pid'),
    ]);
    return context.json(rows[0]);
  });
  const http = createHttpServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const address = http.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const close = async (): Promise<void> => {
    http.close();
    http.closeAllConnections();
    await pool.end();
  };
  return { origin: `http://127.0.0.1:${port}`, close };
}

/** Ours as people run it, with its request log. */
async function serveOurs(databaseUrl: string) {
  const database = await openDatabase({ url: databaseUrl });
  const server = await createHookplate({
    database,
    users: [{ username, password, role: 'editor' }],
    projects: { etl: { tasks: { copy: { profile: 'nightly', run: () => undefined } } } },
    log: entry => void JSON.stringify(entry),
  });
  await server.start();
  const listening = await serveNode(server, { port: 0 });
  const close = async (): Promise<void> => {
    await server.stop({ timeoutMs: 0 });
    await listening.close();
    await database.close();
  };
  return { origin: listening.origin, close };
}

/** Makes a token and a process, which both servers then read; resolves to the pid. */
async function populate(origin: string): Promise<string> {
  const post = async (path: string, body: object): Promise<{ readonly pid: string }> => {
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
    // As the API describes it.
    return (await response.json()) as { readonly pid: string };
  };
  await post('/api/tokens', { name: 'ci', role: 'viewer' });
  const { pid } = await post('/api/v2/project/etl/task/copy/run?trigger=API', {});
  return pid;
}

type Ask = (url: string, times: number) => Promise<void>;

/** Processor time of this process for one request, in microseconds. */
async function cpuUs(ask: Ask, url: string, times: number): Promise<number> {
  const before = process.cpuUsage();
  await ask(url, times);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

await runSuite(async ({ quick }) => {
  const { url, remove } = await startPostgres();
  const servers = { [ours]: await serveOurs(url), [bare]: await serveBare(url) };
  const origins = Object.entries(servers).map(([name, { origin }]) => [name, origin] as const);
  const pid = await populate(servers[ours]?.origin ?? '');
  const client = fork(new URL('../requests/ask.ts', import.meta.url));
  const ask: Ask = async (url, times) => {
    const asked: Asked = { url, headers: { authorization }, times };
    const done = once(client, 'message');
    client.send(asked);
    await done;
  };
  const paths = { healthz: '/healthz', 'one query': '/api/tokens', status: `/api/v2/status/${pid}` };
  const rounds = quick ? 1 : 5;
  const times = quick ? 10 : 1000;
  const measured = new Map<string, number[]>();
  for (let round = 0; round <= rounds; round++) {
    for (const [what, path] of Object.entries(paths)) {
      for (const [name, origin] of origins) {
        const us = await cpuUs(ask, origin + path, times);
        // The first round warms up.
        if (round === 0 && !quick) continue;
        measured.set(`${name} ${what}`, [...(measured.get(`${name} ${what}`) ?? []), us]);
      }
    }
  }
  client.disconnect();
  for (const { close } of Object.values(servers)) await close();
  await remove();
  const all = (name: string, what: string): readonly number[] => measured.get(`${name} ${what}`) ?? [];
  const ratio = (what: string): number =>
    median(all(ours, what).map((us, round) => us / (all(bare, what)[round] ?? us)));
  return {
    suite: 'requests',
    tables: [
      {
        title: 'Processor time of one request',
        unit: 'µs',
        columns: Object.keys(paths),
        rows: origins.map(([name]) => ({
          name,
          values: Object.keys(paths).map(what => median(all(name, what))),
        })),
      },
    ],
    targets: ['one query', 'status'].map(what => ({
      what: `${what}: ${ours} / ${bare}`,
      wanted: 1.5,
      atMost: true,
      reached: ratio(what),
    })),
  };
});
