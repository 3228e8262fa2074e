import { nextDelay, type RetryPolicy } from '../delivery/retry/next-delay.ts';
import { type Attempt, isAccepted } from '../delivery/wire/attempt.ts';
import type { EndState } from './message.ts';
import type { TakenMessage } from './take.ts';

/** An attempt that has ended, and its effect on the message. */
export interface EndedAttempt {
  readonly message: TakenMessage;
  /** Undefined if the message could not be sent at all, or was handed back. */
  readonly attempt: Attempt | undefined;
  readonly state: 'pending' | Exclude<EndState, 'cancelled'>;
  readonly reason: string | undefined;
  /** For a message that is pending again: the wait until its next attempt, by the database's clock. */
  readonly delayMs: number | undefined;
  /** Whether this process sends nothing more of the line. */
  readonly endsLine: boolean;
}

/** For a message that cannot be sent at all. */
export function unsendable(message: TakenMessage, reason: string): EndedAttempt {
  return { message, attempt: undefined, state: 'failed', reason, delayMs: undefined, endsLine: false };
}

/** For a message that this process took but did not finish sending: it is due as before, and no attempt is counted. */
export function handedBack(message: TakenMessage): EndedAttempt {
  return {
    message,
    attempt: undefined,
    state: 'pending',
    reason: undefined,
    delayMs: undefined,
    endsLine: false,
  };
}

/** The shortest and the longest wait of a message that could not be opened, in milliseconds. */
const unopenedMs = { first: 1000, longest: 5 * 60_000 } as const;

/**
 * For a message that no key of this process opens, though another process may have its key. The older it is, the longer
 * it waits.
 */
export function unopened(message: TakenMessage): EndedAttempt {
  const delayMs = Math.min(unopenedMs.longest, Math.max(unopenedMs.first, message.ageMs / 4));
  return { message, attempt: undefined, state: 'pending', reason: 'wrong-key', delayMs, endsLine: false };
}

/** An attempt that this process aborted does not count: another process makes it. */
export function endedAttempt(
  message: TakenMessage,
  attempt: Attempt,
  { now, random, policy }: { readonly now: number; readonly random: number; readonly policy: RetryPolicy },
): EndedAttempt {
  const { outcome } = attempt;
  if (outcome.kind === 'failed' && outcome.error === 'aborted') return handedBack(message);
  const delayMs = nextDelay(message.number, outcome, now, random, policy);
  return {
    message,
    attempt,
    state: stateAfter(attempt, delayMs),
    reason: undefined,
    delayMs,
    endsLine: false,
  };
}

function stateAfter({ outcome }: Attempt, delayMs: number | undefined): EndedAttempt['state'] {
  if (isAccepted(outcome)) return 'delivered';
  if (delayMs !== undefined) return 'pending';
  if (outcome.kind === 'answered') return outcome.status === 410 ? 'gone' : 'failed';
  return outcome.error === 'refused-address' ? 'refused' : 'failed';
}
