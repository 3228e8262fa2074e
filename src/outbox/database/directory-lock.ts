import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { OutboxError } from '../outbox-error.ts';

/** Held by the one process that has an embedded directory open; ends with the process, or by `release`. */
export interface DirectoryLock {
  readonly release: () => Promise<void>;
}

/**
 * Locks a directory for this process by a file with its pid. The lock of a process that no longer runs is taken over.
 *
 * @throws {OutboxError} `directory-in-use`, naming the process that has it.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  await mkdir(directory, { recursive: true });
  const path = join(directory, 'hookplate.lock');
  for (let tries = 0; tries < 3; tries++) {
    if (await writeNew(path, String(process.pid))) return { release: () => rm(path, { force: true }) };
    const owner = Number(await readFile(path, 'utf8').catch(() => ''));
    if (owner === process.pid || isRunning(owner)) throw inUse(directory, owner);
    await rm(path, { force: true });
  }
  throw inUse(directory, undefined);
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

function inUse(directory: string, owner: number | undefined): OutboxError {
  const who = owner === undefined ? 'another process' : `process ${owner}`;
  return new OutboxError(
    'directory-in-use',
    `${directory} is in use by ${who}: an embedded database serves one process at a time. Stop the other one, or use PostgreSQL.`,
  );
}
