import type { ActiveSecrets, Secrets } from '../../delivery/signature/key-ring.ts';
import type { Catalogues } from '../../events/catalogues.ts';
import { compileFor, type ProfileWebhook, type WebhooksOf } from '../../events/profile-webhooks.ts';
import type { KnownReceiver } from '../../webhook/receivers/receiver.ts';
import { originOf } from '../../webhook/secrets/stored-secrets.ts';
import { catalogueOf } from '../catalogues.ts';
import { signingSecretsOf, type WebhookSettings } from './webhook-settings.ts';
import type { SealedWebhook, WebhookQueries } from './webhook-store.ts';

/** At most so many compiled versions are kept. */
const maxCompiled = 1000;

/** At most so many versions of a webhook are searched, newest first. */
const maxVersions = 1000;

/** Milliseconds for which the secrets of a webhook are cached. */
export const secretsMs = 1000;

type Compiled = ProfileWebhook['webhook'] & {
  /** The name of its catalogue, empty for the default one; undefined if no key opens the webhook. */
  readonly catalogue: string | undefined;
};

/**
 * The webhooks of a profile as seen by the transaction that stores the messages about an event: a change counts from its
 * commit, in all instances. A webhook that no longer compiles, because its catalogue changed, fails each of its messages; so
 * does one that no key opens, whatever catalogue the event is of.
 */
export function createWebhooksOf(
  { ofProfile }: Pick<WebhookQueries, 'ofProfile'>,
  catalogues: Catalogues,
  receivers: readonly KnownReceiver[],
): WebhooksOf {
  const compiled = new Map<string, Compiled>();
  return async (profile, transaction, catalogue = '') => {
    const webhooks = await ofProfile(profile, transaction);
    return webhooks.flatMap(sealed => {
      const key = `${sealed.id} ${sealed.version}`;
      const webhook = compiled.get(key) ?? compile(sealed, catalogues, receivers);
      if (compiled.size >= maxCompiled) compiled.clear();
      compiled.set(key, webhook);
      if ((webhook.catalogue ?? catalogue) !== catalogue) return [];
      return { id: sealed.id, name: sealed.name, webhook };
    });
  };
}

function compile(
  { open }: SealedWebhook,
  catalogues: Catalogues,
  receivers: readonly KnownReceiver[],
): Compiled {
  let name: string | undefined;
  try {
    const { config } = open();
    name = config.catalogue ?? '';
    return { catalogue: name, ...compileFor(config, catalogueOf(name, catalogues), receivers) };
  } catch (error) {
    return {
      catalogue: name,
      requestFor: () => {
        throw error;
      },
    };
  }
}

/**
 * The secrets that sign the messages of a webhook, including a webhook that was deleted since. A message stored before
 * its webhook was moved to another server still goes to the old server, and is signed with the secret of that time: the
 * old server could pass a message signed with the new secret on to the new server as genuine.
 */
export function createWebhookSecrets(
  store: SettingsByVersion,
  now: () => number,
): Extract<Secrets, (...given: never[]) => unknown> {
  const known = new Map<string, { readonly settings: WebhookSettings | undefined; readonly until: number }>();
  return async ({ url }, { webhook }) => {
    if (webhook === undefined) return 'unsigned';
    const { origin } = new URL(url);
    const key = `${webhook} ${origin}`;
    const remembered = known.get(key);
    if (remembered && remembered.until > now()) return signingSecretsAt(remembered.settings, now());
    const settings = await settingsLeadingTo(origin, webhook, store);
    if (known.size >= maxCompiled) known.clear();
    known.set(key, { settings, until: now() + secretsMs });
    return signingSecretsAt(settings, now());
  };
}

type SettingsByVersion = Pick<WebhookQueries, 'findSettings' | 'versions'>;

/** The newest settings that lead to an origin, or may do so because parts of it are variables. */
async function settingsLeadingTo(
  origin: string,
  webhook: string,
  { findSettings, versions }: SettingsByVersion,
): Promise<WebhookSettings | undefined> {
  const leadsThere = ({ config }: WebhookSettings): boolean => (originOf(config.url) ?? origin) === origin;
  const current = await findSettings(webhook);
  if (!current || leadsThere(current)) return current;
  const { items } = await versions(webhook, { limit: maxVersions });
  const settings = items.flatMap(version => version.settings ?? []).find(leadsThere);
  if (!settings) throw new Error('No version of the webhook that led there can be opened.');
  return settings;
}

/** A webhook that is not stored here has no secret that anybody could expect. */
function signingSecretsAt(settings: WebhookSettings | undefined, now: number): ActiveSecrets {
  return settings ? signingSecretsOf(settings, now) : 'unsigned';
}
