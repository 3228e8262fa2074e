import { readFileSync, statSync } from 'node:fs';
import { readFile as read } from 'node:fs/promises';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { CommandError, systemCode } from '../command-error.ts';
import { interruptibleStdin, type Terminal } from '../terminal.ts';
import { type FoundFile, stdinName } from './find-files.ts';

/** A file that cannot be read, for the reason in `cause`. */
export class FileError extends CommandError {
  constructor(path: string, cause: unknown) {
    super('usage', `${path} cannot be read${systemCode(cause)}.`, cause);
  }
}

/**
 * The bytes of a file, or of stdin.
 *
 * @throws {FileError} if it cannot be read.
 * @throws {CommandError} after Ctrl-C.
 */
export async function readFile(
  { location, path }: Pick<FoundFile, 'location' | 'path'>,
  terminal: Terminal,
): Promise<Buffer> {
  if (location === stdinName) return interruptibleStdin(terminal, buffer);
  try {
    // Of ten thousand files, each is read five times as fast like this; what may keep one waiting, such as a pipe, is not.
    return statSync(location).isFile() ? readFileSync(location) : await read(location);
  } catch (error) {
    throw new FileError(path, error);
  }
}

/** The only file that was named, with its contents. */
export interface NamedFile {
  /** The path for messages. */
  readonly path: string;
  /** The extension says how to read it; undefined for stdin. */
  readonly name: string | undefined;
  readonly bytes: Buffer;
}

/** @throws {CommandError} if it cannot be read. */
export async function readNamedFile(named: string, terminal: Terminal): Promise<NamedFile> {
  const isStdin = named === stdinName;
  const path = isStdin ? '<stdin>' : named;
  const location = isStdin ? stdinName : resolve(terminal.directory, named);
  const bytes = await readFile({ path, location }, terminal);
  return { path, name: isStdin ? undefined : named, bytes };
}
