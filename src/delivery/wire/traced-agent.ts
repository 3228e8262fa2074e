import type { Socket } from 'node:net';
import { Agent, type buildConnector, Client, type Dispatcher, Pool } from 'undici';

/** One connection, which is replaced when it is lost. */
export interface TracedConnection {
  /** The remote address, once it is connected. */
  address: string | undefined;
  /** The address that is being dialled. */
  dial: Socket | undefined;
  /** Whether the receiver asked for a client certificate, and has not yet shown that it is content with ours. */
  awaitsCertificate: boolean;
  /** The request that it carries, or carried last. */
  trace: ConnectionTrace | undefined;
}

/** Tells the reader of an answer which connection carries it. */
export abstract class ConnectionTrace {
  connection: TracedConnection | undefined;
  /** Whether nobody waits for the answer any more. */
  abstract get isOver(): boolean;
}

/** The maximum size of the headers in an answer, in bytes; beyond it the error is `too-large-headers`. */
const maxHeaderSize = 16 * 1024;

/** Connects, and reports the address that it reached. */
export type TracedConnect = (
  options: buildConnector.Options,
  connection: TracedConnection,
  callback: buildConnector.Callback,
) => void;

/**
 * A pool of connections per origin. Only HTTP/1.1 with one request per connection at a time, so that one answer cannot
 * block or break another. The limit on connections includes those that are being made: a request waits for one that is
 * usable again, or gone. Nothing is timed here: the deadline of an attempt is enough.
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

/** One connection. Every request that it takes learns the address, even if it is dialled only afterwards. */
class TracedClient extends Client {
  readonly #connection: TracedConnection;

  constructor(origin: URL, options: Client.Options, connect: TracedConnect) {
    const connection: TracedConnection = {
      address: undefined,
      dial: undefined,
      awaitsCertificate: false,
      trace: undefined,
    };
    super(origin, {
      ...options,
      connect: (target, callback) => {
        // The connection is being replaced, but its request was given up: nobody would end the dial.
        if (connection.trace?.isOver) callback(new Error('aborted'), null);
        else connect(target, connection, callback);
      },
    });
    this.#connection = connection;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    if (handler instanceof ConnectionTrace) {
      // The request waited for a connection, but was given up: not worth a dial.
      if (handler.isOver) return true;
      handler.connection = this.#connection;
      this.#connection.trace = handler;
    }
    return super.dispatch(options, handler);
  }
}
