import { createSecretKey, type KeyObject } from 'node:crypto';
import { InvalidArgument } from '../../http/define-options.ts';

const fewestBytes = 24;
const mostBytes = 64;

/** There is nothing to sign with; the message quotes no secret. */
export class UnusableSecret extends InvalidArgument {}

/**
 * Parses a secret of Standard Webhooks 1.0.0: `whsec_` and base64 of 24 to 64 bytes.
 *
 * @throws {UnusableSecret} naming the secret by `name`, never by its text.
 */
export function parseSecret(secret: unknown, name: string): KeyObject {
  const [, base64 = ''] =
    typeof secret === 'string' ? (/^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? []) : [];
  const bytes = Buffer.from(base64, 'base64');
  const canonical = bytes.toString('base64').replace(/=+$/, '') === base64.replace(/=+$/, '');
  if (!canonical || bytes.length < fewestBytes || bytes.length > mostBytes) {
    throw new UnusableSecret(`${name}: expected "whsec_" and base64 of ${fewestBytes} to ${mostBytes} bytes`);
  }
  return createSecretKey(bytes);
}
