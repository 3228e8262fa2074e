import { isSuccessStatus } from '../../http/status.ts';

/**
 * Why an attempt came to no answer. `refused-address` is also used for a URL that is not an `http:` or `https:` URL;
 * `timeout` for the deadline over connection and headers; `protocol` for bytes that are not HTTP; `out-of-resources`
 * for a lack of this machine, such as of open files. Three attempts were not made: `signature`, because the function
 * `secrets` gave no secrets to sign with; `queue-full`, because `maxWaiting` others waited for the endpoint; `gone`,
 * because the URL answered 410 a short while ago.
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
  | 'out-of-resources'
  | 'signature'
  | 'queue-full'
  | 'gone'
  | 'aborted';

/** The receiver answered, whatever became of its body. `truncated`: there was more of it, or should have been. */
export interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  /** The few that explain an answer, in lower case; of a `location` only the origin. */
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

/** How an attempt ended. */
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

/** Whether the receiver took the message. */
export function isAccepted(outcome: AttemptOutcome): boolean {
  return outcome.kind === 'answered' && isSuccessStatus(outcome.status);
}
