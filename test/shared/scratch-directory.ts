import { statfsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux keeps what is written there in memory: the copy of a database takes a tenth of the time that a disk takes. */
const inMemory = '/dev/shm';

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > 4 * 1024 ** 3;
  } catch {
    return false;
  }
}

/** A new directory for what need not outlive the tests, in memory where the machine has some to spare. */
export function scratchDirectory(prefix: string): Promise<string> {
  return mkdtemp(join(hasRoom(inMemory) ? inMemory : tmpdir(), prefix));
}
