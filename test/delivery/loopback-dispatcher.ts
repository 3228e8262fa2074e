import { createServer } from 'node:net';
import { onTestFinished } from 'vitest';
import {
  type Attempt,
  createDispatcher,
  type Delivery,
  type Dispatcher,
  type DispatcherOptions,
} from '../../src/delivery/index.ts';
import type { WebhookRequest } from '../../src/webhook/webhook-request.ts';

/** A dispatcher that may dial loopback, has time and retries after a millisecond; closed when the test ends. */
export function loopbackDispatcher(options: DispatcherOptions = {}): Dispatcher {
  const patient = { allow: ['127.0.0.0/8'], schedule: [1, 1, 1], timeoutMs: 600_000 };
  const made = createDispatcher({ ...patient, ...options });
  onTestFinished(() => made.close({ timeoutMs: 0 }));
  return made;
}

export function post(url: string, body = '{"a":1}'): WebhookRequest {
  return { method: 'POST', url, headers: [['content-type', 'application/json']], body };
}

export function get(url: string): WebhookRequest {
  return { method: 'GET', url, headers: [] };
}

/** The outcomes of a delivery in short: `500`, `timeout`. */
export function outcomes({ attempts }: Delivery): readonly (number | string)[] {
  return attempts.map(outcomeOf);
}

export function outcomeOf({ outcome }: Attempt): number | string {
  return outcome.kind === 'answered' ? outcome.status : outcome.error;
}

/** A URL on a port where no one listens. */
export async function deadUrl(): Promise<string> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  await new Promise(resolve => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}
