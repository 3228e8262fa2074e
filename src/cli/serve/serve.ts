import { basename, dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { InvalidArgument } from '../../http/define-options.ts';
import { CommandError, type ExitStatus, exitStatus } from '../command-error.ts';
import { findConfig } from '../config/find-config.ts';
import { loadConfig } from '../config/load-config.ts';
import { type ReadConfig, readConfig } from '../config/read-config.ts';
import { describeDatabase } from '../config/read-database.ts';
import type { Terminal } from '../terminal.ts';
import { explainStart } from './explain-start.ts';
import { createLog, type Log } from './log.ts';
import { logFailure } from './log-failure.ts';
import { openBrowser } from './open-browser.ts';
import { applyOptions, type ServeOptions } from './serve-options.ts';
import { type RunningServer, startServer } from './start-server.ts';
import { type StopSignal, watchStopSignals } from './stop-signal.ts';
import { watchStrayErrors } from './watch-stray-errors.ts';

/** How long it may take after the deadline to hand back what has not ended, and to close connections, in milliseconds. */
const closeMs = 10_000;
/** How long what is left may take to end by itself once the server has stopped, in milliseconds. */
const lingerMs = 500;

/**
 * Starts the server that a configuration describes, and resolves when it has stopped. With a log of
 * JSON, why it could not start is an entry as well.
 *
 * @throws {CommandError} if the configuration is wrong or the server cannot start.
 */
export async function serve(options: ServeOptions, terminal: Terminal): Promise<ExitStatus> {
  const log = createLog(options.log, line => terminal.stderr.write(line), Date.now);
  try {
    return await serveUntilStopped(options, terminal, log);
  } catch (error) {
    if (options.log === 'text') throw error;
    return logEnd(error, log);
  }
}

function logEnd(error: unknown, log: Log): ExitStatus {
  if (!(error instanceof CommandError)) {
    logFailure(log, error);
    return exitStatus.internal;
  }
  if (error.code === 'interrupted') return exitStatus.interrupted;
  log({ level: 'error', message: error.message });
  return exitStatus.usage;
}

async function serveUntilStopped(options: ServeOptions, terminal: Terminal, log: Log): Promise<ExitStatus> {
  const path = await findConfig(options.config, terminal.directory);
  const config = applyOptions(await configOf(path, terminal, log), options, terminal.directory);
  const signals = watchStopSignals(terminal);
  const stray = watchStrayErrors(terminal, error => logFailure(log, { kind: 'stray', error }));
  try {
    log({ level: 'info', message: `Opening the database ${describeDatabase(config.database)}` });
    const server = await startServer(config, log).catch((error: unknown) => {
      throw explainStart(error, basename(path), config);
    });
    await announce(server, { options, config, terminal, log });
    const cause = await Promise.race([signals.first, stray]);
    await stop(server, config, log);
    return statuses[cause];
  } finally {
    signals.close();
    endSoon(terminal);
  }
}

const statuses = {
  SIGTERM: exitStatus.fine,
  SIGINT: exitStatus.interrupted,
  'stray-error': exitStatus.internal,
} as const satisfies Record<StopSignal | 'stray-error', ExitStatus>;

async function stop(server: RunningServer, { stopTimeoutMs }: ReadConfig, log: Log): Promise<void> {
  log({ level: 'info', message: `Stopping, ${stopTimeoutMs / 1000} s at most; Ctrl-C ends it at once` });
  const isDone = await Promise.race([server.stop().then(() => true), sleep(stopTimeoutMs + closeMs, false)]);
  if (isDone) log({ level: 'info', message: 'Stopped' });
  else log({ level: 'warn', message: 'Stopped before all connections were closed' });
}

async function configOf(path: string, { env }: Terminal, log: Log): Promise<ReadConfig> {
  const given = await loadConfig(path);
  if (given === undefined)
    throw new CommandError(
      'usage',
      `${basename(path)} exports no configuration: write \`export default defineConfig({ … })\`.`,
    );
  try {
    return readConfig(given, { env, directory: dirname(path) }, ({ stream, text }, task) =>
      log({ level: 'info', message: text, facts: { ...task, stream } }),
    );
  } catch (error) {
    if (!(error instanceof InvalidArgument)) throw error;
    throw new CommandError('usage', `${basename(path)}: ${error.message}`);
  }
}

interface Announcement {
  readonly options: ServeOptions;
  readonly config: ReadConfig;
  readonly terminal: Terminal;
  readonly log: Log;
}

/** The address is data, for whoever started it with any port; the rest is for people. */
async function announce(
  { origin, firstUser }: RunningServer,
  { options, config, terminal, log }: Announcement,
): Promise<void> {
  const tasks = Object.values(config.projects).flatMap(project => Object.keys(project.tasks)).length;
  log({ level: 'info', message: `Listening on ${origin} with ${tasks} ${tasks === 1 ? 'task' : 'tasks'}` });
  if (firstUser) tellPassword(firstUser, { options, terminal, log });
  terminal.stdout.write(`${origin}\n`);
  if (!options.open) return;
  const isOpening = await openBrowser(reachable(origin), terminal);
  if (!isOpening) log({ level: 'warn', message: `No browser could be started; open ${origin} yourself` });
}

/** A log of JSON is kept, by programs as well: it holds no password. */
function tellPassword(
  { username, password }: NonNullable<RunningServer['firstUser']>,
  { options, terminal, log }: Pick<Announcement, 'options' | 'terminal' | 'log'>,
): void {
  if (options.log === 'json') {
    const message =
      'No users are configured, so nobody can come in: configure `users`, or start it without `--log json`, which shows a password';
    log({ level: 'warn', message });
    return;
  }
  terminal.stderr.write(
    `No users are configured: until it stops, ${username} has the password ${password}\n`,
  );
}

/** An address that stands for all of the machine leads nowhere. */
function reachable(origin: string): string {
  return origin.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

/** A task that does not stop, or a connection that does not end, must not keep the program. */
function endSoon({ endNow }: Terminal): void {
  void sleep(lingerMs, undefined, { ref: false }).then(() => endNow());
}
