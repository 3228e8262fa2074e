import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from './database-error.ts';

/*
 * A lock is a file with its owner's pid and host, touched every two seconds. On one host the pid says whether the owner is
 * gone. Where it does not, since the host is another one, another process has the pid by now or, in a container, every
 * process has the same, the file is watched: an owner that lives touches it.
 *
 * What is stale is removed by name, and two may have judged the same file: whoever removes one holds a second file, the
 * guard, and reads the lock again under it.
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
 * @throws {DatabaseError} `directory-in-use`, naming the process that has it.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  await mkdir(directory, { recursive: true });
  const path = resolve(join(directory, 'hookplate.lock'));
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

/** Removes a lock if it is still the one that was judged; where another process is at it, waits for that. */
async function removeStale(path: string, judged: string): Promise<void> {
  const guard = `${path}.guard`;
  if (await writeNew(guard, '')) {
    if ((await textOf(path)) === judged) await rm(path, { force: true });
    await rm(guard, { force: true });
  } else if (!(await isTouched(guard))) {
    // Its owner has died in those few milliseconds.
    await rm(guard, { force: true });
  }
}

/** Of a file that is gone: none. */
function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
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

/** Whether a file changes, or goes, while it is watched. */
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

function inUse(directory: string, owner: string): DatabaseError {
  const who = owner === '' ? 'another process' : `process ${owner}`;
  return new DatabaseError(
    'directory-in-use',
    `${directory} is in use by ${who}: an embedded database serves one process at a time. Stop the other one, or use PostgreSQL.`,
  );
}
