import { randomUUID } from 'node:crypto';
import { access, constants, type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Puts a new text in the place of a file at once: whatever happens, it has all of the old text or all of the new one. A symbolic
 * link stays one; another name of the same file (a hard link) keeps the old text.
 *
 * @throws {Error} of the system, if it cannot be written; then nothing is left behind.
 */
export async function replaceFile(location: string, bytes: Buffer): Promise<void> {
  const target = await realpath(location);
  const known = await stat(target);
  if (!known.isFile()) throw new Error(`${target} is not a file.`);
  // Its directory may be open to those whom it is closed to.
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
    // Not everybody may give files away.
    await file.chown(uid, gid).catch(() => {});
    await file.chmod(mode);
    await file.sync();
  } finally {
    await file.close();
  }
}
