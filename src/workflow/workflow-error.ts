/** Why the service did not do what it was asked to. */
export type WorkflowErrorCode =
  | 'unknown-project'
  | 'unknown-task'
  | 'unknown-process'
  | 'idempotency-key-invalid'
  | 'idempotency-key-reused'
  | 'too-many-queued'
  | 'store-timeout'
  | 'closed';

/** A call of the service that did nothing; `code` says why, and the message says it to people. */
export class WorkflowError extends Error {
  override readonly name = 'WorkflowError';
  readonly code: WorkflowErrorCode;

  constructor(code: WorkflowErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export function tooManyQueued(): WorkflowError {
  return new WorkflowError('too-many-queued', 'Too many runs are queued; try again later.');
}
