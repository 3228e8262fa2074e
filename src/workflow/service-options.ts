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
import type { WebhookConfig } from '../webhook/config/webhook-config.ts';
import type { WebhookSource } from './event/event-message.ts';
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
   * Each is notified of the processes of its profile; if a profile has several, at most one may lack an `id`. A
   * function, for a store with an outbox, is called with a profile whenever one of its processes changes.
   */
  readonly webhooks: readonly WebhookConfig[] | WebhookSource;
  /**
   * Sends the requests of the webhooks. Close it yourself, after the service. Omit it if the store has an outbox, which
   * sends them.
   */
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
  if (isShared(store) && settings.dispatcher) {
    throw expected('options.dispatcher', 'none: the outbox of the store sends the messages');
  }
  if (!isShared(store) && typeof settings.webhooks === 'function') {
    throw expected('options.webhooks', 'a list: only a store with an outbox asks a function');
  }
  if (!isShared(store) && !settings.dispatcher) {
    throw missing('options.dispatcher', 'a dispatcher made by `createDispatcher()`');
  }
  return { ...settings, store, onError };
}

const readList = aListOf(objectWith<WebhookConfig>());
const readSource = aFunction<WebhookSource>();

function readWebhooks(value: unknown, name: string): readonly WebhookConfig[] | WebhookSource {
  return typeof value === 'function' ? readSource(value, name) : readList(value, name);
}

type MadeLater = 'store' | 'onError';

const readOptions = defineOptions<
  Omit<ServiceSettings, MadeLater> & { [K in MadeLater]: ServiceSettings[K] | undefined }
>({
  projects: required('an object of projects by their ids', objectWith()),
  webhooks: required('a list, `[]` for none', readWebhooks),
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
