import { invalidFields } from '../../api/problem.ts';
import { knowsProfile, type Limits } from '../../api/role.ts';
import type { KeysetPage } from '../../database/keyset-page.ts';
import type { Events } from '../../events/events.ts';
import { unknownEndpoint } from '../../outbox/endpoint.ts';
import { unknownMessage } from '../../outbox/message.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { SomeProfiles } from '../../outbox/some-profiles.ts';
import { type StoredVersion, unknownWebhook, type WebhookStore } from '../webhooks/webhook-store.ts';

/** What there is for somebody: with `profiles`, as if all others did not exist. */
export interface Reach {
  readonly webhooks: Omit<WebhookStore, 'ofProfile' | 'findSettings' | 'versionsOf' | 'erase'>;
  readonly outbox: Pick<Outbox, ByFilter | ByMessage | ByEndpoint>;
  readonly events: Pick<Events, 'page' | 'find' | 'content'>;
}

type ByFilter = 'messages' | 'count' | 'nextAttemptAt' | 'resendAll' | 'stats' | 'outcomes' | 'endpoints';
type ByMessage = 'message' | 'resend' | 'retryNow' | 'cancel';
type ByEndpoint = 'endpoint' | 'enableEndpoint' | 'disableEndpoint' | 'setRate';

interface Stores {
  readonly webhooks: WebhookStore;
  readonly outbox: Outbox;
  readonly events: Events;
}

export type ReachOf = (limits: Limits) => Reach;

/** The only way from a route to what profiles have. */
export function createReach(all: Stores): ReachOf {
  return limits => (limits.profiles === undefined ? all : limited(all, limits.profiles));
}

function limited({ webhooks, outbox, events }: Stores, profiles: readonly string[]): Reach {
  return {
    webhooks: limitedWebhooks(webhooks, profiles),
    outbox: {
      messages: (query = {}) => outbox.messages(narrowed(query, profiles)),
      count: (filter = {}) => outbox.count(narrowed(filter, profiles)),
      nextAttemptAt: (filter = {}) => outbox.nextAttemptAt(narrowed(filter, profiles)),
      resendAll: query => outbox.resendAll(narrowed(query, profiles)),
      stats: query => outbox.stats(narrowed(query, profiles)),
      outcomes: query => outbox.outcomes(narrowed(query, profiles)),
      endpoints: (query = {}) => outbox.endpoints(narrowed(query, profiles)),
      ...limitedMessages(outbox, profiles),
      ...limitedEndpoints(outbox, profiles),
    },
    events: {
      page: (query = {}) => events.page(narrowed(query, profiles)),
      find: async id => known(await events.find(id), profiles),
      content: async id => known(await events.find(id), profiles) && events.content(id),
    },
  };
}

/** The same query among these profiles alone. */
function narrowed<Q extends { readonly profile?: SomeProfiles | undefined }>(
  query: Q,
  profiles: readonly string[],
): Q {
  const { profile: asked = profiles } = query;
  return { ...query, profile: [asked].flat().filter(name => profiles.includes(name)) };
}

function known<T extends { readonly profile: string | undefined }>(
  found: T | undefined,
  profiles: readonly string[],
): T | undefined {
  return found && knowsProfile({ profiles }, found.profile) ? found : undefined;
}

function limitedMessages(outbox: Outbox, profiles: readonly string[]): Pick<Outbox, ByMessage> {
  const assertKnown = async (id: string): Promise<void> => {
    if (!known(await outbox.message(id), profiles)) throw unknownMessage(id);
  };
  return {
    // The request of another may be one that no key opens, which would tell that it is there.
    message: async (id, options) => known(await outbox.message(id), profiles) && outbox.message(id, options),
    resend: async id => {
      await assertKnown(id);
      await outbox.resend(id);
    },
    retryNow: async id => {
      await assertKnown(id);
      await outbox.retryNow(id);
    },
    cancel: async id => {
      await assertKnown(id);
      await outbox.cancel(id);
    },
  };
}

function limitedEndpoints(outbox: Outbox, profiles: readonly string[]): Pick<Outbox, ByEndpoint> {
  const assertKnown = async (id: string): Promise<void> => {
    if (!known(await outbox.endpoint(id), profiles)) throw unknownEndpoint(id);
  };
  return {
    endpoint: async id => known(await outbox.endpoint(id), profiles),
    enableEndpoint: async (id, options) => {
      await assertKnown(id);
      return outbox.enableEndpoint(id, options);
    },
    disableEndpoint: async (id, options) => {
      await assertKnown(id);
      await outbox.disableEndpoint(id, options);
    },
    setRate: async (id, perSecond) => {
      await assertKnown(id);
      await outbox.setRate(id, perSecond);
    },
  };
}

function limitedWebhooks(webhooks: WebhookStore, profiles: readonly string[]): Reach['webhooks'] {
  const knows = (profile: string): boolean => knowsProfile({ profiles }, profile);
  const isKnown = async (id: string): Promise<boolean> => {
    const profile = await webhooks.profileOf(id);
    return profile !== undefined && knowsProfile({ profiles }, profile);
  };
  const assertOwn = (profile = ''): void => {
    if (knowsProfile({ profiles }, profile)) return;
    const message = `This is none of your profiles: ${profiles.map(name => `\`${name}\``).join(', ')}.`;
    throw invalidFields([{ field: 'profile', code: 'invalid-field', message }]);
  };
  return {
    keepDiagnostics: webhooks.keepDiagnostics,
    targetsOf: webhooks.targetsOf,
    profileOf: async id => ((await isKnown(id)) ? webhooks.profileOf(id) : undefined),
    list: query => webhooks.list(narrowed(query, profiles)),
    countByProfile: async () => {
      const counts = await webhooks.countByProfile();
      return new Map(profiles.map(name => [name, counts.get(name) ?? 0]));
    },
    // One that no key opens must not tell that it is there; nor one that was moved meanwhile.
    find: async id => ((await isKnown(id)) ? known(await webhooks.find(id), profiles) : undefined),
    versions: async (id, page) => {
      if (!(await isKnown(id))) return { items: [], next: undefined };
      // It may have been moved here, with its history.
      const ownOf = ({ items }: KeysetPage<StoredVersion>) =>
        items.filter(({ settings }) => settings && knows(settings.config.profile ?? ''));
      const found = await webhooks.versions(id, page);
      for (let cursor = found.next; cursor !== undefined; ) {
        const later = await webhooks.versions(id, { cursor, limit: 100 });
        if (ownOf(later).length > 0) return { items: ownOf(found), next: found.next };
        cursor = later.next;
      }
      return { items: ownOf(found), next: undefined };
    },
    create: (id, checked, ...rest) => {
      assertOwn(checked.settings.config.profile);
      return webhooks.create(id, checked, ...rest);
    },
    update: async (id, { computeSettings, ...change }) => {
      if (!(await isKnown(id))) throw unknownWebhook();
      return webhooks.update(id, {
        ...change,
        knows,
        computeSettings: async stored => {
          const next = await computeSettings(stored);
          assertOwn(next.settings.config.profile);
          return next;
        },
      });
    },
    remove: async (id, change) => {
      if (!(await isKnown(id))) throw unknownWebhook();
      await webhooks.remove(id, { ...change, knows });
    },
  };
}
