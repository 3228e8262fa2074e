import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer as createHttpServer, ServerResponse } from 'node:http';
import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener, RequestError } from '@hono/node-server';
import { Problem, problemBody, problemHeaders } from '../api/problem.ts';
import {
  aText,
  defineOptions,
  expected,
  InvalidArgument,
  milliseconds,
  optional,
  type WithDefaults,
  wholeNumber,
} from '../options/define-options.ts';
import type { Hookplate } from './create-hookplate.ts';
import { serveDefaults } from './serve-defaults.ts';

export interface ServeNodeOptions {
  /** An address of this machine. Default `127.0.0.1`; any other requires configured users. */
  readonly host?: string | undefined;
  /** Default 8080; 0 picks a free port. */
  readonly port?: number | undefined;
  /** Time for a request to send its headers, at most `requestTimeoutMs`. Default 10,000 ms, or that if it is less. */
  readonly headersTimeoutMs?: number | undefined;
  /** Time for a request to arrive, body included. Default 30,000 ms. */
  readonly requestTimeoutMs?: number | undefined;
  /** Time that a connection stays open between two requests. Default 10,000 ms. */
  readonly keepAliveTimeoutMs?: number | undefined;
  /** Time that a client may go without reading any of its waiting answer. Default 60,000 ms. */
  readonly stallTimeoutMs?: number | undefined;
  /** Maximum number of open connections; further ones are closed. Default 10,000. */
  readonly maxConnections?: number | undefined;
}

/** A server that listens. */
export interface Listening {
  /** `http://127.0.0.1:8080` */
  readonly origin: string;
  readonly port: number;
  /**
   * Accepts no more connections, and closes each once it is idle. Resolves when the last answer has ended, or was cut
   * off after 15 seconds. Stop the server first, which ends the streams of events.
   */
  readonly close: () => Promise<void>;
}

type ServeNodeSettings = WithDefaults<ServeNodeOptions>;

interface Read extends Omit<ServeNodeSettings, 'headersTimeoutMs'> {
  readonly headersTimeoutMs: number | undefined;
}

const readOptions = defineOptions<Read>({
  host: optional(aText, serveDefaults.host),
  port: optional(wholeNumber(0, 65_535), serveDefaults.port),
  headersTimeoutMs: optional(milliseconds(1)),
  requestTimeoutMs: optional(milliseconds(1), serveDefaults.requestTimeoutMs),
  keepAliveTimeoutMs: optional(milliseconds(1), serveDefaults.keepAliveTimeoutMs),
  stallTimeoutMs: optional(milliseconds(1), serveDefaults.stallTimeoutMs),
  maxConnections: optional(wholeNumber(1), serveDefaults.maxConnections),
});

/** @throws {InvalidArgument} naming the invalid option. */
function readSettings(options: ServeNodeOptions | undefined): ServeNodeSettings {
  const { headersTimeoutMs, ...read } = readOptions(options);
  const { requestTimeoutMs } = read;
  if (headersTimeoutMs !== undefined && headersTimeoutMs > requestTimeoutMs) {
    throw expected('options.headersTimeoutMs', `at most the ${requestTimeoutMs} of \`requestTimeoutMs\``);
  }
  const usual = Math.min(serveDefaults.headersTimeoutMs, requestTimeoutMs);
  return { ...read, headersTimeoutMs: headersTimeoutMs ?? usual };
}

/** Time for answers to finish once the server closes, in milliseconds. */
const closeMs = 15_000;

/**
 * The backlog of connections that the system accepts while the server is busy, if it allows so many; the rest is reset.
 */
const maxWaiting = 4096;

/** Milliseconds between two checks for slow connections. */
const checkMs = 1000;

/**
 * Listens with Node.js. Requests that take too long are ended with 408, so that nobody can hold connections without
 * using them.
 *
 * @throws {InvalidArgument} for an invalid option, and an address that others can reach, if no users were configured.
 * @throws {Error} if it cannot listen on the address, such as `EADDRINUSE`.
 */
export async function serveNode(server: Hookplate, options?: ServeNodeOptions): Promise<Listening> {
  const settings = readSettings(options);
  const { host, port, maxConnections, stallTimeoutMs } = settings;
  if (server.firstUser && !isLoopback(host)) {
    throw new InvalidArgument(
      'options.host: pass `users` to `createHookplate` to listen on more than loopback',
    );
  }
  const http = createNodeServer(server, settings);
  http.maxConnections = maxConnections;
  http.timeout = stallTimeoutMs;
  http.on('timeout', socket => {
    if (!isAtWork(socket)) socket.destroy();
  });
  const unused = new Set<Socket>();
  http.on('connection', socket => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  http.on('request', ({ socket }, response) => {
    unused.delete(socket);
    // The client may want to reuse the connection, but nobody would answer on it.
    response.once('close', () => !http.listening && socket.end());
  });
  http.listen({ port, host, backlog: maxWaiting });
  await once(http, 'listening');
  const address = http.address();
  if (typeof address !== 'object' || address === null) throw expected('options.port', 'a port');
  return {
    origin: `http://${isIP(host) === 6 ? `[${host}]` : host}:${address.port}`,
    port: address.port,
    close: async () => {
      const closed = once(http, 'close');
      http.close();
      http.closeIdleConnections();
      // Browsers open connections in advance; to Node.js, those are busy until they have sent a request.
      for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
      const deadline = setTimeout(() => http.closeAllConnections(), closeMs);
      await closed;
      clearTimeout(deadline);
    },
  };
}

function createNodeServer({ fetch, onRefused }: Hookplate, settings: ServeNodeSettings): Server {
  const { headersTimeoutMs, requestTimeoutMs, keepAliveTimeoutMs } = settings;
  const limits = {
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: checkMs,
    maxHeaderSize: maxHeaderBytes,
  };
  const listener = getRequestListener(fetch, {
    errorHandler: error =>
      error instanceof RequestError ? answerBadUrl(onRefused) : new Response(null, { status: 500 }),
  });
  const http = createHttpServer(limits, listener);
  answerBadRequests(http, onRefused);
  return http;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/**
 * Whether a complete request waits for its answer, so that the client is not the slow one. Types do not show this
 * field.
 */
function isAtWork(socket: Socket): boolean {
  const answer: unknown = Reflect.get(socket, '_httpMessage');
  return answer instanceof ServerResponse && !answer.headersSent && answer.req.complete;
}

/** Maximum size of all headers of a request together, in bytes. */
const maxHeaderBytes = 16 * 1024;

/**
 * Answers with a problem document when Node.js refuses a request before the application sees it, then logs the refusal
 * and closes the connection.
 */
function answerBadRequests(server: Server, onRefused: OnRefused): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // A client that is gone or was answered hears nothing; in the middle of an answer, more would become part of it.
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) socket.destroy(error);
    else {
      const problem = badRequest(error.code);
      write(socket, refusalOf(problem, onRefused));
    }
  });
  server.on('checkExpectation', (_request, response) => {
    const detail = 'The server supports no expectation but `100-continue`.';
    const problem = new Problem(417, 'unknown-expectation', detail);
    const { status, headers, text } = refusalOf(problem, onRefused);
    response.writeHead(status, headers).end(text);
  });
}

/** The answer to a request whose target or `Host` makes no URL. */
function answerBadUrl(onRefused: OnRefused): Response {
  const problem = new Problem(400, 'invalid-http', 'The address of the request is not one of this server.');
  const { status, headers, text } = refusalOf(problem, onRefused);
  return new Response(text, { status, headers });
}

type OnRefused = Hookplate['onRefused'];

/** Node.js keeps the answer in progress on the socket, but its types do not show this field. */
function isAnswering(socket: Duplex): boolean {
  const answer: unknown = Reflect.get(socket, '_httpMessage');
  return typeof answer === 'object' && answer !== null && Reflect.get(answer, 'headersSent') === true;
}

function badRequest(code: string | undefined): Problem {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem(408, 'request-timeout', 'The request took too long to arrive.');
    case 'HPE_HEADER_OVERFLOW':
      return new Problem(
        431,
        'headers-too-large',
        `The headers are larger than ${maxHeaderBytes / 1024} KiB together.`,
      );
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new Problem(413, 'body-too-large', 'The extensions of the chunks are too large.');
    default:
      return new Problem(400, 'invalid-http', 'This is not a request in HTTP/1.1.');
  }
}

function write(socket: Duplex, { status, title, headers, text }: ReturnType<typeof refusalOf>): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  // A client that sends slowly would keep the other half open.
  socket.end(`HTTP/1.1 ${status} ${title}\r\n${lines.join('')}\r\n${text}`, () => socket.destroy());
}

/** The answer to a request that is refused here, after somebody was told of it. */
function refusalOf(problem: Problem, onRefused: OnRefused) {
  const requestId = randomUUID();
  onRefused({ status: problem.status, code: problem.code, requestId });
  const { status, title } = problemBody(problem);
  const text = JSON.stringify(problemBody(problem));
  const length = String(Buffer.byteLength(text));
  const own = { connection: 'close', 'content-length': length, 'x-request-id': requestId };
  const headers = { ...problemHeaders(problem), ...own };
  return { status, title, headers, text };
}
