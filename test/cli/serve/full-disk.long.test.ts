import { mkdtempSync, rmSync, statfsSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { mountingDisk, refusalToUnshare } from '../../debian-packages.ts';
import { httpServer } from '../../loopback-server.ts';
import { migratedDirectory } from '../../outbox/test-database.ts';
import { serveUnshared } from './unshared-server.ts';

const run = '/api/v2/project/etl/task/copy/run?trigger=API';
const mebibyte = 2 ** 20;
/** $1 becomes a small disk, to which $2 is copied. */
const onDisk = 'mount -t tmpfs -o size=300m tmpfs "$1" && cp -a "$2" "$1/data" && shift 2 && exec "$@"';

it('a server whose disk is full refuses changes with a reason, is not ready, and goes on once there is room', async context => {
  const refusal = refusalToUnshare('--mount', ...mountingDisk);
  if (refusal !== undefined) context.skip(`This machine lets nobody mount a small disk: ${refusal}`);
  const receiver = await httpServer();
  const disk = mkdtempSync(join(tmpdir(), 'hookplate-disk-'));
  onTestFinished(() => rmSync(disk, { recursive: true }));
  const webhook = {
    ...{ id: 'chat', profile: 'Nightly', events: { Completed: true }, method: 'GET' },
    url: `${receiver.url}/$event$`,
  };
  const config = { webhooks: [webhook], allow: ['127.0.0.1/32'], database: `${disk}/data` };
  const args = [disk, await migratedDirectory()];
  const server = await serveUnshared({ unshare: ['--mount'], script: onDisk, args, config });
  const statusOf = async (path: string) => (await server.ask('GET', path)).status;
  expect([await statusOf('/readyz'), (await server.ask('POST', run, {})).status]).toEqual([200, 202]);
  await expect.poll(() => receiver.hits.length).toBe(1);

  const seen = server.pathOf(disk);
  const { bavail, bsize } = statfsSync(seen);
  const filler = join(seen, 'filler');
  // Below what the embedded database keeps free.
  writeFileSync(filler, Buffer.alloc(bavail * bsize - 100 * mebibyte, 1));
  await expect.poll(() => statusOf('/readyz')).toBe(503);
  const changed = { config: { ...webhook, url: `${receiver.url}/changed` } };
  for (const [method, path, body] of [
    ['POST', run, {}],
    ['PUT', '/api/webhooks/chat', changed],
  ] as const) {
    const refused = await server.ask(method, path, body);
    expect(refused.headers.get('content-type')).toBe('application/problem+json');
    const detail = expect.stringMatching(/^Less than 128 MiB are free .* nothing was stored\.$/);
    expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'database-full', detail }]);
  }
  expect([await statusOf('/healthz'), await statusOf('/api/processes')]).toEqual([200, 200]);
  const told = server
    .said()
    .split('\n')
    .filter(line => line.includes('"problem":"database-full"'));
  expect(told.map(line => JSON.parse(line))).toMatchObject([
    { method: 'POST', status: 503 },
    { method: 'PUT', status: 503 },
  ]);

  unlinkSync(filler);
  await expect.poll(() => statusOf('/readyz')).toBe(200);
  expect((await server.ask('POST', run, {})).status).toBe(202);
  // What was refused was not stored.
  await expect.poll(() => receiver.hits.map(({ path }) => path)).toEqual(['/Completed', '/Completed']);
  expect(await server.stop()).toBe(0);
});
