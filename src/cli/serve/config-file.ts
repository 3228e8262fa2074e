import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { DatabaseOptions } from '../../database/database.ts';
import { DatabaseError } from '../../database/database-error.ts';
import { InvalidArgument } from '../../options/define-options.ts';
import type { KnownReceiver } from '../../webhook/receivers/receiver.ts';
import { CommandError } from '../command-error.ts';
import { findConfig } from '../config/config-files.ts';
import type { CommandLog, ConfigContext } from '../config/config-part.ts';
import { type ReadConfig, readServerConfig, root } from '../config/config-schema.ts';
import { databaseAt, describeDatabase, hasSecret } from '../config/read-database.ts';
import { withoutSchema } from '../contents/contents.ts';
import { catalogueOf, type LoadedCatalogue } from '../events/load-catalogue.ts';
import { loadValue } from '../files/load-value.ts';
import type { Terminal } from '../terminal.ts';
import { loadWholeReceivers } from '../webhooks/load-receivers.ts';

/** Options of the command line that say where a server keeps its things. */
export interface ConfigFlags {
  readonly config?: string;
  readonly database?: string;
  /** Whether the database is behind a pooler in transaction mode. */
  readonly pooler?: boolean;
}

/** A configuration ready for use, as the server takes it: with what its files contain. */
export interface WholeConfig
  extends Omit<ReadConfig, 'catalogue' | 'catalogues' | 'receivers' | 'files'>,
    LoadedFiles {}

interface LoadedFiles {
  readonly events?: LoadedCatalogue;
  readonly catalogues?: Readonly<Record<string, LoadedCatalogue>>;
  readonly receivers?: readonly KnownReceiver[];
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
  const config = await readConfig(given, path, { env, directory: dirname(path), log });
  const place = database === undefined ? config.database : databaseOfFlag(database, directory);
  return { file, config: { ...config, database: pooler ? behindPooler(place) : place } };
}

/** What is known of a server that an application makes: its configuration, if it has one, or else where its database is. */
export async function loadServerOrPlace(
  flags: ConfigFlags,
  terminal: Pick<Terminal, 'env' | 'directory'>,
): Promise<{ readonly file: string; readonly config: OfServer }> {
  const { config, database } = flags;
  const hasNone = config === undefined && (await findConfig(terminal.directory)) === undefined;
  if (!hasNone || database === undefined) return loadServerConfig(flags, terminal, () => {});
  return {
    file: '--database',
    config: {
      ...{ database: databaseOfFlag(database, terminal.directory) },
      ...{ encryptionKeys: [], unreadable: undefined },
    },
  };
}

type OfServer = Pick<WholeConfig, 'database' | 'encryptionKeys' | 'unreadable'> & Partial<WholeConfig>;

function databaseOfFlag(database: string, directory: string): DatabaseOptions {
  if (hasSecret(database)) {
    throw new CommandError(
      'usage',
      "--database: others can see the arguments of a program; write `database: { env: 'DATABASE_URL' }` in the configuration, or leave the password to the variable PGPASSWORD.",
    );
  }
  return databaseAt(database, directory);
}

function behindPooler(database: DatabaseOptions): DatabaseOptions {
  if ('url' in database) return { ...database, pooler: true };
  const place = describeDatabase(database);
  throw new CommandError(
    'usage',
    `--pooler: expected a PostgreSQL behind a pooler, not the directory ${place}.`,
  );
}

async function readConfig(given: unknown, path: string, context: ConfigContext): Promise<WholeConfig> {
  try {
    return await withFiles(readServerConfig(given, context), path);
  } catch (error) {
    throw explainMistake(error, { file: basename(path) });
  }
}

/**
 * Reads the files that a configuration names, and the catalogues in it as data.
 *
 * @param file The path of the configuration.
 * @throws {InvalidArgument} naming the path of the key, and the line of the file.
 * @throws {CommandError} for a file that cannot be read.
 */
async function withFiles(
  { catalogue, catalogues, receivers, files: _, ...config }: ReadConfig,
  file: string,
): Promise<WholeConfig> {
  const named: [string, LoadedCatalogue][] = [];
  for (const [key, given] of Object.entries(catalogues ?? {}))
    named.push([key, await catalogueOf(given, { name: `${root}.catalogues.${key}`, file })]);
  return {
    ...config,
    ...(catalogue !== undefined && {
      events: await catalogueOf(catalogue, { name: `${root}.catalogue`, file }),
    }),
    ...(catalogues !== undefined && { catalogues: Object.fromEntries(named) }),
    ...(receivers !== undefined && {
      receivers:
        typeof receivers === 'string' ? await loadWholeReceivers(receivers, dirname(file)) : receivers,
    }),
  };
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
