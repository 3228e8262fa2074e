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

/** What happened to which process, and when. */
export interface RaisedEvent {
  readonly event: EventName;
  readonly profile: string;
  readonly record: ProcessRecord;
  readonly date: Date;
}

/** What tells a webhook of an event. */
export interface EventMessage {
  /** The same however often the message is made. */
  readonly id: string;
  /** The `id` of the webhook, or the name of its profile where it has none. */
  readonly webhook: string;
  /** Or why there is none: the code of a `RenderError`. */
  readonly request: WebhookRequest | { readonly failed: string };
}

/** The messages for each of these webhooks that wants the event. */
export function messagesOf(
  webhooks: readonly ProfileWebhook[],
  raised: RaisedEvent,
  onError: (failure: WorkflowFailure) => void,
): readonly EventMessage[] {
  const { event, record } = raised;
  return webhooks.flatMap(({ name, webhook }) => {
    const about = { kind: 'webhook', pid: record.pid, event, webhook: name } as const;
    const failed = (error: unknown): { readonly failed: string } => {
      onError({ ...about, error });
      return { failed: failureCodeOf(error) };
    };
    const request = requestOf(webhook, raised, failed);
    return request ? [{ id: messageId(about), webhook: name, request }] : [];
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

/** Started is the first event of a process, and its end the second, or the first of one that never started. */
function processEvent({ event, profile, record, date }: RaisedEvent): ProcessEvent {
  const { pid, recordsProcessed, errorCount, startedAt, error } = record;
  return processEvents.create(event, {
    profile,
    date,
    pid,
    sequence: event === 'Started' || startedAt === undefined ? 1 : 2,
    recordsProcessed,
    errorCount,
    ...(startedAt && { startedAt, durationSeconds: (date.getTime() - startedAt.getTime()) / 1000 }),
    ...(event === 'Errored' && { errorMessage: error }),
  });
}

/** Why a request could not be made, as a program may know it. */
export function failureCodeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'render-failed';
}

/**
 * The identity of a message, the same however often it is sent and wherever its webhook stands in a list. Hashed,
 * because a pid of another store and the name of a profile may hold characters that an id must not.
 */
function messageId({ pid, event, webhook }: WebhookFailure): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([pid, event, webhook]))
    .digest('hex');
  return `msg_${digest.slice(0, 32)}`;
}

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
