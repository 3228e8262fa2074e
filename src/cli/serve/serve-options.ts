import { CommandError } from '../command-error.ts';
import type { ReadConfig } from '../config/read-config.ts';
import { hasPassword, readDatabase } from '../config/read-database.ts';
import type { LogFormat } from './log.ts';

/** What is said on the command line goes before what the configuration says. */
export interface ServeOptions {
  readonly config?: string;
  readonly database?: string;
  readonly host?: string;
  readonly port?: number;
  readonly open?: boolean;
  readonly log: LogFormat;
}

/**
 * The configuration with what the command line says in its place.
 *
 * @throws {CommandError} for a password in an argument.
 */
export function applyOptions(config: ReadConfig, options: ServeOptions, directory: string): ReadConfig {
  const { database, host = config.host, port = config.port } = options;
  if (database !== undefined && hasPassword(database)) {
    throw new CommandError(
      'usage',
      "--database: others can see the arguments of a program; write `database: { env: 'DATABASE_URL' }` in the configuration, or leave the password to the variable PGPASSWORD.",
    );
  }
  return {
    ...config,
    host,
    port,
    ...(database !== undefined && { database: readDatabase(database, directory) }),
  };
}
