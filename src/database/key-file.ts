import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseError } from './database-error.ts';
import { isKey } from './sealer.ts';

/*
 * The keys of an embedded database of which nobody has configured any: a file in its directory, beside the data, so that
 * whoever moves the directory moves them too, and a service that may write nowhere else has a place for them.
 */

/** The file in the directory of an embedded database. */
export const keyFileName = 'hookplate.key';

export function keyFileIn(directory: string): string {
  return join(directory, keyFileName);
}

/**
 * The keys in the file of a directory, the one that seals first; undefined if there is no such file.
 *
 * @throws {DatabaseError} `wrong-key` for a file that cannot be read, or has anything but keys; it does not quote them.
 */
export async function readKeyFile(directory: string): Promise<readonly string[] | undefined> {
  const path = keyFileIn(directory);
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined;
    throw new DatabaseError('wrong-key', `The keys in ${path} cannot be read.`, { cause });
  });
  if (text === undefined) return undefined;
  const keys = splitKeys(text);
  if (keys.length === 0 || !keys.every(isKey)) {
    const mend = 'restore the file from your copy of it';
    throw new DatabaseError('wrong-key', `${path} should have keys of 32 bytes in base64 alone: ${mend}.`);
  }
  // A copy may have come back with the modes of another machine.
  if (((await stat(path)).mode & 0o077) !== 0) await chmod(path, 0o600).catch(() => {});
  return keys;
}

/** Keys in a text, with spaces, line breaks or commas between them. */
export function splitKeys(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter(key => key !== '');
}

/**
 * Makes a key, and the file with it, which its owner alone can read. It is there as a whole or not at all. Call it only
 * while the directory is locked, and there is no such file.
 *
 * @throws {Error} from the system, if it cannot be written.
 */
export async function makeKeyFile(directory: string): Promise<readonly string[]> {
  const key = randomBytes(32).toString('base64');
  const temporary = join(directory, `${keyFileName}-${randomUUID()}`);
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(`${key}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, keyFileIn(directory));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  // What it seals must not outlast it. Not every system can sync a directory.
  const parent = await open(directory).catch(() => undefined);
  await parent?.sync().catch(() => {});
  await parent?.close();
  return [key];
}
