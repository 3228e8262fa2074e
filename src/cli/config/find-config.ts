import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CommandError } from '../command-error.ts';

/** In the order in which they are looked for. */
const configNames = ['ts', 'mts', 'js', 'mjs', 'json'].map(extension => `hookplate.config.${extension}`);

/**
 * The path of the configuration: the file that was named, or the one in the directory.
 *
 * @throws {CommandError} if there is none.
 */
export async function findConfig(named: string | undefined, directory: string): Promise<string> {
  const candidates = named === undefined ? configNames : [named];
  for (const name of candidates) {
    const path = resolve(directory, name);
    if (await isFile(path)) return path;
  }
  if (named !== undefined) throw new CommandError('usage', `--config: there is no file ${join(named)}.`);
  throw new CommandError(
    'usage',
    `There is no configuration in ${directory}: write a hookplate.config.ts, or name another file with --config.`,
  );
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    found => found.isFile(),
    () => false,
  );
}
