import { Agent, type buildConnector, Client, type Dispatcher, Pool } from 'undici';

/** Passed along with a request as its `opaque`, to learn which connection carries it. */
export class Trace {
  connection: { address?: string } | undefined;
}

/** Dials, and says where it arrived. */
export type TracedConnect = (
  options: buildConnector.Options,
  connection: { address?: string },
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
  return new Agent({ factory, allowH2: false, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
}

/** One connection. Whichever request it takes learns its address, also when it is dialled only afterwards. */
class TracedClient extends Client {
  readonly #connection: { address?: string };

  constructor(origin: URL, options: Client.Options, connect: TracedConnect) {
    const connection = {};
    super(origin, { ...options, connect: (target, callback) => connect(target, connection, callback) });
    this.#connection = connection;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    // undici hands the options of `request` through unchanged; its types leave the opaque value out here.
    const { opaque } = options as { readonly opaque?: unknown };
    if (opaque instanceof Trace) opaque.connection = this.#connection;
    return super.dispatch(options, handler);
  }
}
