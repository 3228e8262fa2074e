import { hashedUuid } from '../../database/uuid.ts';
import { type ProfileWebhook, requestAbout } from '../../events/profile-webhooks.ts';
import { type EventName, type ProcessEvent, processEvents } from '../../webhook/events/process-events.ts';
import type { WebhookRequest } from '../../webhook/webhook-request.ts';
import type { ProcessRecord } from '../process/process-record.ts';
import type { WebhookFailure, WorkflowFailure } from '../workflow-failure.ts';

/** An event of a process: which process, what happened, and when. */
export interface RaisedEvent {
  readonly event: EventName;
  readonly profile: string;
  readonly record: ProcessRecord;
  readonly date: Date;
  /** The span of the process, if it is known. */
  readonly traceparent?: string | undefined;
}

/** A message to a webhook about an event. */
export interface EventMessage {
  /** The same each time the message is made. */
  readonly id: string;
  /** The `id` of the webhook, or the name of its profile if it has none. */
  readonly webhook: string;
  readonly request: WebhookRequest;
}

/** Makes the messages for those of these webhooks that want the event, as far as they can be made. */
export function messagesOf(
  webhooks: readonly ProfileWebhook[],
  raised: RaisedEvent,
  onError: (failure: WorkflowFailure) => void,
): readonly EventMessage[] {
  const { event, record } = raised;
  return webhooks.flatMap(({ id, webhook }) => {
    const about = { kind: 'webhook', pid: record.pid, event, webhook: id } as const;
    const request = requestAbout(processEventOf(raised), webhook, error => onError({ ...about, error }));
    return request && !('failed' in request) ? [{ id: messageId(about), webhook: id, request }] : [];
  });
}

/** Started is the first event of a process; its end is the second, or the first if it never started. */
export function processEventOf({ event, profile, record, date }: RaisedEvent): ProcessEvent {
  const { pid, recordsProcessed, errorCount, startedAt, error } = record;
  const sequence = event === 'Started' || startedAt === undefined ? 1 : 2;
  const facts = { profile, date, pid, sequence, recordsProcessed, errorCount };
  const durationSeconds = startedAt ? (date.getTime() - startedAt.getTime()) / 1000 : 0;
  if (event === 'Errored')
    return processEvents.create(event, { ...facts, startedAt, durationSeconds, errorMessage: error });
  // What starts or completes has started.
  const started = { ...facts, startedAt: startedAt ?? date };
  return event === 'Started'
    ? processEvents.create(event, started)
    : processEvents.create(event, { ...started, durationSeconds });
}

/**
 * The id of a message, the same however often it is sent and wherever its webhook stands in a list. It is a hash,
 * because a pid of another store and the name of a profile may contain characters that an id must not.
 */
function messageId({ pid, event, webhook }: WebhookFailure): string {
  return hashedUuid('process', pid, event, webhook);
}
