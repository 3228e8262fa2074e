import { createHash } from 'node:crypto';
import type { Delivery } from '../../delivery/delivery.ts';
import { compileWebhook, type Webhook } from '../../webhook/compile.ts';
import type { WebhookConfig } from '../../webhook/config/webhook-config.ts';
import { createProcessEvent, type EventName } from '../../webhook/events/process-event.ts';
import type { WebhookRequest } from '../../webhook/webhook-request.ts';
import type { WebhookFailure, WorkflowFailure } from '../workflow-failure.ts';
import type { ProcessRecord } from './process-record.ts';

/** The part of a dispatcher that events need; any sender that keeps messages by their id will do. */
export interface EventDispatcher {
  readonly deliver: (request: WebhookRequest, options: { readonly id: string }) => Promise<Delivery>;
}

/** What happened to which process, and when. */
interface RaisedEvent {
  readonly event: EventName;
  readonly profile: string;
  readonly record: ProcessRecord;
  readonly date: Date;
}

/** Hands an event over to the dispatcher, for each webhook of its profile, and returns at once. Never throws. */
export type EventNotifier = (raised: RaisedEvent) => void;

export interface EventNotifierOptions {
  readonly webhooks: readonly WebhookConfig[];
  readonly dispatcher: EventDispatcher;
  readonly onError: (failure: WorkflowFailure) => void;
}

interface ProfileWebhook {
  readonly index: number;
  readonly webhook: Webhook;
}

/** @throws {WebhookError} for a webhook whose configuration cannot be. */
export function createEventNotifier({ webhooks, dispatcher, onError }: EventNotifierOptions): EventNotifier {
  const byProfile = new Map<string, ProfileWebhook[]>();
  for (const [index, config] of webhooks.entries()) {
    const webhook = compileWebhook(config);
    byProfile.set(config.profile, [...(byProfile.get(config.profile) ?? []), { index, webhook }]);
  }

  async function tell({ event, profile, record, date }: RaisedEvent, { index, webhook }: ProfileWebhook) {
    const about = { kind: 'webhook', pid: record.pid, event, webhook: index } as const;
    const { recordsProcessed, errorCount } = record;
    try {
      const request = webhook.requestFor(
        createProcessEvent({ event, profile, recordsProcessed, errorCount, date }),
      );
      if (!request) return;
      const delivery = await dispatcher.deliver(request, { id: eventId(about) });
      if (delivery.state !== 'delivered') onError({ ...about, delivery });
    } catch (error) {
      onError({ ...about, error });
    }
  }

  return raised => {
    for (const webhook of byProfile.get(raised.profile) ?? []) void tell(raised, webhook);
  };
}

/**
 * The identity of a message, the same however often it is sent. Hashed, because a pid of another store may hold
 * characters that an id must not.
 */
function eventId({ pid, event, webhook }: Pick<WebhookFailure, 'pid' | 'event' | 'webhook'>): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([pid, event, webhook]))
    .digest('hex');
  return `msg_${digest.slice(0, 32)}`;
}
