import type { Delivery } from '../delivery/delivery.ts';
import type { EventName } from '../webhook/events/process-event.ts';

/** Something that went wrong beside a process, which goes on as if nothing had happened. */
export type WorkflowFailure = WebhookFailure | StoreFailure;

/** A webhook could not be told of an event. */
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

/** The status of a process could not be written; it is tried again until it is, or the Node process ends. */
export interface StoreFailure {
  readonly kind: 'store';
  readonly pid: string;
  readonly error: unknown;
}

/** Tells of a failure where nobody else does. What was thrown is not quoted: it may hold secrets. */
export function warnOfFailure(failure: WorkflowFailure): void {
  warn(`workflow-${failure.kind}-failure`, `${describe(failure)}; \`onError\` of the service is told why.`);
}

/** Of the API. */
export function warnOfRequestError(): void {
  const message = 'A request was answered with 500; `onError` of the workflow API is told why.';
  warn('workflow-request-error', message);
}

function describe(failure: WorkflowFailure): string {
  if (failure.kind === 'store') return `The status of the process ${failure.pid} could not be written`;
  const { webhook, event, pid, delivery } = failure;
  const outcome = delivery ? ` (${delivery.state})` : '';
  return `The webhook \`${webhook}\` could not be told of ${event} of the process ${pid}${outcome}`;
}

function warn(code: string, message: string): void {
  process.emitWarning(message, { type: 'HookplateWarning', code });
}
