import { readFile as read } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { CommandError } from '../command-error.ts';
import type { Terminal } from '../terminal.ts';
import { type FoundFile, stdinName } from './find-files.ts';

/**
 * The bytes of a file, or of stdin.
 *
 * @throws {CommandError} if it cannot be read.
 */
export async function readFile(
  { location, path }: Pick<FoundFile, 'location' | 'path'>,
  { stdin }: Pick<Terminal, 'stdin'>,
): Promise<Buffer> {
  if (location === stdinName) return buffer(stdin);
  try {
    return await read(location);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new CommandError('usage', `${path} cannot be read${code}.`);
  }
}
