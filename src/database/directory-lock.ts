import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { pause } from '../timing/wait.ts';
import { DatabaseError } from './database-error.ts';

/*
 * A lock is a file with its owner's pid and host, touched every two seconds. On the same host, the pid shows whether
 * the owner is gone. If it cannot, because the host is another one, another process has that pid by now, or every
 * process in a container has the same one, the file is watched: a living owner touches it.
 *
 * A stale lock is removed by name, and two processes may have judged the same file: whoever removes one holds a second
 * file, the guard, and reads the lock again under it.
 */

/** Held by the one process that has an embedded directory open, until the process ends or calls `release`. */
export interface DirectoryLock {
  readonly release: () => Promise<void>;
}

/** The file in a directory; the name of the guard begins with it. */
export const lockName = 'hookplate.lock';

const touchMs = 2000;
/** The time for which a file is watched, in milliseconds. */
const watchMs = 5 * touchMs;

/** The directories that this process has locked. */
const held = new Set<string>();

/**
 * Locks a directory for this process. The lock of a process that no longer runs is taken over.
 *
 * @throws {DatabaseError} `directory-in-use`, naming the process that has it.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const path = resolve(join(directory, lockName));
  if (held.has(path)) throw inUse(directory, String(process.pid));
  held.add(path);
  const text = `${process.pid} ${hostname()} ${randomUUID()}`;
  try {
    await take(directory, path, text);
  } catch (error) {
    held.delete(path);
    throw error;
  }
  const isOurs = async (): Promise<boolean> => (await textOf(path)) === text;
  const touching = setInterval(() => void touch(path, isOurs).catch(() => {}), touchMs);
  touching.unref();
  return {
    release: async () => {
      clearInterval(touching);
      if (await isOurs()) await rm(path, { force: true });
      held.delete(path);
    },
  };
}

async function touch(path: string, isOurs: () => Promise<boolean>): Promise<void> {
  if (await isOurs()) await utimes(path, new Date(), new Date());
}

async function take(directory: string, path: string, text: string): Promise<void> {
  for (let tries = 0; tries < 3; tries++) {
    if (await writeNew(path, text)) return;
    const found = await textOf(path);
    const [pid = '', host] = found.split(' ');
    const isGone = host === hostname() && pid !== String(process.pid) && !isRunning(Number(pid));
    if (!isGone && (await isTouched(path))) throw inUse(directory, pid);
    await removeStale(path, found);
  }
  throw inUse(directory, '');
}

/** Removes a lock if it is still the one that was judged; waits for another process that is doing the same. */
async function removeStale(path: string, judged: string): Promise<void> {
  const guard = `${path}.guard`;
  if (await writeNew(guard, '')) {
    if ((await textOf(path)) === judged) await rm(path, { force: true });
    await rm(guard, { force: true });
  } else if (!(await isTouched(guard))) {
    // The guard's owner has died in those few milliseconds.
    await rm(guard, { force: true });
  }
}

/** Empty for a file that is gone. */
function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

/** Whether the file was created by this call, which only one of two processes can achieve. */
async function writeNew(path: string, text: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(text);
    await file.close();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is running all the same.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Whether a file changes or disappears while it is watched. */
async function isTouched(path: string): Promise<boolean> {
  const before = await touchedAt(path);
  for (const end = performance.now() + watchMs; performance.now() < end; ) {
    await pause(touchMs / 4);
    if ((await touchedAt(path)) !== before) return true;
  }
  return false;
}

async function touchedAt(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
}

function inUse(directory: string, owner: string): DatabaseError {
  const who = owner === '' ? 'another process' : `process ${owner}`;
  return new DatabaseError(
    'directory-in-use',
    `${directory} is in use by ${who}: an embedded database serves one process at a time. Stop the other one, or use PostgreSQL.`,
  );
}
