import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request as it arrived. */
export interface Arrival {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Receiver {
  readonly origin: string;
  /** In the order of arrival; grows. */
  readonly arrivals: readonly Arrival[];
  readonly close: () => Promise<void>;
}

/** An HTTP server on this machine that says 204 to everything and keeps what it was sent. */
export async function startReceiver(): Promise<Receiver> {
  const arrivals: Arrival[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    arrivals.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port of its own has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    arrivals,
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}
