import type { Connection } from '../../database/database.ts';
import type { SqlExecutor } from '../../database/sql-executor.ts';
import {
  aText,
  checkThat,
  defineOptions,
  expected,
  objectWith,
  optional,
} from '../../options/define-options.ts';
import type { NewRequest, UnmadeRequest } from '../../outbox/enqueue.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { AnyEvent } from '../../webhook/events/event-catalogue.ts';
import type { WebhookRequest } from '../../webhook/webhook-request.ts';
import type { ProfileWebhook, WebhookSource } from '../../workflow/event/event-message.ts';
import { failureCodeOf } from '../../workflow/event/event-message.ts';
import type { Catalogues } from '../catalogues.ts';

export interface NotifyOptions {
  /** The profile whose webhooks are notified. Default: the event's own `profile`; else the webhooks without one. */
  readonly profile?: string | undefined;
  /** The name of the catalogue that created the event, among the server's `catalogues`. Default: the one of `events`. */
  readonly catalogue?: string | undefined;
  /** The caller's transaction, as for the outbox's `enqueue`: the messages exist if and only if it commits. */
  readonly transaction?: SqlExecutor | undefined;
}

/** Stores a message for each webhook that wants an event of the application; resolves to the ids of the messages. */
export type Notify = (event: AnyEvent, options?: NotifyOptions) => Promise<readonly string[]>;

export interface NotifyParts {
  readonly database: Connection;
  readonly outbox: Outbox;
  readonly source: WebhookSource;
  readonly catalogues: Catalogues;
}

const readOptions = defineOptions<NotifyOptions>({
  profile: optional(aText),
  catalogue: optional(aText),
  transaction: optional(objectWith<SqlExecutor>('query')),
});
const anEvent = checkThat(
  'an event made by `create` of its catalogue',
  (value): value is AnyEvent =>
    typeof value === 'object' && value !== null && 'event' in value && typeof value.event === 'string',
);

/** The messages of an event are stored together, or not at all. */
export function createNotify({ database, outbox, source, catalogues }: NotifyParts): Notify {
  return async (given, options) => {
    const event = anEvent(given, 'event');
    const { profile = profileOf(event), catalogue, transaction } = readOptions(options);
    if (!catalogues.find(catalogue)) throw expected('options.catalogue', 'the name of a catalogue');
    const store = async (tx: SqlExecutor): Promise<readonly string[]> => {
      const webhooks = await source(profile, tx, catalogue);
      return outbox.enqueueAll(requestsAbout(event, profile, webhooks), { transaction: tx });
    };
    return transaction ? store(database.within(transaction)) : database.transaction(store);
  };
}

/** What to send about an event to those webhooks of a profile that want it. */
export function requestsAbout(
  event: AnyEvent,
  profile: string,
  webhooks: readonly ProfileWebhook[],
): readonly NewRequest[] {
  return webhooks.flatMap(({ id, name, webhook }) => {
    const request = requestOf(webhook, event);
    const about = {
      webhook: id,
      ...(name !== undefined && { name }),
      event: event.event,
      ...(profile !== '' && { profile }),
    };
    return request ? [{ ...about, request }] : [];
  });
}

function profileOf(event: AnyEvent): string {
  return 'profile' in event && typeof event.profile === 'string' ? event.profile : '';
}

/** A request that cannot be rendered is stored as failed: it must not undo the transaction that raised the event. */
function requestOf(
  webhook: ProfileWebhook['webhook'],
  event: AnyEvent,
): WebhookRequest | UnmadeRequest | undefined {
  try {
    // The webhook was compiled for the catalogue of the event, and knows nothing of processes.
    return webhook.requestFor(event as Parameters<typeof webhook.requestFor>[0]);
  } catch (error) {
    return { failed: failureCodeOf(error) };
  }
}
