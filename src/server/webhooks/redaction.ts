import { toWellFormed } from '../../output/percent-encoding.ts';
import type { Redaction } from '../deliveries/delivery-schemas.ts';
import type { WebhookStore } from './store/webhook-store.ts';
import { hidden, isSecretHeader, type WebhookSettings } from './webhook-settings.ts';

/** Shorter texts would make holes in every answer. */
const shortestHidden = 4;

/** Versions of a webhook whose secrets are looked for, the newest. */
const mostVersions = 100;

/** Takes out the secrets of these settings: some receivers send back what they were sent. */
export function createRedaction(settings: readonly WebhookSettings[]): Redaction {
  const secrets = [...new Set(settings.flatMap(secretsIn))]
    .filter(secret => secret.length >= shortestHidden)
    .toSorted((a, b) => b.length - a.length);
  const text = (given: string): string =>
    secrets.reduce((redacted, secret) => redacted.replaceAll(secret, hidden), given);
  return {
    text,
    header: (name, value) => {
      const isHidden =
        name.toLowerCase() === 'authorization' || settings.some(each => isSecretHeader(each, name));
      return isHidden ? hidden : text(value);
    },
  };
}

/**
 * Covers older versions too, because a message may have been made from one of them. If a version cannot be opened, its
 * secrets are unknown, and nothing can be redacted safely: there is no redaction then.
 */
export async function redactionOf(
  webhook: string | undefined,
  store: Pick<WebhookStore, 'versions'>,
): Promise<Redaction | undefined> {
  if (webhook === undefined) return createRedaction([]);
  const versions = await store.versions(webhook, 2 ** 31 - 1, mostVersions);
  const opened = versions.flatMap(({ settings }) => settings ?? []);
  return opened.length === versions.length ? createRedaction(opened) : undefined;
}

/** As they are, and as JSON and URLs write them. */
function secretsIn(settings: WebhookSettings): readonly string[] {
  const { config, signingSecret, formerSecret } = settings;
  const { headers = [], authentication } = config;
  const plain = headers.filter(({ name }) => isSecretHeader(settings, name)).map(({ value }) => value);
  if (authentication) {
    const { username, password } = authentication;
    plain.push(password, Buffer.from(`${username}:${password}`).toString('base64'));
  }
  if (signingSecret !== undefined) plain.push(signingSecret);
  if (formerSecret) plain.push(formerSecret.secret);
  return plain.flatMap(secret => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(toWellFormed(secret)),
  ]);
}
