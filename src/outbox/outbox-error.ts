/**
 * `id-conflict`: a message with this id has different content; `unknown-message`, `unknown-endpoint`: there is none
 * with this id; `wrong-state`: a message in this state does not allow it; `request-too-large`: more than
 * `maxRequestBytes`; `request-damaged`: a stored request was changed or truncated; `unrecorded`: the result of an
 * attempt cannot be stored; `closed`: the outbox has been stopped.
 */
export type OutboxErrorCode =
  | 'id-conflict'
  | 'unknown-message'
  | 'unknown-endpoint'
  | 'wrong-state'
  | 'request-too-large'
  | 'request-damaged'
  | 'unrecorded'
  | 'closed';

/** Thrown when the outbox fails; failures of its database are `DatabaseError`s. It contains no secret. */
export class OutboxError extends Error {
  override readonly name = 'OutboxError';
  readonly code: OutboxErrorCode;

  constructor(code: OutboxErrorCode, message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}
