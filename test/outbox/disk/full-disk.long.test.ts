import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { mountingDisk, refusalToUnshare } from '../../debian-packages.ts';
import { httpServer } from '../../loopback-server.ts';
import { migratedDirectory } from '../test-database.ts';

const program = fileURLToPath(new URL('full-disk-process.ts', import.meta.url));
/** Mounts are the process's own; whoever is not root gets them with a name space of users. */
const unshare = ['--mount', ...(process.getuid?.() === 0 ? [] : ['--map-root-user'])];
/** $1 becomes a small disk, to which $2 is copied. */
const onDisk =
  'mount -t tmpfs -o size=128m tmpfs "$1" && cp -a "$2" "$1/data" && disk=$1 && shift 2 && exec "$@" "$disk"';

it('an embedded database on a disk that is full stores and sends nothing, and goes on once there is room', async context => {
  const refusal = refusalToUnshare(...unshare, ...mountingDisk);
  if (refusal !== undefined) context.skip(`This machine lets nobody mount a small disk: ${refusal}`);
  const receiver = await httpServer();
  const disk = await mkdtemp(join(tmpdir(), 'hookplate-disk-'));
  onTestFinished(() => rm(disk, { recursive: true }));
  const command = ['sh', '-c', onDisk, 'sh', disk, await migratedDirectory()];
  const child = spawn('unshare', [...unshare, ...command, process.execPath, program, receiver.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const { whileFull, stored, delivered, isWhole } = JSON.parse(await text(child.stdout));
  expect(whileFull).toEqual({ refused: 'database-full', told: ['database-full'], hasRoom: true });
  expect([delivered, isWhole]).toEqual([stored, true]);
  expect(receiver.hits).toHaveLength(stored);
});
