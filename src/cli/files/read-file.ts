import { readFile as read } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { CommandError, systemCode } from '../command-error.ts';
import { interruptibleStdin } from '../interruptible.ts';
import type { Terminal } from '../terminal.ts';
import { type FoundFile, stdinName } from './find-files.ts';

/**
 * The bytes of a file, or of stdin.
 *
 * @throws {CommandError} if it cannot be read, and after Ctrl-C.
 */
export async function readFile(
  { location, path }: Pick<FoundFile, 'location' | 'path'>,
  terminal: Terminal,
): Promise<Buffer> {
  if (location === stdinName) return interruptibleStdin(terminal, buffer);
  try {
    return await read(location);
  } catch (error) {
    throw new CommandError('usage', `${path} cannot be read${systemCode(error)}.`);
  }
}
