import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { Problem, problemBody, problemHeaders } from '../workflow/http/problem.ts';

/** The size of all headers of a request together, at most, in bytes. */
export const maxHeaderBytes = 16 * 1024;

/** Answers with problem documents what Node.js refuses before the application hears of it, tells of it, and closes the connection. */
export function answerBadRequests(server: Server, onRefused: (problem: Problem) => void): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Who has gone, or has been answered, hears nothing; in the middle of an answer, more would be part of it.
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) socket.destroy(error);
    else {
      const problem = badRequest(error.code);
      onRefused(problem);
      write(socket, problem);
    }
  });
  server.on('checkExpectation', (_request, response) => {
    const detail = 'Of what `Expect` may ask, only `100-continue` is known.';
    const problem = new Problem(417, 'unknown-expectation', detail);
    onRefused(problem);
    const { status, headers, text } = answerOf(problem);
    response.writeHead(status, headers).end(text);
  });
}

/** The answer to a request whose address or `Host` makes no URL. */
export function answerBadUrl(onRefused: (problem: Problem) => void): Response {
  const problem = new Problem(400, 'invalid-http', 'The address of the request is not one of this server.');
  onRefused(problem);
  const { status, headers, text } = answerOf(problem);
  return new Response(text, { status, headers });
}

/** Node.js keeps the answer that a connection is busy with, but its types do not say so. */
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

function write(socket: Duplex, problem: Problem): void {
  const { status, title, headers, text } = answerOf(problem);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  // Whoever sends slowly would keep the other half open.
  socket.end(`HTTP/1.1 ${status} ${title}\r\n${lines.join('')}\r\n${text}`, () => socket.destroy());
}

function answerOf(problem: Problem) {
  const { status, title } = problemBody(problem);
  const text = JSON.stringify(problemBody(problem));
  const length = String(Buffer.byteLength(text));
  const headers = { ...problemHeaders(problem), connection: 'close', 'content-length': length };
  return { status, title, headers, text };
}
