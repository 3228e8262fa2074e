import type { MessageDetails } from '../../outbox/messages/message.ts';
import { toWellFormed } from '../../output/percent-encoding.ts';
import type { WebhookRequest } from '../../webhook/webhook-request.ts';
import type { Redaction } from '../deliveries/delivery-schemas.ts';
import { hideSecrets } from './hide-secrets.ts';
import { everyVersion } from './store/every-version.ts';
import type { WebhookStore } from './store/webhook-store.ts';
import { hidden, isSecretHeader, type WebhookSettings } from './webhook-settings.ts';

/** Shorter texts would make holes in every answer. */
const shortestHidden = 4;

/** The times of changes and of messages are those at which their transactions began; until the end of one, others see nothing of it. */
const longestChangeMs = 5000;

/**
 * Takes out the secrets of these settings, also as a request has them: receivers were sent what the templates of its headers
 * gave, and some send it back.
 */
export function createRedaction(
  settings: readonly WebhookSettings[],
  request: WebhookRequest | undefined,
): Redaction {
  const isSecret = (name: string): boolean =>
    name.toLowerCase() === 'authorization' || settings.some(each => isSecretHeader(each, name));
  const sent = (request?.headers ?? []).filter(([name]) => isSecret(name)).map(([, value]) => value.trim());
  // Receivers often keep what follows `Bearer` alone.
  const credentials = sent.map(value => value.replace(/^\S+\s+/, ''));
  const secrets = [...new Set([...sent, ...credentials, ...settings.flatMap(secretsIn)])]
    .map(toWellFormed)
    .filter(secret => secret.length >= shortestHidden);
  const text = (given: string): string => hideSecrets(given, secrets);
  return {
    text,
    cutText: given => hideSecrets(given, secrets, { isCut: true }),
    header: (name, value) => (isSecret(name) ? hidden : text(value)),
  };
}

/**
 * Covers all versions, because a message may have been made from any of them. If one that it may have been made from cannot be
 * opened, its secrets are unknown, and nothing can be redacted safely: there is no redaction then.
 */
export async function redactionOf(
  { webhook, request, createdAt }: Pick<MessageDetails, 'webhook' | 'request' | 'createdAt'>,
  store: Pick<WebhookStore, 'versions'>,
): Promise<Redaction | undefined> {
  if (webhook === undefined) return createRedaction([], request);
  const settings = new Map<string, WebhookSettings>();
  let replacedAt = Number.POSITIVE_INFINITY;
  for await (const { settings: opened, changedAt } of everyVersion(webhook, store)) {
    // Most versions have the secrets of the one before.
    if (opened) settings.set(JSON.stringify([opened.secretHeaders, secretsIn(opened)]), opened);
    else if (createdAt.getTime() < replacedAt + longestChangeMs) return undefined;
    replacedAt = changedAt.getTime();
  }
  return createRedaction([...settings.values()], request);
}

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
  return plain;
}
