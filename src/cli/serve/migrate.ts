import { grantsFor } from '../../database/grants.ts';
import { openDatabase } from '../../database/open-database.ts';
import { type ExitStatus, exitStatus } from '../command-error.ts';
import { endSoon, type Terminal } from '../terminal.ts';
import { type ConfigFlags, explainMistake, loadServerConfig } from './config-file.ts';

export interface MigrateFlags extends ConfigFlags {
  /** The role that a server runs as. */
  readonly role?: string;
}

/**
 * Makes the tables of this version, and prints what a role needs to use them.
 *
 * @throws {CommandError} if the configuration or the database cannot be used.
 */
export async function migrateStored(flags: MigrateFlags, terminal: Terminal): Promise<ExitStatus> {
  const { file, config } = await loadServerConfig(flags, terminal, () => {});
  const { database: place } = config;
  const { stdout, stderr } = terminal;
  try {
    const database = await openDatabase(place);
    try {
      await database.migrate();
    } finally {
      await database.close();
    }
    stderr.write('The tables are those of this version.\n');
    if (flags.role !== undefined) stdout.write(grantsFor(flags.role, place.schema));
    return exitStatus.fine;
  } catch (error) {
    throw explainMistake(error, { file });
  } finally {
    endSoon(terminal);
  }
}
