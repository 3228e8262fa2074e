/**
 * `missing-peer`: a package that has to be installed beside this one; `invalid-database`: what `openDatabase` was told
 * to open does not fit; `database-unreachable`: nothing answers, or it refuses the credentials; `database-newer`: a
 * later version of this package has migrated it; `database-not-migrated`: it lacks our tables; `directory-in-use`:
 * another process has the embedded database open; `directory-damaged`: what is in it cannot be read;
 * `database-full`: no room is left; `id-conflict`: a message of this id has other bytes; `unknown-message`,
 * `unknown-endpoint`: nothing of this id; `wrong-state`: a message in this state does not allow it; `wrong-key`: what
 * is encrypted cannot be read with the keys at hand; `request-damaged`: what is stored of a request was changed or cut
 * off; `closed`: the outbox has been stopped.
 */
export type OutboxErrorCode =
  | 'missing-peer'
  | 'invalid-database'
  | 'database-unreachable'
  | 'database-newer'
  | 'database-not-migrated'
  | 'database-full'
  | 'directory-in-use'
  | 'directory-damaged'
  | 'id-conflict'
  | 'unknown-message'
  | 'unknown-endpoint'
  | 'wrong-state'
  | 'wrong-key'
  | 'request-damaged'
  | 'closed';

/** What the outbox or its database could not do. The message is for people and holds no secret. */
export class OutboxError extends Error {
  override readonly name = 'OutboxError';
  readonly code: OutboxErrorCode;

  constructor(code: OutboxErrorCode, message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}
