import { listener } from '../http/define-options.ts';
import type { WebhookConfig } from '../webhook/config/webhook-config.ts';
import type { EventDispatcher } from './process/event-notifier.ts';
import { createMemoryStore } from './store/memory-store.ts';
import type { ProcessStore } from './store/process-store.ts';
import type { Project } from './task.ts';
import type { WorkflowFailure } from './workflow-failure.ts';

/** What a workflow service is made of. */
export interface WorkflowServiceOptions {
  /** By their ids. */
  readonly projects: Readonly<Record<string, Project>>;
  /** Each is told of the processes of its profile. */
  readonly webhooks: readonly WebhookConfig[];
  /** Sends the requests of the webhooks; closed by whoever made it, after the service. */
  readonly dispatcher: EventDispatcher;
  /** Default: in memory, with the 1,000 processes that ended last. */
  readonly store?: ProcessStore;
  /** Default: the system's clock. */
  readonly now?: () => Date | number;
  /** How many processes run at the same time. Default 10. */
  readonly concurrency?: number;
  /** How many may be queued; beyond it no run is taken. Default 1,000. */
  readonly maxQueued?: number;
  /**
   * Told of what goes wrong beside the processes. Default: nobody is told. What it throws, or rejects with, is ignored.
   */
  readonly onError?: (failure: WorkflowFailure) => void;
}

export interface ServiceSettings extends Omit<Required<WorkflowServiceOptions>, 'now'> {
  readonly now: () => Date;
}

export const defaults = {
  concurrency: 10,
  maxQueued: 1000,
} as const;

/**
 * Fills in the defaults.
 *
 * @throws {TypeError} naming the option that cannot be.
 */
export function normalizeOptions(options: WorkflowServiceOptions): ServiceSettings {
  const {
    projects,
    webhooks,
    dispatcher,
    concurrency,
    maxQueued,
    now = Date.now,
    onError = () => {},
  } = options;
  if (typeof projects !== 'object' || projects === null) throw new TypeError('projects: expected an object');
  if (!Array.isArray(webhooks)) throw new TypeError('webhooks: expected a list');
  if (typeof dispatcher?.deliver !== 'function') throw new TypeError('dispatcher: expected a dispatcher');
  return {
    projects,
    webhooks,
    dispatcher,
    store: options.store ?? createMemoryStore(),
    now: () => new Date(now()),
    concurrency: wholeNumber('concurrency', concurrency ?? defaults.concurrency, 1),
    maxQueued: wholeNumber('maxQueued', maxQueued ?? defaults.maxQueued, 0),
    onError: listener()(onError, 'onError'),
  };
}

function wholeNumber(name: string, value: number, least: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new TypeError(`${name}: expected a whole number from ${least}`);
}
