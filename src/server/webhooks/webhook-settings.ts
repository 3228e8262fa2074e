import type { ShownDiagnostic } from '../../api/answers.ts';
import type { ActiveSecrets } from '../../delivery/signature/key-ring.ts';
import type { AnyConfig } from '../../webhook/config/settings.ts';
import { type Secret, secretsOf } from '../../webhook/secrets/secrets.ts';
import { countingSecrets, type FormerSecret } from '../kept-secret.ts';

/** Everything stored about a webhook, secrets included. */
export interface WebhookSettings {
  readonly config: AnyConfig;
  /** Lower-case names of the headers whose values are never shown. */
  readonly secretHeaders: readonly string[];
  /** `whsec_` and base64; signs the requests. */
  readonly signingSecret?: string | undefined;
  /** Whether the server has made it: where the webhook is moved to another server or profile, it makes another. */
  readonly isSecretMade?: true | undefined;
  /** Those before it, which sign as well for a while, so that a receiver can change over. */
  readonly formerSecrets?: readonly FormerSecret[] | undefined;
}

/** All stored values that the API never shows again. */
export function secretsOfSettings({ config, secretHeaders, ...secrets }: WebhookSettings): readonly Secret[] {
  return secretsOf({ ...config, ...secrets }, { level: 'declared', secretHeaders });
}

/** The secrets that sign at a given time, newest first; a webhook without any is unsigned on purpose. */
export function signingSecretsOf(
  { signingSecret, formerSecrets }: WebhookSettings,
  now: number,
): ActiveSecrets {
  const active = countingSecrets({ secret: signingSecret, formerSecrets }, now);
  return active.length === 0 ? 'unsigned' : active;
}

/**
 * Diagnostics without those of secret fields, which quote texts that nobody sees. The others quote only their own fields, which
 * editors can read: were a secret hidden there, too, a guess in the payload would tell whether it is right.
 */
export function withoutSecrets(
  diagnostics: readonly ShownDiagnostic[],
  settings: WebhookSettings,
): readonly ShownDiagnostic[] {
  const secret = new Set(secretsOfSettings(settings).map(({ field }) => field));
  return diagnostics.filter(({ field }) => !secret.has(field));
}
