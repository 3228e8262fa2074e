import type { AnyConfig } from '../../webhook/config/webhook-config.ts';

/** All that is stored of a webhook, secrets included. */
export interface WebhookSettings {
  readonly config: AnyConfig;
  /** The names of the headers whose values are never shown, in lower case. */
  readonly secretHeaders: readonly string[];
  /** `whsec_` and base64: signs what is sent. */
  readonly signingSecret?: string | undefined;
  /** What it was before: it signs as well for a day, so that a receiver can change over. */
  readonly formerSecret?: { readonly secret: string; readonly until: number } | undefined;
}

/** In the place of what is not shown. */
export const hidden = '***';

/** How long a signing secret that was replaced goes on signing, in milliseconds: a day. */
export const formerSecretMs = 86_400_000;

export function isSecretHeader(
  { secretHeaders }: Pick<WebhookSettings, 'secretHeaders'>,
  name: string,
): boolean {
  return secretHeaders.includes(name.toLowerCase());
}

/** The secrets that sign at a time, the newest first. */
export function signingSecretsOf(
  { signingSecret, formerSecret }: WebhookSettings,
  now: number,
): readonly string[] {
  const former = formerSecret && formerSecret.until > now ? [formerSecret.secret] : [];
  return signingSecret === undefined ? former : [signingSecret, ...former];
}

/** The configuration with `***` for each secret header: what previews and warnings are made of. */
export function withoutSecrets({ config, secretHeaders }: WebhookSettings): AnyConfig {
  const { headers, authentication } = config;
  return {
    ...config,
    ...(headers && { headers: headers.map(header => maskHeader(header, secretHeaders)) }),
    ...(authentication && { authentication: { ...authentication, password: hidden } }),
  };
}

/** A header with `***` for its value where that is a secret; what is no header stays as it is. */
export function maskHeader<T>(header: T, secretHeaders: readonly string[]): T {
  if (typeof header !== 'object' || header === null || !('name' in header)) return header;
  const { name } = header;
  const isSecret = typeof name === 'string' && isSecretHeader({ secretHeaders }, name);
  return isSecret ? { ...header, value: hidden } : header;
}

/** Shorter texts would make holes in every answer. */
const shortestHidden = 4;

/**
 * Takes the secrets of a webhook out of a text that came from its receiver: some send back what they were sent.
 */
export function redact(text: string, settings: WebhookSettings): string {
  return secretsIn(settings)
    .filter(secret => secret.length >= shortestHidden)
    .toSorted((a, b) => b.length - a.length)
    .reduce((redacted, secret) => redacted.replaceAll(secret, hidden), text);
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

function toWellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\ufffd');
}

/** Where a template of a URL leads; undefined where that cannot be told, which is then no place that is known. */
export function originOf(url: string): string | undefined {
  // The WHATWG parser takes a backslash for a slash, and drops tabs and line breaks.
  const [, start] = /^(https?:\/\/[^/?#\\$\s]+)(?:[/?#]|$)/i.exec(url) ?? [];
  return start === undefined ? undefined : URL.parse(start)?.origin;
}
