import { toWellFormed } from '../../output/percent-encoding.ts';
import type { Redaction } from '../deliveries/delivery-schemas.ts';
import type { WebhookStore } from './store/webhook-store.ts';
import type { StoredVersion } from './store/webhook-vault.ts';
import { hidden, isSecretHeader, type WebhookSettings } from './webhook-settings.ts';

/** Shorter texts would make holes in every answer. */
const shortestHidden = 4;

/** Versions of a webhook that are opened at once. */
const batchVersions = 100;

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
 * Covers all older versions too, because a message may have been made from any of them. If a version cannot be opened, its
 * secrets are unknown, and nothing can be redacted safely: there is no redaction then.
 */
export async function redactionOf(
  webhook: string | undefined,
  store: Pick<WebhookStore, 'versions'>,
): Promise<Redaction | undefined> {
  if (webhook === undefined) return createRedaction([]);
  const settings = new Map<string, WebhookSettings>();
  for (let before: number | undefined = 2 ** 31 - 1; before !== undefined; ) {
    const versions: readonly StoredVersion[] = await store.versions(webhook, before, batchVersions);
    for (const { settings: opened } of versions) {
      if (!opened) return undefined;
      // Most versions have the secrets of the one before.
      settings.set(JSON.stringify([opened.secretHeaders, secretsIn(opened)]), opened);
    }
    before = versions.length < batchVersions ? undefined : versions.at(-1)?.version;
  }
  return createRedaction([...settings.values()]);
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
