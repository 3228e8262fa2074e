import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request that the inbox received. */
export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Inbox {
  readonly origin: string;
  /** In the order in which they came; grows. */
  readonly requests: readonly ReceivedRequest[];
  readonly close: () => Promise<void>;
}

/** What an inbox says to the sender. */
export interface InboxAnswer {
  readonly status: number;
  /** Default: none. */
  readonly body?: string;
}

/** How many requests are remembered: an inbox may run for days. */
const maxKept = 1000;

/**
 * An HTTP server on this machine that takes every webhook, and shows on its first page what has arrived. Port 0 stands for
 * any that is free. Without `answerTo`, every sender is told that all is well.
 */
export async function startInbox(
  port: number,
  onRequest: (received: ReceivedRequest) => void = () => {},
  answerTo: (received: ReceivedRequest) => InboxAnswer = () => ({ status: 204 }),
): Promise<Inbox> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    if (method === 'GET' && url === '/') return show(requests, response);
    const received = { method, url, headers, body: await text(request) };
    requests.push(received);
    if (requests.length > maxKept) requests.shift();
    onRequest(received);
    const answer = answerTo(received);
    response.writeHead(answer.status).end(answer.body);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address of this kind.
  const address = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${address.port}`,
    requests,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** As text, so that nothing that a message says can become a page. */
function show(requests: readonly ReceivedRequest[], response: ServerResponse): void {
  const shown = requests.map(describeRequest).toReversed().join('\n\n');
  response
    .writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' })
    .end(shown === '' ? 'Nothing has arrived yet.\n' : `${shown}\n`);
}

/** A request reduced to the parts that matter for a webhook: its line, a few headers, its body. */
export function describeRequest({ method, url, headers, body }: ReceivedRequest): string {
  const told = ['content-type', 'x-profile', 'webhook-id', 'webhook-signature'];
  const lines = told.filter(name => name in headers).map(name => `${name}: ${headers[name]}`);
  return [`${method} ${url}`, ...lines, ...(body === '' ? [] : ['', body])].join('\n');
}
