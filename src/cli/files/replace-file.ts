import { randomUUID } from 'node:crypto';
import { access, constants, type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Replaces the text of a file atomically: whatever happens, it has either the old text or the new one. A symbolic link
 * stays a link; another name of the same file (a hard link) keeps the old text.
 *
 * @throws {Error} from the system, if it cannot be written; nothing is left behind then.
 */
export async function replaceFile(location: string, bytes: Buffer): Promise<void> {
  const target = await realpath(location);
  const known = await stat(target);
  if (!known.isFile()) throw new Error(`${target} is not a file.`);
  // The directory may be writable for users for whom the file is not.
  await access(target, constants.W_OK);
  const temporary = join(dirname(target), `.hookplate-${randomUUID()}.tmp`);
  const file = await open(temporary, 'wx', 0o600);
  try {
    await fill(file, bytes, known);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function fill(
  file: FileHandle,
  bytes: Buffer,
  { uid, gid, mode }: { readonly uid: number; readonly gid: number; readonly mode: number },
): Promise<void> {
  try {
    await file.writeFile(bytes);
    // Not every user may give files away.
    await file.chown(uid, gid).catch(() => {});
    await file.chmod(mode);
    await file.sync();
  } finally {
    await file.close();
  }
}
