/**
 * Why an attempt came to no answer. `refused-address` also stands for a URL that is not an `http:` or `https:` URL;
 * `timeout` for the deadline over connection, headers and body; `protocol` for bytes that are not HTTP; `signature` for
 * an attempt that was not made, because the function `secrets` gave no secrets to sign with.
 */
export type AttemptError =
  | 'dns'
  | 'refused-address'
  | 'connection-refused'
  | 'connection-reset'
  | 'tls'
  | 'timeout'
  | 'protocol'
  | 'too-large-headers'
  | 'signature'
  | 'aborted';

/** The receiver answered. `truncated`: there was more of the body, or it ended before its announced end. */
export interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  /** The few that explain an answer, in lower case; a `location` is without its query. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  readonly truncated: boolean;
}

/** No answer. The message names the host alone: URLs, headers and bodies carry secrets. */
export interface Failed {
  readonly kind: 'failed';
  readonly error: AttemptError;
  readonly message: string;
}

export type AttemptOutcome = Answered | Failed;

/** One request on the wire and what came back. */
export interface Attempt {
  /** Counts from 1. */
  readonly number: number;
  readonly startedAt: Date;
  readonly durationMs: number;
  /** The address that was dialled, or the one that was refused. */
  readonly address?: string;
  readonly outcome: AttemptOutcome;
}

/** Success is 2xx and nothing else: a redirect is not followed. */
export function isSuccess(outcome: AttemptOutcome): boolean {
  return outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300;
}
