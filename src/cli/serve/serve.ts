import { basename, dirname } from 'node:path';
import { InvalidArgument } from '../../http/define-options.ts';
import { CommandError, type ExitStatus, exitStatus } from '../command-error.ts';
import { findConfig } from '../config/find-config.ts';
import { loadConfig } from '../config/load-config.ts';
import { type ReadConfig, readConfig } from '../config/read-config.ts';
import type { Terminal } from '../terminal.ts';
import { createLog, type Log } from './log.ts';
import { applyOptions, type ServeOptions } from './serve-options.ts';

/**
 * Starts the server that a configuration describes, and resolves when it has stopped.
 *
 * @throws {CommandError} for a configuration that cannot be used, and for a server that cannot start.
 */
export async function serve(options: ServeOptions, terminal: Terminal): Promise<ExitStatus> {
  const log = createLog(options.log, line => terminal.stderr.write(line), Date.now);
  const path = await findConfig(options.config, terminal.directory);
  const config = applyOptions(await configOf(path, terminal, log), options, terminal.directory);
  log({ level: 'info', message: 'not yet', facts: { port: config.port } });
  return exitStatus.fine;
}

async function configOf(path: string, { env }: Terminal, log: Log): Promise<ReadConfig> {
  const given = await loadConfig(path);
  try {
    return readConfig(given, { env, directory: dirname(path) }, ({ stream, text }, task) =>
      log({ level: 'info', message: text, facts: { ...task, stream } }),
    );
  } catch (error) {
    if (!(error instanceof InvalidArgument)) throw error;
    throw new CommandError('usage', `${basename(path)}: ${error.message}`);
  }
}
