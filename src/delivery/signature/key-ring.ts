import { createPrivateKey, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { aListOf, expected, InvalidArgument } from '../../options/define-options.ts';
import type { WebhookRequest } from '../../webhook/webhook-request.ts';

/** Identifies the message to be signed. */
export interface SignedMessage {
  readonly id: string;
  /** The id of the configuration that made the request, if the sender was given one. */
  readonly webhook: string | undefined;
}

/**
 * The currently active secrets, newest first, at least one. A function is called once for each attempt, with a frozen
 * copy of the request and the identity of the message: secrets rotate, and each receiver should have its own. For a
 * request that is not signed on purpose it returns `'unsigned'`. If it throws, returns something else, such as an empty
 * list, or does not return before the deadline, the attempt is not sent and counts as failed (`signature`).
 */
export type Secrets = readonly string[] | AskForSecrets;

/** The answer to one question for secrets. */
export type ActiveSecrets = readonly string[] | 'unsigned';

type AskForSecrets = (
  request: WebhookRequest,
  message: SignedMessage,
) => ActiveSecrets | Promise<ActiveSecrets>;

/** Returns the keys that sign a request; none if it is not signed on purpose. */
export type KeyRing = (
  request: WebhookRequest,
  message: SignedMessage,
) => readonly KeyObject[] | Promise<readonly KeyObject[]>;

/** The number of secrets whose keys are cached. */
const maxPrepared = 1000;

/** For senders without the option `secrets`. */
export const unsigned: KeyRing = () => [];

/**
 * @throws {InvalidArgument} for an invalid secret, or none; the ring throws `UnusableSecret` for an invalid result of a
 * function.
 */
export function createKeyRing(secrets: unknown, name = 'secrets'): KeyRing {
  if (!isFunction(secrets)) {
    const keys = aListOf(parseSecret)(secrets, name);
    if (keys.length === 0) throw expected(name, 'at least one secret. Without the option, nothing is signed');
    return () => keys;
  }
  const prepared = new Map<unknown, KeyObject>();
  return async (request, message) =>
    (await ask(secrets, request, message)).map((secret, index) => {
      const known = prepared.get(secret);
      if (known) return known;
      if (prepared.size >= maxPrepared) prepared.clear();
      const key = parseSecret(secret, `secrets[${index}]`);
      prepared.set(secret, key);
      return key;
    });
}

function isFunction(secrets: unknown): secrets is AskForSecrets {
  return typeof secrets === 'function';
}

/** Errors of the function are not passed on: they may quote anything. */
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
  if (active === 'unsigned') return [];
  if (Array.isArray(active) && active.length > 0) return Array.from(active);
  throw new UnusableSecret(
    "secrets: expected the function to return a list of at least one secret, or 'unsigned'",
  );
}

const minBytes = 24;
const maxBytes = 64;

/** Thrown if there is nothing to sign with; the message quotes no secret. */
export class UnusableSecret extends InvalidArgument {}

const seedBytes = 32;

/** The bytes before the seed of an Ed25519 key in PKCS #8 (RFC 8410, section 7). */
const beforeSeed = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Makes a secret for HMAC, of as many bytes as its hash. */
export function makeSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/**
 * Parses a secret of Standard Webhooks 1.0.0: `whsec_` and base64 of 24 to 64 bytes, for HMAC; or `whsk_` and base64 of
 * the 32 bytes of an Ed25519 private key, optionally followed by the 32 of its public key, for receivers that verify
 * signatures without a secret.
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
  if (!canonical || kind !== 'whsec' || bytes.length < minBytes || bytes.length > maxBytes) {
    const usual = `"whsec_" and base64 of ${minBytes} to ${maxBytes} bytes`;
    throw new UnusableSecret(`${name}: expected ${usual}, or "whsk_" and base64 of an Ed25519 private key`);
  }
  return createSecretKey(bytes);
}
