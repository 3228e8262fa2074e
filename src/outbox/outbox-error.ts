/**
 * `id-conflict`: a message of this id has other bytes; `unknown-message`, `unknown-endpoint`: nothing of this id;
 * `wrong-state`: a message in this state does not allow it; `request-too-large`: more than `maxRequestBytes`;
 * `request-damaged`: what is stored of a request was changed or cut off; `unrecorded`: what came of an attempt cannot be
 * stored; `closed`: the outbox has been stopped.
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

/** What the outbox could not do; what its database could not do is a `DatabaseError`. It holds no secret. */
export class OutboxError extends Error {
  override readonly name = 'OutboxError';
  readonly code: OutboxErrorCode;

  constructor(code: OutboxErrorCode, message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}
