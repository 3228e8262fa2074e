import { OutboxError } from '../../outbox/outbox-error.ts';
import { WorkflowError } from '../../workflow/workflow-error.ts';
import type { Log } from './log.ts';

/** What is looked at in a failure of the service; other errors have none of it. */
interface Failure {
  readonly kind?: unknown;
  readonly error?: unknown;
  readonly pid?: unknown;
  readonly event?: unknown;
  readonly webhook?: unknown;
}

/**
 * Logs what went wrong around requests, processes and deliveries. Whatever was thrown may quote secrets: of errors that are not
 * our own, the log has the class, the code and the place.
 */
export function logFailure(log: Log, thrown: unknown): void {
  const { kind, error, pid, event, webhook }: Failure =
    typeof thrown === 'object' && thrown !== null ? thrown : {};
  const what = happened(kind);
  const facts = { pid: textOf(pid), event: textOf(event), webhook: textOf(webhook) };
  const message = what === undefined ? describe(thrown) : `${what}: ${describe(error)}`;
  log({ level: 'error', message, facts });
}

function happened(kind: unknown): string | undefined {
  switch (kind) {
    case 'webhook':
      return 'A webhook could not be notified';
    case 'store':
      return 'The status of a process could not be stored';
    case 'lease':
      return 'The lease of this instance on its processes could not be renewed';
    case 'unopened':
      return 'A queued run waits for an instance that can open it';
    case 'stray':
      return 'Something was thrown where nothing catches it, perhaps in a timer of a task';
    default:
      return undefined;
  }
}

function describe(error: unknown): string {
  if (error instanceof OutboxError || error instanceof WorkflowError) return error.message;
  if (!(error instanceof Error)) return 'something was thrown that is not an error';
  const code = 'code' in error ? textOf(error.code) : undefined;
  const place = /^\s+at .*$/m.exec(error.stack ?? '')?.[0].trim();
  return [error.name, code, place].filter(part => part !== undefined).join(' ');
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
