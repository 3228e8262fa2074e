import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { httpServer } from '../../loopback-server.ts';
import { postgresProxy } from '../../outbox/postgres/postgres-proxy.ts';
import { emptyPostgres } from '../../outbox/test-database.ts';
import { configWith, serveFiles } from './sample-server.ts';

const { env }: { readonly env: { readonly HOOKPLATE_OUTAGE_SECONDS?: string } } = process;
const seconds = Number(env.HOOKPLATE_OUTAGE_SECONDS ?? 10);
const run = '/api/v2/project/etl/task/copy/run?trigger=API';
const runLong = run.replace('copy', 'long');

it.each(['cut', 'silence'] as const)(
  'an outage of the database (%s) is told to everybody who asks, and nothing that was acknowledged is lost',
  async how => {
    const receiver = await httpServer();
    const proxy = await postgresProxy();
    const config = configWith(['true'], {
      webhooks: [
        {
          ...{ id: 'chat', profile: 'Nightly', events: { Started: true, Completed: true }, method: 'GET' },
          url: `${receiver.url}/$event$/$pid$`,
        },
      ],
      allow: ['127.0.0.1/32'],
      // It runs out during the outage, as the usual one of 15 seconds does in a minute.
      processes: { leaseMs: seconds * 250 },
      projects: {
        etl: {
          tasks: {
            copy: { profile: 'Nightly', command: ['true'] },
            long: { profile: 'Nightly', command: ['sleep', String(seconds + 5)] },
          },
        },
      },
    });
    const server = await serveFiles({
      files: { 'hookplate.config.json': config },
      databaseUrl: proxy.urlOf(await emptyPostgres()),
    });
    const statusOf = async (path: string) => (await server.call('GET', path)).status;
    const start = async (): Promise<unknown> => {
      const { status, body } = await server.call('POST', run, {});
      if (status === 202) return body.pid;
      expect(status).toBe(503);
      return undefined;
    };
    const long = await server.call('POST', runLong, {});
    const acknowledged = [await start(), await start(), long.body.pid];
    const statusOfLong = async () =>
      (await server.call('GET', `/api/v2/status/${long.body.pid}`)).body.status;
    await expect.poll(statusOfLong).toBe('running');

    await proxy[how]();
    const began = performance.now();
    await expect.poll(() => statusOf('/readyz')).toBe(503);
    const noticedMs = performance.now() - began;
    for (let index = 0; performance.now() - began < seconds * 1000; index++) {
      expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
      if (index % 5 === 0) acknowledged.push(await start());
      await sleep(200);
    }
    const authorization = `Basic ${Buffer.from('ada:love:läce').toString('base64')}`;
    const metrics = async () =>
      (await fetch(`${server.origin}/metrics`, { headers: { authorization } })).text();
    const during = await metrics();
    expect(during).toMatch(/^hookplate_http_request_duration_seconds_count/m);
    expect(during).not.toMatch(/^hookplate_(?:backlog|oldest|unopened)/m);

    if (how === 'silence') await proxy.cut();
    await proxy.restore();
    const restored = performance.now();
    await expect.poll(() => statusOf('/readyz')).toBe(200);
    const readyMs = performance.now() - restored;
    acknowledged.push(await start());
    const pids = acknowledged.filter(pid => pid !== undefined);
    expect(pids.length).toBeGreaterThanOrEqual(4);
    for (const pid of pids) {
      await expect
        .poll(() => receiver.hits.map(({ path }) => path))
        .toEqual(expect.arrayContaining([`/Started/${pid}`, `/Completed/${pid}`]));
    }
    // Its instance was cut off together with all that could have ended it.
    expect(await statusOfLong()).toBe('completed');
    expect(await metrics()).toMatch(/^hookplate_oldest_due_seconds /m);
    if (env.HOOKPLATE_OUTAGE_SECONDS !== undefined)
      console.log({ how, seconds, noticedMs, readyMs, deliveredMs: performance.now() - restored });
  },
);
