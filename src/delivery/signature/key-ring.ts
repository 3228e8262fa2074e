import type { KeyObject } from 'node:crypto';
import type { WebhookRequest } from '../../webhook/webhook-request.ts';
import { parseSecret, UnusableSecret } from './secret.ts';

/**
 * The secrets that are active now, the newest first. As a function it is asked anew for each attempt: secrets rotate,
 * and each receiver should have its own. An attempt for which it throws, or gives what are no secrets, is not sent: it
 * counts as failed (`signature`).
 */
export type Secrets = readonly string[] | ((request: WebhookRequest) => readonly string[]);

/** Gives the keys that sign a request. */
export type KeyRing = (request: WebhookRequest) => readonly KeyObject[];

/** Keys of this many secrets are kept prepared. */
const mostPrepared = 1000;

/** @throws {UnusableSecret} for a secret that is none; the ring does so too, where it asks a function. */
export function createKeyRing(secrets: Secrets): KeyRing {
  if (typeof secrets !== 'function') {
    const keys = secrets.map(prepare);
    return () => keys;
  }
  const prepared = new Map<unknown, KeyObject>();
  return request => {
    return ask(secrets, request).map((secret, index) => {
      const known = prepared.get(secret);
      if (known) return known;
      if (prepared.size >= mostPrepared) prepared.clear();
      const key = prepare(secret, index);
      prepared.set(secret, key);
      return key;
    });
  };
}

/** What the function throws is not passed on: it may quote anything. */
function ask(secrets: Exclude<Secrets, readonly string[]>, request: WebhookRequest): readonly unknown[] {
  try {
    const active: unknown = secrets(request);
    if (Array.isArray(active)) return Array.from(active);
    // A promise may reject later, and nobody else waits for it.
    Promise.resolve(active).catch(() => {});
  } catch {
    throw new UnusableSecret('secrets has thrown an error');
  }
  throw new UnusableSecret('secrets: expected the function to give a list');
}

function prepare(secret: unknown, index: number): KeyObject {
  return parseSecret(secret, `secrets[${index}]`);
}
