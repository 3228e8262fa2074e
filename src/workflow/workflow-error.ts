/** The reason why the service refused a call. */
export type WorkflowErrorCode =
  | 'unknown-project'
  | 'unknown-task'
  | 'unknown-process'
  | 'parameters-too-long'
  | 'idempotency-key-invalid'
  | 'idempotency-key-reused'
  | 'too-many-queued'
  | 'store-timeout'
  | 'closed';

/** Thrown for a call of the service that had no effect; `code` is the reason, which the message explains to people. */
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
