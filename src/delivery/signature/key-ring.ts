import type { KeyObject } from 'node:crypto';
import { listOf } from '../../http/define-options.ts';
import type { WebhookRequest } from '../../webhook/webhook-request.ts';
import { parseSecret, UnusableSecret } from './secret.ts';

/** Which message is to be signed. */
export interface SignedMessage {
  readonly id: string;
  /** The id of the configuration that made its request, where the sender was told. */
  readonly webhook: string | undefined;
}

/**
 * The secrets that are active now, the newest first. As a function it is asked anew for each attempt, with a
 * frozen copy of the request and which message it is: secrets rotate, and each receiver should have its own. An attempt for which it throws,
 * gives something else or gives nothing before the deadline is not sent: it counts as failed (`signature`).
 */
export type Secrets = readonly string[] | AskForSecrets;

type AskForSecrets = (
  request: WebhookRequest,
  message: SignedMessage,
) => readonly string[] | Promise<readonly string[]>;

/** Gives the keys that sign a request. */
export type KeyRing = (
  request: WebhookRequest,
  message: SignedMessage,
) => readonly KeyObject[] | Promise<readonly KeyObject[]>;

/** Keys of this many secrets are kept prepared. */
const mostPrepared = 1000;

/**
 * @throws {InvalidArgument} for a secret that is not one; the ring throws `UnusableSecret` for what a function gives.
 */
export function createKeyRing(secrets: unknown, name = 'secrets'): KeyRing {
  if (!isFunction(secrets)) {
    const keys = listOf(parseSecret)(secrets, name);
    return () => keys;
  }
  const prepared = new Map<unknown, KeyObject>();
  return async (request, message) =>
    (await ask(secrets, request, message)).map((secret, index) => {
      const known = prepared.get(secret);
      if (known) return known;
      if (prepared.size >= mostPrepared) prepared.clear();
      const key = parseSecret(secret, `secrets[${index}]`);
      prepared.set(secret, key);
      return key;
    });
}

function isFunction(secrets: unknown): secrets is AskForSecrets {
  return typeof secrets === 'function';
}

/** What the function throws is not passed on: it may quote anything. */
async function ask(
  secrets: AskForSecrets,
  request: WebhookRequest,
  message: SignedMessage,
): Promise<readonly unknown[]> {
  let active: unknown;
  try {
    active = await secrets(request, message);
  } catch {
    throw new UnusableSecret('secrets threw an error');
  }
  if (Array.isArray(active)) return Array.from(active);
  throw new UnusableSecret('secrets: expected the function to return a list');
}
