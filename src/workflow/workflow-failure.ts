import type { Delivery } from '../delivery/delivery.ts';
import type { EventName } from '../webhook/events/process-events.ts';

/** A problem around a process, which continues regardless. */
export type WorkflowFailure = WebhookFailure | StoreFailure | LeaseFailure | UnopenedFailure;

/** A webhook could not be notified of an event. */
export interface WebhookFailure {
  readonly kind: 'webhook';
  readonly pid: string;
  readonly event: EventName;
  /** Its `id`, or the name of its profile if it has none. */
  readonly webhook: string;
  /** The attempts. Absent if the request could not be made or handed over. */
  readonly delivery?: Delivery;
  /** The reason why the request could not be made or handed over. */
  readonly error?: unknown;
}

/** The status of a process could not be stored; this is retried until it succeeds, or the service has to close. */
export interface StoreFailure {
  readonly kind: 'store';
  readonly pid: string;
  readonly error: unknown;
}

/** This instance could not tell the others that it is alive; if that lasts, they end its processes. */
export interface LeaseFailure {
  readonly kind: 'lease';
  readonly error: unknown;
}

/** A queued run waits for an instance with its key. Reported for one run every ten minutes, however many there are. */
export interface UnopenedFailure {
  readonly kind: 'unopened';
  readonly pid: string;
  readonly error: unknown;
}

/** A service remembers at most so many processes that it has warned about. */
const maxRemembered = 10_000;

/**
 * Emits warnings of the Node process when no listener is configured. A status that cannot be stored is reported once
 * instead of on each retry. Errors are not quoted: they may contain secrets.
 */
export function createWarner(): (failure: WorkflowFailure) => void {
  const unwritten = new Set<string>();
  return failure => {
    if (failure.kind === 'store') {
      if (unwritten.has(failure.pid)) return;
      if (unwritten.size === maxRemembered) unwritten.clear();
      unwritten.add(failure.pid);
    }
    warn(
      `workflow-${failure.kind}-failure`,
      `${describe(failure)}; pass \`onError\` to the service to learn why.`,
    );
  };
}

function describe(failure: WorkflowFailure): string {
  if (failure.kind === 'lease') return 'The lease of this instance on its processes could not be renewed';
  if (failure.kind === 'store') return `The status of the process ${failure.pid} could not be stored`;
  if (failure.kind === 'unopened') return `No key of this instance opens the body of the run ${failure.pid}`;
  const { webhook, event, pid, delivery } = failure;
  const outcome = delivery ? ` (${delivery.state})` : '';
  return `The webhook \`${webhook}\` could not be notified of ${event} of the process ${pid}${outcome}`;
}

function warn(code: string, message: string): void {
  process.emitWarning(message, { type: 'HookplateWarning', code });
}
