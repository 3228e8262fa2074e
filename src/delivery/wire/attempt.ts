import { isSuccessStatus } from '../../http/status.ts';

/**
 * The reason why an attempt got no answer. `refused-address` includes URLs that are not `http:` or `https:`; `timeout`
 * is the deadline for connection and headers; `protocol` means bytes that are not HTTP; `out-of-resources` a shortage
 * on this machine, such as of open files. Three of these attempts were never sent: `signature`, because the function
 * `secrets` returned nothing to sign with; `queue-full`, because `maxWaiting` others waited for the endpoint; `gone`, because the
 * URL answered 410 a short while ago.
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

/** The receiver answered, whatever happened to the body. `truncated`: the body was longer, or should have been. */
export interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  /** The few headers that explain an answer, in lower case; a `location` is reduced to its origin or, on the server that was
   * called, to how its address differs in words, because paths may contain tokens. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  readonly truncated: boolean;
}

/** There was no answer. The message names only the host: URLs, headers and bodies contain secrets. */
export interface Failed {
  readonly kind: 'failed';
  readonly error: AttemptError;
  readonly message: string;
}

export type AttemptOutcome = Answered | Failed;

/** One request on the wire, and its result. */
export interface Attempt {
  /** Counts from 1. */
  readonly number: number;
  readonly startedAt: Date;
  readonly durationMs: number;
  /** The address that was dialled, or refused. */
  readonly address?: string;
  readonly outcome: AttemptOutcome;
}

/** Whether the receiver accepted the message. */
export function isAccepted(outcome: AttemptOutcome): boolean {
  return outcome.kind === 'answered' && isSuccessStatus(outcome.status);
}
