import { createHash } from 'node:crypto';
import type { SqlExecutor } from '../../database/sql-executor.ts';
import { expected } from '../../options/define-options.ts';
import { compileWebhook, type Webhook } from '../../webhook/compile.ts';
import type { WebhookConfig } from '../../webhook/config/webhook-config.ts';
import { WebhookError } from '../../webhook/error.ts';
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
  /** The `name` of the webhook, if it has one. */
  readonly name?: string | undefined;
  /** The request, or the code of the error, such as a `RenderError`, that prevented it. */
  readonly request: WebhookRequest | { readonly failed: string };
}

/** Makes the messages for those of these webhooks that want the event. */
export function messagesOf(
  webhooks: readonly ProfileWebhook[],
  raised: RaisedEvent,
  onError: (failure: WorkflowFailure) => void,
): readonly EventMessage[] {
  const { event, record } = raised;
  return webhooks.flatMap(({ id, name, webhook }) => {
    const about = { kind: 'webhook', pid: record.pid, event, webhook: id } as const;
    const failed = (error: unknown): { readonly failed: string } => {
      onError({ ...about, error });
      return { failed: failureCodeOf(error) };
    };
    const request = requestOf(webhook, raised, failed);
    return request ? [{ id: messageId(about), webhook: id, name, request }] : [];
  });
}

function requestOf(
  webhook: ProfileWebhook['webhook'],
  raised: RaisedEvent,
  failed: (error: unknown) => { readonly failed: string },
): EventMessage['request'] | undefined {
  try {
    return webhook.requestFor(processEvent(raised));
  } catch (error) {
    return failed(error);
  }
}

/** Started is the first event of a process; its end is the second, or the first if it never started. */
function processEvent({ event, profile, record, date }: RaisedEvent): ProcessEvent {
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

/** The reason why a request could not be made, as a code for programs. */
export function failureCodeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'render-failed';
}

/**
 * The id of a message, the same however often it is sent and wherever its webhook stands in a list. It is a hash,
 * because a pid of another store and the name of a profile may contain characters that an id must not.
 */
function messageId({ pid, event, webhook }: WebhookFailure): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([pid, event, webhook]))
    .digest('hex');
  return `msg_${digest.slice(0, 32)}`;
}

export interface ProfileWebhook {
  /** Its `id`, or the name of its profile if it has none; unique within the profile. */
  readonly id: string;
  /** Its `name`, if it has one. */
  readonly name?: string | undefined;
  readonly webhook: Pick<Webhook, 'requestFor'>;
}

/** The webhooks that are notified of processes, by profile. */
export type ProfileWebhooks = ReadonlyMap<string, readonly ProfileWebhook[]>;

/**
 * Returns the webhooks of a profile as seen by the transaction that stores an event of a process: those that report events
 * of the catalogue with this name. Processes ask without a name, for those of the default one.
 */
export type WebhookSource = (
  profile: string,
  transaction: SqlExecutor,
  catalogue?: string,
) => Promise<readonly ProfileWebhook[]>;

/**
 * Compiles the webhooks of a service. Each `id` is unique, and one webhook of a profile may lack it: the id of a
 * message must not depend on the position of its webhook in the list. Names are unique within a profile.
 *
 * @throws {TypeError} naming the webhook whose `id` is missing, whose `id` or `name` is a duplicate, or that names a
 * catalogue.
 * @throws {WebhookError} for a webhook whose configuration has errors.
 */
export function compileWebhooks(configs: readonly WebhookConfig[]): ProfileWebhooks {
  const byProfile = new Map<string, ProfileWebhook[]>();
  const ids = new Set<string>();
  for (const [index, config] of configs.entries()) {
    const webhook = compileAt(index, config);
    const { profile, id = profile, name } = config;
    const others = byProfile.get(profile) ?? [];
    if ((config.id !== undefined && ids.has(id)) || others.some(other => other.id === id)) {
      throw expected(`options.webhooks[${index}].id`, config.id === undefined ? missingId : repeatedId);
    }
    if (name !== undefined && others.some(other => other.name === name)) {
      throw expected(`options.webhooks[${index}].name`, repeatedName);
    }
    if (config.catalogue !== undefined) throw expected(`options.webhooks[${index}].catalogue`, noCatalogue);
    if (config.id !== undefined) ids.add(id);
    byProfile.set(profile, [...others, { id, name, webhook }]);
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
const repeatedName = 'a name that no other webhook of the same profile has';
const noCatalogue = 'nothing: processes report the events of the default catalogue';
const missingId = 'an id, because another webhook of the same profile has no id either';
