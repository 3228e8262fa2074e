import { spawn } from 'node:child_process';
import type { Database } from '../../database/database.ts';
import { openDatabase } from '../../database/open-database.ts';
import { underName } from '../../options/define-options.ts';
import { createHookplate } from '../../server/create-hookplate.ts';
import { serveNode } from '../../server/serve-node.ts';
import { within } from '../../timing/deadline.ts';
import { CommandError, type ExitStatus, exitStatus } from '../command-error.ts';
import { describeDatabase } from '../config/read-database.ts';
import { endSoon, type Terminal, watchStrayErrors } from '../terminal.ts';
import {
  type ConfigFlags,
  explainMistake,
  type LoadedConfig,
  loadServerConfig,
  type WholeConfig,
} from './config-file.ts';
import { createLog, type Log, type LogFormat, logFailure } from './log.ts';
import { findOrMakeKeys } from './stored-keys.ts';

/** Time after the deadline for handing back unfinished work and closing connections, in milliseconds. */
const closeMs = 10_000;
/**
 * Starts the server described by a configuration, and resolves when it has stopped. With a JSON log, a failure to start
 * is logged as well.
 *
 * @throws {CommandError} if the configuration is wrong or the server cannot start.
 */
export async function serve(options: ServeFlags, terminal: Terminal): Promise<ExitStatus> {
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

async function serveUntilStopped(options: ServeFlags, terminal: Terminal, log: Log): Promise<ExitStatus> {
  const loaded = await loadServerConfig(options, terminal, ({ stream, text }, task) =>
    log({ level: 'info', message: text, facts: { ...task, stream } }),
  );
  const { host = loaded.config.host, port = loaded.config.port } = options;
  const config = { ...loaded.config, host, port };
  const signals = watchStopSignals(terminal);
  const stray = watchStrayErrors(terminal, error => logFailure(log, { kind: 'stray', error }));
  try {
    log({ level: 'info', message: `Opening the database ${describeDatabase(config.database)}` });
    const server = await startServer(config, log).catch((error: unknown) => {
      throw explainStart(error, { ...loaded, config });
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

/** Said only of PostgreSQL: an embedded database has keys of its own. */
const withoutKeys =
  'No `encryptionKeys` are configured: webhooks with their secrets, requests, samples and bodies of runs are stored as they are, and whoever can read the database or a copy of it can read them';

const statuses = {
  SIGTERM: exitStatus.fine,
  SIGINT: exitStatus.interrupted,
  'stray-error': exitStatus.internal,
} as const satisfies Record<StopSignal | 'stray-error', ExitStatus>;

async function stop(server: RunningServer, { stopTimeoutMs }: WholeConfig, log: Log): Promise<void> {
  log({ level: 'info', message: `Stopping, ${stopTimeoutMs / 1000} s at most; Ctrl-C ends it at once` });
  const stopping = server.stop().then(() => true);
  const isDone = await within(stopTimeoutMs + closeMs, stopping, () => false);
  if (isDone) log({ level: 'info', message: 'Stopped' });
  else log({ level: 'warn', message: 'Stopped before all connections were closed' });
}

interface Announcement {
  readonly options: ServeFlags;
  readonly config: WholeConfig;
  readonly terminal: Terminal;
  readonly log: Log;
}

/** Prints the address to stdout as data, for callers who let the system pick a port; the rest is for people. */
async function announce(
  { address, firstUser, isSealing }: RunningServer,
  { options, config, terminal, log }: Announcement,
): Promise<void> {
  const tasks = Object.values(config.projects).flatMap(project => Object.keys(project.tasks)).length;
  if (!isSealing) log({ level: 'warn', message: withoutKeys });
  log({ level: 'info', message: `Listening on ${address} with ${tasks} ${tasks === 1 ? 'task' : 'tasks'}` });
  if (firstUser) tellPassword(firstUser, { options, terminal, log });
  terminal.stdout.write(`${address}\n`);
  if (!options.open) return;
  const isOpening = await openBrowser(reachable(address), terminal);
  if (!isOpening) log({ level: 'warn', message: `No browser could be started; open ${address} yourself` });
}

/** JSON logs are stored, possibly by other programs: they never contain the password. */
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

/** Replaces an address for all interfaces, which a browser cannot open. */
function reachable(origin: string): string {
  return origin.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

/** Options of the command line, which override the configuration. */
export interface ServeFlags extends ConfigFlags {
  readonly host?: string;
  readonly port?: number;
  readonly open?: boolean;
  readonly log: LogFormat;
}

/**
 * Explains to the user why a server did not start: a mistake in its configuration, its database or its address. Any
 * other error is returned unchanged.
 */
function explainStart(error: unknown, loaded: LoadedConfig): unknown {
  const reason = addressReason(error, loaded.config);
  return reason === undefined ? explainMistake(error, loaded) : new CommandError('usage', reason);
}

function addressReason(error: unknown, { host, port }: WholeConfig): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is used by another program: end that one, or choose another port with --port, 0 for any that is free.`;
    case 'EACCES':
      return `Port ${port} of ${host} may not be used by this user: choose one from 1024 on, with --port 8080.`;
    case 'EADDRNOTAVAIL':
      return `This machine does not have the address ${host}: choose another one with --host.`;
    case 'ENOTFOUND':
      return `The host ${host} is not known: give --host an address of this machine.`;
    default:
      return undefined;
  }
}

/** A server that accepts requests and delivers. */
interface RunningServer {
  /** Where its paths begin: `http://127.0.0.1:8080`, with the base path. */
  readonly address: string;
  readonly isSealing: boolean;
  /** The only user of a server without configured users. */
  readonly firstUser: { readonly username: string; readonly password: string } | undefined;
  /** Lets running work finish, up to the deadline of the configuration, and closes the database. */
  readonly stop: () => Promise<void>;
}

/** Time for the last answers once all work has ended, in milliseconds. */
const lastAnswersMs = 1000;

/**
 * Opens the database, stores the initial contents from the configuration, and then listens, before anything is
 * delivered: the first caller finds everything in place, and a server whose port is taken sends nothing.
 *
 * @throws {DatabaseError} if the database cannot be used.
 * @throws {InvalidArgument} naming the option that is wrong.
 * @throws {Error} if it cannot listen, such as `EADDRINUSE`.
 */
async function startServer(config: WholeConfig, log: Log): Promise<RunningServer> {
  const { database: place, host, port, http, stopTimeoutMs, ...options } = config;
  const database = await openDatabase(place);
  // Closed in reverse order.
  const opened: (() => Promise<void>)[] = [() => database.close()];
  const close = async (): Promise<void> => {
    for (const closeOne of opened.splice(0).reverse()) await closeOne();
  };
  try {
    const encryptionKeys = await keysFor(config, database, log);
    const server = await createHookplate({
      ...present(options),
      encryptionKeys,
      database,
      log: ({ time: _, method, route, status, ...facts }) =>
        log({
          level: 'info',
          message: `${method} ${route} ${status}`,
          facts,
          said: { method, route, status },
        }),
      onMisfits: misfits =>
        log({
          level: 'warn',
          message: 'Stored webhooks do not fit the events any more: `hookplate check --database` says why',
          facts: { webhooks: misfits.length },
        }),
      onError: failure => logFailure(log, failure),
    });
    opened.push(() => server.stop({ timeoutMs: stopTimeoutMs }));
    const listening = await serveNode(server, { ...http, host, port }).catch((error: unknown) => {
      throw underName(error, http ?? {}, 'options.http');
    });
    opened.push(async () => {
      const closed = listening.close();
      await server.stop({ timeoutMs: stopTimeoutMs });
      await within(lastAnswersMs, closed, () => {});
    });
    await server.start();
    const address = `${listening.origin}${options.basePath ?? ''}`;
    const isSealing = encryptionKeys.length > 0;
    return { address, isSealing, firstUser: server.firstUser, stop: close };
  } catch (error) {
    // A partly created server may be unable to close.
    await within(lastAnswersMs, close(), () => {}).catch(() => {});
    throw error;
  }
}

/** The keys that seal what is stored; says where they are if nobody has configured any. */
async function keysFor(config: WholeConfig, database: Database, log: Log): Promise<readonly string[]> {
  const { encryptionKeys, file, isNew } = await findOrMakeKeys(config, database);
  const message = isNew
    ? `Made an encryption key in ${file}: keep a copy apart from the backups, which cannot be read without the key`
    : `The encryption key is in ${file}`;
  if (file !== undefined) log({ level: 'info', message });
  return encryptionKeys;
}

type Present<T> = { readonly [K in keyof T]: Exclude<T[K], undefined> };

/** Drops undefined options. */
function present<T extends object>(options: T): Partial<Present<T>> {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  // The entries are some of those of the same object.
  return Object.fromEntries(entries) as Partial<Present<T>>;
}

type StopSignal = 'SIGINT' | 'SIGTERM';

/** Waits for the signal to stop. */
interface StopSignals {
  readonly first: Promise<StopSignal>;
  /** Removes the handlers of the signals. */
  readonly close: () => void;
}

/** The first signal asks the program to stop; a second one ends it at once. */
function watchStopSignals({ events, endNow }: Terminal): StopSignals {
  const signals: readonly StopSignal[] = ['SIGINT', 'SIGTERM'];
  let isStopping = false;
  let stop = (_signal: StopSignal): void => {};
  const first = new Promise<StopSignal>(resolve => {
    stop = resolve;
  });
  const listener = (signal: NodeJS.Signals): void => {
    if (isStopping) endNow(exitStatus.interrupted);
    isStopping = true;
    stop(signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM');
  };
  for (const signal of signals) events.on(signal, listener);
  return {
    first,
    close: () => {
      for (const signal of signals) events.off(signal, listener);
    },
  };
}

/**
 * Opens an address in the browser: with the program in the variable `BROWSER`, or in the way of the system. Resolves to
 * whether a program could be started; nobody tells whether a page appeared.
 */
function openBrowser(url: string, { env, platform }: Terminal): Promise<boolean> {
  const { BROWSER } = env;
  const [program, ...args] = openerOf(BROWSER, platform);
  return new Promise(resolve => {
    const opener = spawn(program, [...args, url], { env, stdio: 'ignore', detached: true });
    opener.once('error', () => resolve(false));
    opener.once('spawn', () => {
      opener.unref();
      resolve(true);
    });
  });
}

function openerOf(browser: string | undefined, platform: NodeJS.Platform): [string, ...string[]] {
  if (browser) return [browser];
  if (platform === 'darwin') return ['open'];
  return platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open'];
}
