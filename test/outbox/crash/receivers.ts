import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { withoutDeadlines } from '../../loopback-server.ts';
import { isOfEvent, type Sent, sentAs } from './crash-message.ts';

/** The receivers' record of one message. */
interface Seen {
  /** Its `webhook-id`. */
  readonly webhookId: string;
  hits: number;
  /** Whether a request had another id, path, header or body than it had to. */
  isChanged: boolean;
  /** How often it was answered by 2xx, and the answer was written whole. */
  accepted: number;
}

export interface Receivers {
  readonly url: string;
  readonly seen: ReadonlyMap<string, Seen>;
  readonly close: () => Promise<void>;
}

/** One server for all receivers; each is a path, and a webhook of its own. A message is known by what it is of. */
export async function startReceivers(): Promise<Receivers> {
  const seen = new Map<string, Seen>();
  const server = createServer(withoutDeadlines, async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      // Whoever sent it was killed.
      return;
    }
    const webhookId = String(request.headers['webhook-id']);
    const id = new URLSearchParams(request.url?.split('?')[1]).get('of') ?? webhookId;
    const message = seen.get(id) ?? { webhookId, hits: 0, isChanged: false, accepted: 0 };
    seen.set(id, message);
    message.hits++;
    // A second message about an event has another id.
    if (webhookId !== (isOfEvent(id) ? message.webhookId : id)) message.isChanged = true;
    const sent = sentAs(id);
    if (!isAs(sent, request, Buffer.concat(chunks).toString())) message.isChanged = true;
    const { receiver, isTroubled } = sent;
    const isEarly = isTroubled && message.hits <= 2;
    if (receiver === 'dead' || (receiver === 'failing' && isEarly)) response.writeHead(500).end();
    else if (receiver === 'busy' && isEarly) response.writeHead(429, { 'retry-after': '0' }).end();
    else if (receiver !== 'hanging' || !isEarly) {
      response.on('finish', () => message.accepted++);
      response.end('ok');
    }
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function isAs(sent: Sent, { method, url, headers }: IncomingMessage, body: string): boolean {
  const areHeaders = sent.headers.every(([name, value]) => headers[name] === value);
  return method === 'POST' && url === sent.path && areHeaders && body === sent.body;
}
