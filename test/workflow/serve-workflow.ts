import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { onTestFinished } from 'vitest';
import { withoutDeadlines } from '../loopback-server.ts';

/** A real HTTP server on loopback in front of a `fetch`, closed when the test ends; resolves to its origin. */
export async function serve(fetch: (request: Request) => Response | Promise<Response>): Promise<string> {
  const server = createServer(withoutDeadlines, getRequestListener(fetch));
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(
    () =>
      new Promise<void>(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  // The address is a string only for pipes.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export const ada = { username: 'ada', password: 'pass:wörd' };

export function basic({ username, password }: typeof ada): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
