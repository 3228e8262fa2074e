import type { SqlExecutor } from '../database/sql-executor.ts';
import { expected } from '../options/define-options.ts';
import type { UnmadeRequest } from '../outbox/enqueue.ts';
import { compileWebhook, type Webhook } from '../webhook/compile.ts';
import type { AnyConfig, WebhookConfig } from '../webhook/config/settings.ts';
import { WebhookError } from '../webhook/error.ts';
import type { AnyEvent } from '../webhook/events/event-catalogue.ts';
import { processEvents } from '../webhook/events/process-events.ts';
import type { KnownReceiver } from '../webhook/receivers/receiver.ts';
import type { WebhookRequest } from '../webhook/webhook-request.ts';
import { type Catalogues, createCatalogues, type ServedCatalogue } from './catalogues.ts';

export interface ProfileWebhook {
  /** Its `id`, or the name of its profile if it has none; unique within the profile. */
  readonly id: string;
  /** Its `name`, if it has one. */
  readonly name?: string | undefined;
  /** The name of its catalogue. Default: the default one. */
  readonly catalogue?: string | undefined;
  readonly webhook: Pick<Webhook, 'requestFor'>;
}

/** Webhooks by profile. */
export type ProfileWebhooks = ReadonlyMap<string, readonly ProfileWebhook[]>;

/**
 * Returns the webhooks of a profile that report events of the catalogue with this name, as seen by the transaction that
 * stores their messages; its statements run as they are. Without a name, the catalogue is the default one. If it rejects, or a
 * statement of it fails, the events of this profile wait, and what it did in the transaction is undone.
 */
export type WebhooksOf = (
  profile: string,
  transaction: SqlExecutor,
  catalogue?: string,
) => Promise<readonly ProfileWebhook[]>;

/**
 * The request that a webhook makes of an event: undefined if it does not report it, or the code of the error, such as that
 * of a `RenderError`, that prevented it.
 */
export function requestAbout(
  event: AnyEvent,
  webhook: ProfileWebhook['webhook'],
  onError: (error: unknown) => void = () => {},
): WebhookRequest | UnmadeRequest | undefined {
  try {
    // The webhook was compiled for the catalogue of the event.
    return webhook.requestFor(event as Parameters<typeof webhook.requestFor>[0]);
  } catch (error) {
    onError(error);
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return { failed: typeof code === 'string' ? code : 'render-failed' };
  }
}

/** Compiles a webhook for a catalogue of which TypeScript does not know the events; of other events it reports none. */
export function compileFor(
  config: AnyConfig,
  catalogue: ServedCatalogue,
  receivers: readonly KnownReceiver[],
): ProfileWebhook['webhook'] {
  const options = { events: catalogue, receivers };
  const { requestFor } = compileWebhook(config as WebhookConfig<ServedCatalogue>, options);
  return {
    requestFor: event => (catalogue.names.includes(event.event) ? requestFor(event) : undefined),
  };
}

/**
 * Compiles webhooks. Each `id` is unique, and one webhook of a profile may lack it: an id must not depend on the position
 * of its webhook in the list. Names are unique within a profile.
 *
 * @param configs The value of `options.webhooks`.
 * @param catalogues Those of their events. Default: `processEvents` alone.
 * @param receivers Those that they may name. Default: none.
 * @throws {TypeError} naming the webhook whose `id` is missing, whose `id` or `name` is a duplicate, or whose catalogue is
 * unknown.
 * @throws {WebhookError} for a webhook whose configuration has errors.
 */
export function compileWebhooks(
  configs: readonly WebhookConfig[],
  catalogues: Catalogues = ofProcesses,
  receivers: readonly KnownReceiver[] = [],
): ProfileWebhooks {
  const byProfile = new Map<string, ProfileWebhook[]>();
  const ids = new Set<string>();
  for (const [index, config] of configs.entries()) {
    const at = `options.webhooks[${index}]`;
    const { profile, id = profile, name, catalogue } = config;
    const served = catalogues.find(catalogue);
    if (!served) throw expected(`${at}.catalogue`, 'the name of one of the catalogues');
    const webhook = compileAt(index, config, served, receivers);
    const others = byProfile.get(profile) ?? [];
    if ((config.id !== undefined && ids.has(id)) || others.some(other => other.id === id)) {
      throw expected(`${at}.id`, config.id === undefined ? missingId : repeatedId);
    }
    if (name !== undefined && others.some(other => other.name === name)) {
      throw expected(`${at}.name`, repeatedName);
    }
    if (config.id !== undefined) ids.add(id);
    byProfile.set(profile, [...others, { id, name, catalogue, webhook }]);
  }
  return byProfile;
}

const ofProcesses = createCatalogues({ events: processEvents as ServedCatalogue, catalogues: {} });

function compileAt(
  index: number,
  config: WebhookConfig,
  catalogue: ServedCatalogue,
  receivers: readonly KnownReceiver[],
): ProfileWebhook['webhook'] {
  try {
    return compileFor(config, catalogue, receivers);
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    const id = typeof config.id === 'string' ? ` (\`${config.id}\`)` : '';
    throw new WebhookError(error.diagnostics, `webhooks[${index}]${id}`);
  }
}

const repeatedId = 'an id that no other webhook has';
const repeatedName = 'a name that no other webhook of the same profile has';
const missingId = 'an id, because another webhook of the same profile has no id either';
