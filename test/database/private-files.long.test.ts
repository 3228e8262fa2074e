import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/outbox/index.ts';
import { executorOf, migratedDirectory } from '../outbox/test-database.ts';

/** A directory that everybody may look into, which is removed when the test ends. */
async function openDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'hookplate-private-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  await chmod(directory, 0o755);
  return directory;
}

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}

async function everythingIn(directory: string) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.map(entry => ({ path: join(entry.parentPath, entry.name), isFile: entry.isFile() }));
}

/** The directory as PGlite leaves it in a process that takes no care: 0755, and its files 0666. */
async function widen(directory: string): Promise<void> {
  for (const { path, isFile } of await everythingIn(directory)) await chmod(path, isFile ? 0o666 : 0o755);
  await chmod(directory, 0o755);
}

/** How many of these files another user of the machine can read; only root can become one. */
function readableByOthers(paths: readonly string[]): number {
  if (process.getuid?.() !== 0) return 0;
  const settings = { input: paths.join('\n'), encoding: 'utf8' } as const;
  const asNobody = ['nobody', '-s', '/bin/sh', '-c', "xargs -d '\\n' cat >/dev/null"];
  const { stderr } = spawnSync('su', asNobody, settings);
  return paths.length - stderr.split('\n').filter(line => line.includes('Permission denied')).length;
}

const storing = "insert into hookplate.instance (id, lease_until) values ('open', now())";

it('nobody else reads the files of an embedded database, which were open to everybody before', async () => {
  const directory = await migratedDirectory();
  await widen(directory);
  const paths = (await everythingIn(directory)).filter(({ isFile }) => isFile).map(({ path }) => path);
  expect(paths.length).toBeGreaterThan(900);
  // Else a refusal below would prove nothing.
  if (process.getuid?.() === 0) expect(readableByOthers(paths)).toBe(paths.length);

  const database = await openDatabase({ directory });
  onTestFinished(() => database.close());
  for (const path of paths) expect([path, await modeOf(path)]).not.toEqual([path, 0o666]);
  await executorOf(database).query(storing);
  await executorOf(database).query('checkpoint');
  expect(await modeOf(directory)).toBe(0o700);
  expect(await modeOf(join(directory, 'data'))).toBe(0o700);
  expect(await modeOf(join(directory, 'hookplate.lock'))).toBe(0o600);
  const now = (await everythingIn(directory)).filter(({ isFile }) => isFile).map(({ path }) => path);
  expect(readableByOthers(now)).toBe(0);
});

it('nobody else reads the files of a new embedded database, also where the directory around them is open', async () => {
  const umask = process.umask(0);
  onTestFinished(() => void process.umask(umask));
  const parent = await openDirectory();
  const directory = join(parent, 'of', 'hookplate');
  const database = await openDatabase({ directory });
  onTestFinished(() => database.close());
  expect(await modeOf(directory)).toBe(0o700);
  // As if the directory were another user's, who keeps it open.
  await chmod(join(parent, 'of'), 0o755);
  await chmod(directory, 0o755);
  const files = (await everythingIn(join(directory, 'data'))).filter(({ isFile }) => isFile);
  expect(files.length).toBeGreaterThan(900);
  expect(await modeOf(join(directory, 'data'))).toBe(0o700);
  expect(readableByOthers(files.map(({ path }) => path))).toBe(0);
});
