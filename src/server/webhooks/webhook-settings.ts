import type { AnyConfig } from '../../webhook/config/webhook-config.ts';
import { type Secret, secretsOf } from '../../webhook/secrets/secrets.ts';

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

/** How long a signing secret that was replaced goes on signing, in milliseconds: a day. */
export const formerSecretMs = 86_400_000;

/** All that nobody sees again of what is stored, to whom it was told once. */
export function secretsOfSettings({ config, secretHeaders, ...secrets }: WebhookSettings): readonly Secret[] {
  return secretsOf({ ...config, ...secrets }, { level: 'declared', secretHeaders });
}

/** The secrets that sign at a time, the newest first. */
export function signingSecretsOf(
  { signingSecret, formerSecret }: WebhookSettings,
  now: number,
): readonly string[] {
  const former = formerSecret && formerSecret.until > now ? [formerSecret.secret] : [];
  return signingSecret === undefined ? former : [signingSecret, ...former];
}

/** The origin of a URL template; undefined if it cannot be determined. */
export function originOf(url: string): string | undefined {
  // The WHATWG parser takes a backslash for a slash, and drops tabs and line breaks.
  const [, start] = /^(https?:\/\/[^/?#\\$\s]+)(?:[/?#]|$)/i.exec(url) ?? [];
  return start === undefined ? undefined : URL.parse(start)?.origin;
}
