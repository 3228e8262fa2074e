import { expected } from '../../http/define-options.ts';
import type { SqlExecutor } from '../../outbox/database/sql-executor.ts';
import { compileWebhook, type Webhook } from '../../webhook/compile.ts';
import type { WebhookConfig } from '../../webhook/config/webhook-config.ts';
import { WebhookError } from '../../webhook/error.ts';

export interface ProfileWebhook {
  /** Its `id`, or the name of its profile where it has none; tells it apart from the others of its profile. */
  readonly name: string;
  readonly webhook: Pick<Webhook, 'requestFor'>;
}

/** The webhooks that are told of processes, by their profile. */
export type ProfileWebhooks = ReadonlyMap<string, readonly ProfileWebhook[]>;

/** Gives the webhooks of a profile as they are in a transaction: that which stores what a process has raised. */
export type WebhookSource = (profile: string, transaction: SqlExecutor) => Promise<readonly ProfileWebhook[]>;

/**
 * Compiles the webhooks of a service. An `id` is held by one webhook, and one of a profile may have none: what a message
 * is called must not depend on where its webhook stands in the list.
 *
 * @throws {TypeError} naming the webhook whose `id` is missing or not its own.
 * @throws {WebhookError} for a webhook whose configuration has errors.
 */
export function compileWebhooks(configs: readonly WebhookConfig[]): ProfileWebhooks {
  const byProfile = new Map<string, ProfileWebhook[]>();
  const ids = new Set<string>();
  for (const [index, config] of configs.entries()) {
    const webhook = compileAt(index, config);
    const { id, profile } = config;
    const name = id ?? profile;
    const others = byProfile.get(profile) ?? [];
    if ((id !== undefined && ids.has(id)) || others.some(other => other.name === name)) {
      throw expected(`options.webhooks[${index}].id`, id === undefined ? missingId : repeatedId);
    }
    if (id !== undefined) ids.add(id);
    byProfile.set(profile, [...others, { name, webhook }]);
  }
  return byProfile;
}

function compileAt(index: number, config: WebhookConfig): Webhook {
  try {
    return compileWebhook(config);
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    const id = typeof config.id === 'string' ? ` (\`${config.id}\`)` : '';
    throw new WebhookError(error.diagnostics, `webhooks[${index}]${id}`);
  }
}

const repeatedId = 'an id that no other webhook has';
const missingId = 'an id, because another webhook of the same profile has no id either';
