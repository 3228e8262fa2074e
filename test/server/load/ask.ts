import { once } from 'node:events';
import { type Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { authorization } from './load-route.ts';

interface Asked {
  readonly method?: string;
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Answered {
  readonly status: number;
  readonly body: Buffer;
  readonly ms: number;
}

/** Sends a request to a server over a connection of the agent, as the one user, and takes all of the answer. */
export async function ask(
  origin: string,
  agent: Agent,
  { method = 'GET', path, body, headers }: Asked,
): Promise<Answered> {
  const started = performance.now();
  const sent = body === undefined ? '' : JSON.stringify(body);
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const asked = request(origin + path, {
    ...{ method, agent },
    headers: { authorization, ...type, 'content-length': Buffer.byteLength(sent), ...headers },
  }).end(sent);
  // The one argument of this event.
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  const bytes = await buffer(response);
  return { status: response.statusCode ?? 0, body: bytes, ms: performance.now() - started };
}
