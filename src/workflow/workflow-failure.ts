import type { Delivery } from '../delivery/delivery.ts';
import type { EventName } from '../webhook/events/process-events.ts';

/** Something that went wrong around a process, which continues regardless. */
export type WorkflowFailure = WebhookFailure | StoreFailure | LeaseFailure | UnopenedFailure;

/** A webhook could not be notified of an event. */
export interface WebhookFailure {
  readonly kind: 'webhook';
  readonly pid: string;
  readonly event: EventName;
  /** Its `id`, or the name of its profile where it has none. */
  readonly webhook: string;
  /** What was tried. Absent if the request could not be made or handed over. */
  readonly delivery?: Delivery;
  /** Why the request could not be made or handed over. */
  readonly error?: unknown;
}

/** The status of a process could not be stored; this is tried again until it succeeds, or the service has to close. */
export interface StoreFailure {
  readonly kind: 'store';
  readonly pid: string;
  readonly error: unknown;
}

/** This instance could not tell the others that it lives; if that lasts, they end its processes. */
export interface LeaseFailure {
  readonly kind: 'lease';
  readonly error: unknown;
}

/**
 * A queued run waits for an instance with the key that opens its body. Told of one run every ten minutes, however many
 * there are.
 */
export interface UnopenedFailure {
  readonly kind: 'unopened';
  readonly pid: string;
  readonly error: unknown;
}

/** How many processes a service remembers to have warned of. */
const mostRemembered = 10_000;

/**
 * Reports failures that nobody listens to, and a status that is not stored once instead of at each new try. What was
 * thrown is not quoted: it may hold secrets.
 */
export function createWarner(): (failure: WorkflowFailure) => void {
  const unwritten = new Set<string>();
  return failure => {
    if (failure.kind === 'store') {
      if (unwritten.has(failure.pid)) return;
      if (unwritten.size === mostRemembered) unwritten.clear();
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
