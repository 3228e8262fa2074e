import { expect, it } from 'vitest';
import { github } from '../../../src/webhook/sources/index.ts';
import { httpServer } from '../../loopback-server.ts';
import { backends, migratedDirectory, migratedPostgres } from '../../outbox/test-database.ts';
import { examples } from '../../webhook/sources/examples.ts';
import { type ServerProcess, startServer } from '../instances/server-pool.ts';
import { secretFor, sign } from './signed.ts';

const secret = secretFor(github);
const [pushed] = examples.filter(({ source, event }) => source === github && event === 'push');

const completed = {
  ...{ profile: 'nightly', sequence: 2, recordsProcessed: 1, errorCount: 0 },
  ...{ startedAt: '2026-01-01T00:00:00Z', durationSeconds: 1 },
};

/** Kills in a row, and senders at the same time. */
const kills = 2;
const senders = 8;

it.each(backends)(
  'a server that is killed between events loses nothing of what it has answered (%s)',
  async backend => {
    const databaseOptions =
      backend === 'PGlite' ? { directory: await migratedDirectory() } : { url: await migratedPostgres() };
    const sources = [{ id: 'code', kind: 'github', profiles: ['nightly'], secret }];
    const start = () => startServer({ databaseOptions, leaseMs: 1500, sources });
    const receiver = await httpServer();
    let server: ServerProcess = await start();
    const common = { profile: 'nightly', method: 'POST', url: receiver.url, contentType: 'text/plain' };
    for (const config of [
      { ...common, catalogue: 'github', events: { push: true }, payload: '$branch$' },
      { ...common, events: { Completed: true }, payload: '$pid$' },
    ])
      expect((await server.call('POST', '/api/webhooks', { config })).status).toBe(201);
    const answered: string[] = [];
    let sent = 0;
    /** As a sender that tries again. */
    const untilTaken = async (ask: () => Promise<Response>): Promise<void> => {
      for (;;) {
        const status = await ask().then(
          async answer => {
            await answer.arrayBuffer();
            return answer.status;
          },
          () => 0,
        );
        // 200: it was stored, and its answer lost.
        if (status === 202 || status === 200) return;
        await new Promise(resolve => setTimeout(resolve, 20));
      }
    };
    const push = async (): Promise<void> => {
      const branch = String(sent++);
      const body = JSON.stringify({ ...pushed?.body, ref: `refs/heads/${branch}` });
      const headers = { ...pushed?.headers, ...sign(github, body, { secret }) };
      await untilTaken(() => fetch(`${server.origin}/in/code/nightly`, { method: 'POST', headers, body }));
      answered.push(branch);
    };
    const report = async (): Promise<void> => {
      const pids = [sent++, sent++, sent++].map(String);
      const batch = pids.map(pid => ({
        ...{ event: 'Completed', profile: 'nightly', id: pid },
        facts: { ...completed, pid },
      }));
      await untilTaken(() => server.call('POST', '/api/v2/events', batch));
      answered.push(...pids);
    };
    let isOver = false;
    const sending = Array.from({ length: senders }, async (_, index) => {
      while (!isOver) await (index % 2 === 0 ? push() : report());
    });
    for (let time = 0; time < kills; time++) {
      const before = answered.length;
      await expect.poll(() => answered.length, { timeout: 60_000 }).toBeGreaterThan(before + 50);
      await server.end('SIGKILL');
      server = await start();
    }
    isOver = true;
    await Promise.all(sending);
    const received = () => new Set(receiver.hits.map(hit => hit.body));
    await expect
      .poll(() => answered.filter(branch => !received().has(branch)), { timeout: 60_000 })
      .toEqual([]);
    // What was sent again, since its answer was lost, is one event, and of a batch all was stored or nothing.
    expect(received().size).toBe(sent);
    const ids = new Map<string, string>();
    for (const { headers, body } of receiver.hits) {
      const id = String(headers['webhook-id']);
      expect(ids.get(body) ?? id).toBe(id);
      ids.set(body, id);
    }
    await server.end('SIGTERM');
  },
  300_000,
);
