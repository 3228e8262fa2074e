import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { DatabaseOptions } from '../../database/database.ts';
import { DatabaseError } from '../../database/database-error.ts';
import { InvalidArgument } from '../../options/define-options.ts';
import { CommandError } from '../command-error.ts';
import { findConfig } from '../config/config-files.ts';
import { withoutSchema } from '../contents/contents.ts';
import { loadValue } from '../files/load-value.ts';
import type { Terminal } from '../terminal.ts';
import {
  type CommandLog,
  describeDatabase,
  hasSecret,
  readDatabase,
  readServerConfig,
  type SecretSources,
  type WholeConfig,
  withFiles,
} from './read-server-config.ts';

/** Options of the command line that say where a server keeps its things. */
export interface ConfigFlags {
  readonly config?: string;
  readonly database?: string;
  /** Whether the database is behind a pooler in transaction mode. */
  readonly pooler?: boolean;
}

export interface LoadedConfig {
  /** The name of the file. */
  readonly file: string;
  /** With what the command line says of the database. */
  readonly config: WholeConfig;
}

/**
 * Reads the configuration of a server.
 *
 * @throws {CommandError} if there is none, if something in it is wrong, and for a password in an argument.
 */
export async function loadServerConfig(
  { config: named, database, pooler }: ConfigFlags,
  { env, directory }: Pick<Terminal, 'env' | 'directory'>,
  log: CommandLog,
): Promise<LoadedConfig> {
  const path = await findServerConfig(named, directory);
  const file = basename(path);
  const given = withoutSchema(await loadValue(path));
  if (given === undefined)
    throw new CommandError(
      'usage',
      `${file} exports no configuration: write \`export default defineConfig({ … })\`.`,
    );
  const config = await readConfig(given, { path, env, directory: dirname(path) }, log);
  const place = database === undefined ? config.database : databaseOfFlag(database, directory);
  return { file, config: { ...config, database: pooler ? behindPooler(place) : place } };
}

function databaseOfFlag(database: string, directory: string): DatabaseOptions {
  if (hasSecret(database)) {
    throw new CommandError(
      'usage',
      "--database: others can see the arguments of a program; write `database: { env: 'DATABASE_URL' }` in the configuration, or leave the password to the variable PGPASSWORD.",
    );
  }
  return readDatabase(database, directory);
}

function behindPooler(database: DatabaseOptions): DatabaseOptions {
  if ('url' in database) return { ...database, pooler: true };
  const place = describeDatabase(database);
  throw new CommandError(
    'usage',
    `--pooler: expected a PostgreSQL behind a pooler, not the directory ${place}.`,
  );
}

async function readConfig(
  given: unknown,
  { path, ...sources }: SecretSources & { readonly path: string },
  log: CommandLog,
): Promise<WholeConfig> {
  try {
    return await withFiles(readServerConfig(given, sources, log), path);
  } catch (error) {
    throw explainMistake(error, { file: basename(path) });
  }
}

/**
 * The path of the configuration: the named file, or the nearest one from the directory upwards.
 *
 * @throws {CommandError} if there is none.
 */
async function findServerConfig(named: string | undefined, directory: string): Promise<string> {
  const path = named === undefined ? await findConfig(directory) : resolve(directory, named);
  if (path !== undefined && (await isFile(path))) return path;
  if (named !== undefined) throw new CommandError('usage', `--config: there is no file ${join(named)}.`);
  throw new CommandError(
    'usage',
    `There is no configuration in ${directory} or above: write a hookplate.config.ts, or name another file with --config.`,
  );
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    found => found.isFile(),
    () => false,
  );
}

/**
 * Explains to the user what is wrong with the database or with an option that the configuration has; any other error is
 * returned unchanged.
 */
export function explainMistake(error: unknown, { file }: Pick<LoadedConfig, 'file'>): unknown {
  if (error instanceof DatabaseError) return new CommandError('usage', error.message);
  if (!(error instanceof InvalidArgument)) return error;
  // These are options to the server, but keys of the configuration to the user.
  return new CommandError(
    'usage',
    `${file}: ${error.message.replace(/^options\.events\b/, 'config.catalogue').replace(/^options\b/, 'config')}`,
  );
}
