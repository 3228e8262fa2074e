import { createPrivateKey, createSecretKey, type KeyObject } from 'node:crypto';
import { aListOf, InvalidArgument } from '../../options/define-options.ts';
import type { WebhookRequest } from '../../webhook/webhook-request.ts';

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
    const keys = aListOf(parseSecret)(secrets, name);
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

/** An error of the function is not passed on: it may quote anything. */
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

const fewestBytes = 24;
const mostBytes = 64;

/** There is nothing to sign with; the message quotes no secret. */
export class UnusableSecret extends InvalidArgument {}

const seedBytes = 32;

/** What comes before the seed of an Ed25519 key in PKCS #8 (RFC 8410, section 7). */
const beforeSeed = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Parses a secret of Standard Webhooks 1.0.0: `whsec_` and base64 of 24 to 64 bytes, for HMAC; or `whsk_` and base64 of
 * the 32 bytes of an Ed25519 private key, or of those and the 32 of its public key, for receivers that check signatures
 * without a secret.
 *
 * @throws {UnusableSecret} naming the secret by `name`, never by its text.
 */
export function parseSecret(secret: unknown, name: string): KeyObject {
  const [, kind, base64 = ''] =
    typeof secret === 'string' ? (/^(whsec|whsk)_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? []) : [];
  const bytes = Buffer.from(base64, 'base64');
  const canonical = bytes.toString('base64').replace(/=+$/, '') === base64.replace(/=+$/, '');
  if (canonical && kind === 'whsk' && (bytes.length === seedBytes || bytes.length === 2 * seedBytes)) {
    const key = Buffer.concat([beforeSeed, bytes.subarray(0, seedBytes)]);
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  }
  if (!canonical || kind !== 'whsec' || bytes.length < fewestBytes || bytes.length > mostBytes) {
    const usual = `"whsec_" and base64 of ${fewestBytes} to ${mostBytes} bytes`;
    throw new UnusableSecret(`${name}: expected ${usual}, or "whsk_" and base64 of an Ed25519 private key`);
  }
  return createSecretKey(bytes);
}
