import { setTimeout as sleep } from 'node:timers/promises';
import { underName } from '../../http/define-options.ts';
import { openDatabase } from '../../outbox/database/open-database.ts';
import { createServer } from '../../server/create-server.ts';
import { serveNode } from '../../server/serve-node.ts';
import type { ReadConfig } from '../config/read-config.ts';
import type { Log } from './log.ts';
import { logFailure } from './log-failure.ts';

/** A server that takes requests and delivers. */
export interface RunningServer {
  readonly origin: string;
  /** Of a server without users: who may use it. */
  readonly firstUser: { readonly username: string; readonly password: string } | undefined;
  /** Lets end what runs, up to the deadline of the configuration, and closes the database. */
  readonly stop: () => Promise<void>;
}

/** How long the last answers may take once all that ran has ended, in milliseconds. */
const lastAnswersMs = 1000;

/**
 * Opens the database, stores there what the configuration begins with, and then listens, before anything is delivered: whoever
 * is let in finds all of it, and a server whose port is taken sends nothing.
 *
 * @throws {OutboxError} where the database cannot be used.
 * @throws {InvalidArgument} naming the option that is wrong.
 * @throws {Error} where it cannot listen, such as `EADDRINUSE`.
 */
export async function startServer(config: ReadConfig, log: Log): Promise<RunningServer> {
  const { database: place, host, port, http, stopTimeoutMs, ...options } = config;
  const database = await openDatabase(place);
  // Closed in the order in which they were opened, the last one first.
  const opened: (() => Promise<void>)[] = [() => database.close()];
  const close = async (): Promise<void> => {
    for (const closeOne of opened.splice(0).reverse()) await closeOne();
  };
  try {
    const server = await createServer({
      ...present(options),
      database,
      log: ({ time: _, method, route, status, ...facts }) =>
        log({ level: 'info', message: `${method} ${route} ${status}`, facts }),
      onError: failure => logFailure(log, failure),
    });
    opened.push(() => server.stop({ timeoutMs: stopTimeoutMs }));
    const listening = await serveNode(server, { ...http, host, port }).catch((error: unknown) => {
      throw underName(error, http ?? {}, 'options.http');
    });
    opened.push(async () => {
      const closed = listening.close();
      await server.stop({ timeoutMs: stopTimeoutMs });
      await Promise.race([closed, sleep(lastAnswersMs)]);
    });
    await server.start();
    return { origin: listening.origin, firstUser: server.firstUser, stop: close };
  } catch (error) {
    // What was only half made may not be able to close.
    await Promise.race([close(), sleep(lastAnswersMs)]).catch(() => {});
    throw error;
  }
}

type Present<T> = { readonly [K in keyof T]: Exclude<T[K], undefined> };

/** Without what the configuration does not say. */
function present<T extends object>(options: T): Partial<Present<T>> {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  // Some entries of the same object.
  return Object.fromEntries(entries) as Partial<Present<T>>;
}
