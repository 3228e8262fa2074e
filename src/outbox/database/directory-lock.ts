import { mkdir, open, readFile, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OutboxError } from '../outbox-error.ts';

/*
 * A lock is a file with its owner's pid and host, touched every two seconds. On one host the pid says whether the owner
 * still runs. Where it cannot, since the host is another one or, in a container, every process has the same pid, the file
 * is watched: an owner that lives touches it.
 */

/** Held by the one process that has an embedded directory open; ends with the process, or by `release`. */
export interface DirectoryLock {
  readonly release: () => Promise<void>;
}

const touchMs = 2000;
/** As long as a file is watched. In milliseconds. */
const watchMs = 5 * touchMs;

/** Those that this process holds. */
const held = new Set<string>();

/**
 * Locks a directory for this process. The lock of a process that no longer runs is taken over.
 *
 * @throws {OutboxError} `directory-in-use`, naming the process that has it.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  await mkdir(directory, { recursive: true });
  const path = resolve(join(directory, 'hookplate.lock'));
  if (held.has(path)) throw inUse(directory, String(process.pid));
  held.add(path);
  try {
    await take(directory, path);
  } catch (error) {
    held.delete(path);
    throw error;
  }
  const touching = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => {}), touchMs);
  touching.unref();
  return {
    release: async () => {
      clearInterval(touching);
      await rm(path, { force: true });
      held.delete(path);
    },
  };
}

async function take(directory: string, path: string): Promise<void> {
  for (let tries = 0; tries < 3; tries++) {
    if (await writeNew(path, `${process.pid} ${hostname()}`)) return;
    const [pid = '', host] = (await readFile(path, 'utf8').catch(() => '')).split(' ');
    const isTold = host === hostname() && pid !== String(process.pid);
    if (isTold ? isRunning(Number(pid)) : await isTouched(path)) throw inUse(directory, pid);
    await rm(path, { force: true });
  }
  throw inUse(directory, '');
}

/** Whether the file is new: creating it is what two processes cannot both do. */
async function writeNew(path: string, text: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx');
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
    // A process of somebody else's runs all the same.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function isTouched(path: string): Promise<boolean> {
  const before = await touchedAt(path);
  for (const end = performance.now() + watchMs; performance.now() < end; ) {
    await sleep(touchMs / 4);
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

function inUse(directory: string, owner: string): OutboxError {
  const who = owner === '' ? 'another process' : `process ${owner}`;
  return new OutboxError(
    'directory-in-use',
    `${directory} is in use by ${who}: an embedded database serves one process at a time. Stop the other one, or use PostgreSQL.`,
  );
}
