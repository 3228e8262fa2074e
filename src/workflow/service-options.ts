import {
  aFunction,
  aListOf,
  defineOptions,
  expected,
  listener,
  milliseconds,
  missing,
  objectWith,
  optional,
  required,
  type WithDefaults,
  wholeNumber,
} from '../options/define-options.ts';
import type { WebhookConfig } from '../webhook/config/settings.ts';
import type { KnownReceiver } from '../webhook/receivers/receiver.ts';
import { aListOfReceivers } from '../webhook/webhook-options.ts';
import type { EventDispatcher } from './event/event-notifier.ts';
import { createMemoryStore } from './store/memory-store.ts';
import type { ProcessStore } from './store/process-store.ts';
import { isShared } from './store/process-store.ts';
import type { Project } from './task.ts';
import { createWarner, type WorkflowFailure } from './workflow-failure.ts';

export interface WorkflowServiceOptions {
  /** Projects by id. */
  readonly projects: Readonly<Record<string, Project>>;
  /**
   * Each is notified of the processes of its profile; if a profile has several, at most one may lack an `id`. Omit them if
   * the store is on a database: its events have webhooks of their own.
   */
  readonly webhooks?: readonly WebhookConfig[] | undefined;
  /** The receivers that webhooks may name, which those with a message do. Default: none. */
  readonly receivers?: readonly KnownReceiver[] | undefined;
  /** Sends the requests of the webhooks. Close it yourself, after the service. Omit it if the store is on a database. */
  readonly dispatcher?: EventDispatcher | undefined;
  /** Default: in memory, with the 1,000 processes that ended last. */
  readonly store?: ProcessStore | undefined;
  /** Time limit for one call to the store. Default 10,000 ms. */
  readonly storeTimeoutMs?: number | undefined;
  /** The current time in milliseconds since 1970. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Maximum number of processes that run at the same time. Default 10. */
  readonly concurrency?: number | undefined;
  /** Maximum number of queued runs; further ones are refused. Default 1,000. */
  readonly maxQueued?: number | undefined;
  /**
   * Maximum total bytes of the bodies of queued and running runs; further ones are refused, but a single one is always
   * accepted. As objects they can take fifteen times as much. Default 16,777,216 (16 MiB).
   */
  readonly maxQueuedBytes?: number | undefined;
  /**
   * Time for a task to stop when told to; then its process ends without it, and makes room for another. Default 30,000
   * ms.
   */
  readonly stopTimeoutMs?: number | undefined;
  /**
   * Called with each failure around the processes. Default: emits a warning of the Node process. Errors that it throws,
   * or rejects with, are ignored.
   */
  readonly onError?: ((failure: WorkflowFailure) => void) | undefined;
}

export interface ServiceSettings extends WithDefaults<Omit<WorkflowServiceOptions, 'dispatcher'>> {
  readonly dispatcher: EventDispatcher | undefined;
}

export const defaults = {
  storeTimeoutMs: 10_000,
  concurrency: 10,
  maxQueued: 1000,
  maxQueuedBytes: 16 * 1024 * 1024,
  stopTimeoutMs: 30_000,
} as const;

/**
 * Checks the options and fills in the defaults.
 *
 * @throws {TypeError} naming the invalid option.
 */
export function readServiceOptions(options: WorkflowServiceOptions): ServiceSettings {
  const { store = createMemoryStore(), onError = createWarner(), ...settings } = readOptions(options);
  const { webhooks, dispatcher } = settings;
  if (isShared(store)) {
    if (webhooks)
      throw expected('options.webhooks', 'none: the events of the store have webhooks of their own');
    if (dispatcher) throw expected('options.dispatcher', 'none: the events of the store have an outbox');
  } else {
    if (!webhooks) throw missing('options.webhooks', 'a list, `[]` for none');
    if (!dispatcher) throw missing('options.dispatcher', 'a dispatcher made by `createDispatcher()`');
  }
  return { ...settings, webhooks: webhooks ?? [], store, onError };
}

type MadeLater = 'webhooks' | 'store' | 'onError';

const readOptions = defineOptions<
  Omit<ServiceSettings, MadeLater> & { [K in MadeLater]: ServiceSettings[K] | undefined }
>({
  projects: required('an object of projects by their ids', objectWith()),
  webhooks: optional(aListOf(objectWith<WebhookConfig>())),
  receivers: aListOfReceivers,
  dispatcher: optional(objectWith<EventDispatcher>('deliver')),
  store: optional(objectWith<ProcessStore>('add', 'save', 'find', 'findByKey')),
  storeTimeoutMs: optional(milliseconds(1), defaults.storeTimeoutMs),
  now: optional(aFunction(), Date.now),
  concurrency: optional(wholeNumber(1), defaults.concurrency),
  maxQueued: optional(wholeNumber(0), defaults.maxQueued),
  maxQueuedBytes: optional(wholeNumber(0), defaults.maxQueuedBytes),
  stopTimeoutMs: optional(milliseconds(0), defaults.stopTimeoutMs),
  onError: optional(listener()),
});
