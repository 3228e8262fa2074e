import { Agent, type buildConnector, Client, type Dispatcher, Pool } from 'undici';

/** Where a connection leads, once it is made. */
export interface Connection {
  address: string | undefined;
}

/** What reads an answer learns through this which connection carries it. */
export class Trace {
  connection: Connection | undefined;
}

/** Of the headers of an answer; more is `too-large-headers`. */
const maxHeaderSize = 16 * 1024;

/** Dials, and says where it arrived. */
export type TracedConnect = (
  options: buildConnector.Options,
  connection: Connection,
  callback: buildConnector.Callback,
) => void;

/**
 * A pool of connections per origin. HTTP/1.1 alone, one request per connection at a time, so that one answer cannot
 * hold up or break another. Nothing is timed here: the deadline of an attempt is.
 */
export function createTracedAgent(connect: TracedConnect): Agent {
  const factory = (origin: string | URL, options: object): Dispatcher =>
    new Pool(origin, {
      ...options,
      factory: (clientOrigin, clientOptions) => new TracedClient(clientOrigin, clientOptions, connect),
    });
  return new Agent({
    factory,
    allowH2: false,
    pipelining: 1,
    maxHeaderSize,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/** One connection. Whichever request it takes learns its address, also when it is dialled only afterwards. */
class TracedClient extends Client {
  readonly #connection: Connection;

  constructor(origin: URL, options: Client.Options, connect: TracedConnect) {
    const connection: Connection = { address: undefined };
    super(origin, { ...options, connect: (target, callback) => connect(target, connection, callback) });
    this.#connection = connection;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    if (handler instanceof Trace) handler.connection = this.#connection;
    return super.dispatch(options, handler);
  }
}
