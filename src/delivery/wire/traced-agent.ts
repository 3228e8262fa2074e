import type { Socket } from 'node:net';
import { Agent, type buildConnector, Client, type Dispatcher, Pool } from 'undici';

/** One connection, made anew when it was lost. */
export interface TracedConnection {
  /** Where it leads, once it is made. */
  address: string | undefined;
  /** The address that is being dialled. */
  dial: Socket | undefined;
  /** The request that it carries, or carried last. */
  trace: ConnectionTrace | undefined;
}

/** The reader of an answer learns through this which connection carries it. */
export abstract class ConnectionTrace {
  connection: TracedConnection | undefined;
  /** Whether nothing is waited for any more. */
  abstract get isOver(): boolean;
}

/** The most bytes of headers in an answer; more is `too-large-headers`. */
const maxHeaderSize = 16 * 1024;

/** Dials, and says where it arrived. */
export type TracedConnect = (
  options: buildConnector.Options,
  connection: TracedConnection,
  callback: buildConnector.Callback,
) => void;

/**
 * A pool of connections per origin. HTTP/1.1 alone, one request per connection at a time, so that one answer cannot
 * hold up or break another. A bound on its connections is one on those that are being made, too: a request waits for
 * one that is usable again, or gone. Nothing is timed here: the deadline of an attempt is.
 */
export function createTracedAgent(connect: TracedConnect, connections: number): Agent {
  const factory = (origin: string | URL, options: object): Dispatcher =>
    new Pool(origin, {
      ...options,
      factory: (clientOrigin, clientOptions) => new TracedClient(clientOrigin, clientOptions, connect),
    });
  return new Agent({
    factory,
    connections,
    allowH2: false,
    pipelining: 1,
    maxHeaderSize,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/** One connection. Whichever request it takes learns its address, also when it is dialled only afterwards. */
class TracedClient extends Client {
  readonly #connection: TracedConnection;

  constructor(origin: URL, options: Client.Options, connect: TracedConnect) {
    const connection: TracedConnection = { address: undefined, dial: undefined, trace: undefined };
    super(origin, {
      ...options,
      connect: (target, callback) => {
        // The connection was lost and is made anew, but what it was for has been given up: nobody would end the dial.
        if (connection.trace?.isOver) callback(new Error('aborted'), null);
        else connect(target, connection, callback);
      },
    });
    this.#connection = connection;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    if (handler instanceof ConnectionTrace) {
      // It waited for a connection, and nothing waits for it any more: not worth a dial.
      if (handler.isOver) return true;
      handler.connection = this.#connection;
      this.#connection.trace = handler;
    }
    return super.dispatch(options, handler);
  }
}
