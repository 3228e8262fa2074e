import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { emptyPostgres } from '../../outbox/test-database.ts';
import { jsonOf } from '../test-server.ts';
import { type ServerProcess, startServer } from './server-pool.ts';

/*
 * Two instances, of which each is asked four hostile things at once. `HOOKPLATE_SECONDS=60` asks for so long, and prints
 * what it found.
 */
const { HOOKPLATE_SECONDS: asSaid } = process.env;
const seconds = Number(asSaid ?? 20);
const mebibyte = 1024 * 1024;

const base = {
  profile: 'nightly',
  events: { Started: true, Completed: true, Errored: true },
  method: 'POST',
  url: 'https://example.com/',
  contentType: 'application/json',
};
const size = 256 * 1024;
const hostile = [
  { path: 'validate', payload: '$'.repeat(size) },
  { path: 'validate', payload: '$profile$'.repeat(size / 9) },
  { path: 'validate', payload: `[1${'$if(isError)$,$endif$'.repeat(size / 21 - 1)}]` },
  { path: 'preview', payload: `["${'$profile$'.repeat(size / 9 - 2)}"]` },
].map(({ path, payload }) => ({
  path: `/api/webhooks/${path}`,
  body: { config: { ...base, payload } },
}));

interface Asked {
  readonly status: number;
  readonly bytes: number;
  readonly ms: number;
}

async function ask({ call }: ServerProcess, method: string, path: string, body?: unknown): Promise<Asked> {
  const started = performance.now();
  const response = await call(method, path, body);
  const bytes = (await response.arrayBuffer()).byteLength;
  return { status: response.status, bytes, ms: performance.now() - started };
}

function quantile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * part)] ?? 0;
}

/** The memory of a process in MiB; undefined where there is no `/proc`. */
function memoryOf({ processId }: ServerProcess): number | undefined {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${processId}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}

async function health(servers: readonly ServerProcess[], isOver: () => boolean) {
  const times: number[] = [];
  const memory: number[] = [];
  while (!isOver()) {
    for (const server of servers) {
      const { status, ms } = await ask(server, 'GET', '/healthz');
      expect(status).toBe(200);
      times.push(ms);
    }
    memory.push(Math.max(...servers.map(server => memoryOf(server) ?? 0)));
    await new Promise(resolve => setTimeout(resolve, 20));
  }
  return { times, memory };
}

function clock(forSeconds: number): () => boolean {
  const end = performance.now() + forSeconds * 1000;
  return () => performance.now() >= end;
}

it('four hostile templates at once on each of two instances hold up nothing else', async () => {
  const settings = { databaseOptions: { url: await emptyPostgres() }, leaseMs: 5000 };
  const servers = await Promise.all([startServer(settings), startServer(settings)]);
  const pids = await Promise.all(
    servers.map(async ({ call }) => {
      const path = '/api/v2/project/etl/task/held/run?trigger=API';
      return (await jsonOf<{ readonly pid: string }>(await call('POST', path, {}))).pid;
    }),
  );
  const idle = await health(servers, clock(seconds / 4));
  const isOver = clock(seconds);
  const asked: Asked[] = [];
  const attacks = servers.flatMap(server =>
    hostile.map(async ({ path, body }) => {
      while (!isOver()) asked.push(await ask(server, 'POST', path, body));
    }),
  );
  const [busy] = await Promise.all([health(servers, isOver), ...attacks]);

  expect([...new Set(asked.map(({ status }) => status))]).toEqual([200]);
  expect(Math.max(...asked.map(({ bytes }) => bytes))).toBeLessThanOrEqual(mebibyte);
  // On the event loop, half of them would wait for a whole template.
  const costly = asked.map(({ ms }) => ms);
  expect(quantile(busy.times, 0.5) * 4).toBeLessThan(quantile(costly, 0.5));
  for (const pid of pids) {
    const [server] = servers;
    const { status } = await jsonOf<{ status: string }>(
      (await server?.call('GET', `/api/processes/${pid}`)) ?? new Response('{}'),
    );
    expect(status).toBe('running');
  }
  const third = Math.floor(busy.memory.length / 3);
  const [early, late] = [busy.memory.slice(third, 2 * third), busy.memory.slice(2 * third)];
  expect(Math.max(...late)).toBeLessThan(Math.max(...early) * 1.5 + 1);

  if (asSaid === undefined) return;
  const shown = (times: readonly number[]) =>
    [0.5, 0.99, 0.9999].map(part => quantile(times, part).toFixed(1)).join(' / ');
  const count = (status: number) => asked.filter(each => each.status === status).length;
  console.log(`healthz idle p50 / p99 / most: ${shown(idle.times)} ms of ${idle.times.length}`);
  console.log(`healthz beside them: ${shown(busy.times)} ms of ${busy.times.length}`);
  console.log(
    `hostile requests: ${shown(costly)} ms; 200: ${count(200)}, 503: ${count(503)}, 504: ${count(504)}`,
  );
  console.log(`largest answer: ${Math.max(...asked.map(({ bytes }) => bytes))} bytes`);
  console.log(
    `memory in thirds: ${[busy.memory.slice(0, third), early, late].map(part => Math.max(...part).toFixed(0)).join(', ')} MiB`,
  );
});
