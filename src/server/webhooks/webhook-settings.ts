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

/** A header with `***` for its value where that is a secret; what is not a header stays as it is. */
export function maskHeader<T>(header: T, secretHeaders: readonly string[]): T {
  if (typeof header !== 'object' || header === null || !('name' in header)) return header;
  const { name } = header;
  const isSecret = typeof name === 'string' && isSecretHeader({ secretHeaders }, name);
  return isSecret ? { ...header, value: hidden } : header;
}

/** The origin of a URL template; undefined if it cannot be determined. */
export function originOf(url: string): string | undefined {
  // The WHATWG parser takes a backslash for a slash, and drops tabs and line breaks.
  const [, start] = /^(https?:\/\/[^/?#\\$\s]+)(?:[/?#]|$)/i.exec(url) ?? [];
  return start === undefined ? undefined : URL.parse(start)?.origin;
}
