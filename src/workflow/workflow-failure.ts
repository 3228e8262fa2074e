import type { Delivery } from '../delivery/delivery.ts';
import type { EventName } from '../webhook/events/process-event.ts';

/** Something that went wrong around a process, which continues regardless. */
export type WorkflowFailure = WebhookFailure | StoreFailure;

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

/** The status of a process could not be stored; this is tried again until it succeeds, or the Node process ends. */
export interface StoreFailure {
  readonly kind: 'store';
  readonly pid: string;
  readonly error: unknown;
}

/** Reports a failure that nobody listens to. What was thrown is not quoted: it may hold secrets. */
export function warnOfFailure(failure: WorkflowFailure): void {
  warn(
    `workflow-${failure.kind}-failure`,
    `${describe(failure)}; pass \`onError\` to the service to learn why.`,
  );
}

/** Of the API. */
export function warnOfRequestError(): void {
  const message = 'A request was answered with 500; pass `onError` to the workflow API to learn why.';
  warn('workflow-request-error', message);
}

function describe(failure: WorkflowFailure): string {
  if (failure.kind === 'store') return `The status of the process ${failure.pid} could not be stored`;
  const { webhook, event, pid, delivery } = failure;
  const outcome = delivery ? ` (${delivery.state})` : '';
  return `The webhook \`${webhook}\` could not be notified of ${event} of the process ${pid}${outcome}`;
}

function warn(code: string, message: string): void {
  process.emitWarning(message, { type: 'HookplateWarning', code });
}
