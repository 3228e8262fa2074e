/**
 * What kept a call from its result. `refused`: nobody took the connection, so nothing has happened; `network`: the
 * connection broke, and nobody knows; `timeout`: the answer did not come before the timeout; `answered`: the server answered with an error;
 * `unreadable`: it answered with success, but not with what is needed.
 */
export type ClientErrorCode = 'refused' | 'network' | 'timeout' | 'answered' | 'unreadable';

export interface ClientErrorFacts {
  /** Of the answer, where there was one. */
  readonly status?: number;
  /** Of a problem document (RFC 9457) of this API: for programs. */
  readonly problemCode?: string;
  /** Of a problem document: for people. */
  readonly detail?: string;
  /** How long the server says to wait. */
  readonly retryAfterMs?: number;
  /** The body of the answer: JSON where it was JSON, text otherwise. */
  readonly raw?: unknown;
  readonly cause?: unknown;
}

/** A call to a workflow API that failed. */
export class WorkflowClientError extends Error {
  override readonly name = 'WorkflowClientError';
  readonly code: ClientErrorCode;
  readonly status: number | undefined;
  readonly problemCode: string | undefined;
  readonly detail: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly raw: unknown;

  constructor(code: ClientErrorCode, message: string, facts: ClientErrorFacts = {}) {
    super(message, facts.cause === undefined ? {} : { cause: facts.cause });
    this.code = code;
    this.status = facts.status;
    this.problemCode = facts.problemCode;
    this.detail = facts.detail;
    this.retryAfterMs = facts.retryAfterMs;
    this.raw = facts.raw;
  }
}
