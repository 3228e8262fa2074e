import { createServer as createHttpServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { atEnd } from './shared/at-end.ts';

/** A request as it arrived. */
export interface Hit {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly body: string;
  /** Tells connections apart. */
  readonly remotePort: number | undefined;
}

export interface LoopbackServer {
  readonly url: string;
  readonly port: number;
  readonly hits: readonly Hit[];
}

/** An idle connection stays open: on a busy machine a client would use it again just when it closes. */
export const withoutDeadlines = { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 };

/** A real HTTP server on loopback, closed when the test ends. `answer` is told how many requests came before. */
export async function httpServer(
  answer: (response: ServerResponse, hit: Hit, before: number) => void = response => response.end('ok'),
): Promise<LoopbackServer> {
  const hits: Hit[] = [];
  const server = createHttpServer(withoutDeadlines, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url = '', headers, rawHeaders } = request;
    const { remotePort } = request.socket;
    const body = Buffer.concat(chunks).toString('utf8');
    const hit: Hit = { method, path: url, headers, rawHeaders, body, remotePort };
    hits.push(hit);
    answer(response, hit, hits.length - 1);
  });
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}`, port, hits };
}

export interface TcpServer {
  readonly url: string;
  readonly port: number;
  readonly sockets: readonly Socket[];
}

/** A plain socket server, for answers that no HTTP library would give. */
export async function tcpServer(accept: (socket: Socket) => void): Promise<TcpServer> {
  const sockets: Socket[] = [];
  const server = createTcpServer({ noDelay: true }, socket => {
    sockets.push(socket);
    // The other side tears the connection down in most of these tests: that is what they are about.
    socket.on('error', () => {});
    accept(socket);
  });
  const port = await listen(server, () => {
    for (const socket of sockets) socket.destroy();
  });
  return { url: `http://127.0.0.1:${port}`, port, sockets };
}

/** Calls `reply` when the head of a request has come. */
export function onRequest(socket: Socket, reply: () => void): void {
  let received = '';
  const listener = (chunk: Buffer): void => {
    received += chunk.toString('latin1');
    if (!received.includes('\r\n\r\n')) return;
    received = '';
    reply();
  };
  socket.on('data', listener);
}

export function listen(server: Server, beforeClose: () => void = () => {}): Promise<number> {
  atEnd(
    () =>
      new Promise<void>(resolve => {
        beforeClose();
        server.close(() => resolve());
        if ('closeAllConnections' in server && typeof server.closeAllConnections === 'function') {
          server.closeAllConnections();
        }
      }),
  );
  return new Promise(resolve => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('no port');
      resolve(address.port);
    });
  });
}
