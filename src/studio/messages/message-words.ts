import type {
  ShownAttempt,
  ShownEndpoint,
  ShownMessage,
  ShownMessageDetails,
  ShownOutcome,
} from '../../api/answers.ts';
import { isSuccessStatus, statusMeaning } from '../../http/status.ts';

/** Why nothing is sent, or sent again. */
export const disabledReason = 'This endpoint is disabled. Enable it, then resend.';

/** Nothing is sent again for a webhook that was deleted. */
export const deletedReason = 'Its webhook was deleted: nothing is sent for it any more.';

const because: Readonly<Record<string, string>> = {
  'endpoint-disabled': disabledReason,
  'webhook-deleted': deletedReason,
  'wrong-key': 'No encryption key of the server opens its request any more.',
  'request-damaged': 'Its stored request is damaged.',
};

/** The reason why a message ended, if no attempt tells it. */
function reasonOf({ reason }: ShownMessage): string | undefined {
  return reason === undefined ? undefined : (because[reason] ?? `It could not be sent: ${reason}.`);
}

/** Why an endpoint was disabled; undefined if whoever did so has not said. */
export function disablingOf({ disabledBecause, disabledReason }: ShownEndpoint): string | undefined {
  switch (disabledBecause) {
    case 'gone':
      return 'the receiver asked us to stop (410 Gone)';
    case 'asked':
      return disabledReason;
    default:
      return 'for too long, every attempt had failed';
  }
}

/** The result of an attempt in words; `url` is that of the request, if the user may see it. */
export function outcomeOf(outcome: ShownOutcome | ShownAttempt['outcome'], url?: string): string {
  if (outcome.kind === 'failed') {
    if (outcome.error === 'timeout') return 'The receiver did not answer before the timeout.';
    return outcome.message;
  }
  const { status } = outcome;
  if (isSuccessStatus(status)) return `Accepted with status ${status}.`;
  const headers = ('headers' in outcome && outcome.headers) || [];
  const words = statusMeaning(status, url === undefined ? undefined : { url, headers });
  return `The receiver answered with ${status}${words === undefined ? '' : `: ${words}`}.`;
}

export function wasAccepted(outcome: ShownOutcome): boolean {
  return outcome.kind === 'answered' && isSuccessStatus(outcome.status);
}

/** `Errored → Team chat`; a webhook without a name is called by its host. */
export function headingOf({ event = 'Message', host, name = host }: ShownMessage): string {
  return name === '' ? event : `${event} → ${name}`;
}

/** `2 made, of at most 10`, `1, after it was resent once`; `none` if it ended without one. */
export function attemptsOf(message: ShownMessage): string {
  const { attempts, maxAttempts, resent } = message;
  const made = isOpen(message) ? `${attempts} made, of at most ${maxAttempts}` : `${attempts || 'none'}`;
  if (resent === 0) return made;
  return `${made}, after it was resent ${resent === 1 ? 'once' : `${resent} times`}`;
}

/** Why it is not delivered: the reason for its end, or how its last attempt ended; undefined if nothing failed. */
export function troubleOf(message: ShownMessage | ShownMessageDetails): string | undefined {
  const { state, attempts, resent } = message;
  const { history = [], request = undefined } = 'history' in message ? message : {};
  const lastOutcome = history.at(-1)?.outcome ?? message.lastOutcome;
  // What was resent begins anew.
  const isNew = isOpen(message) && attempts === 0 && resent > 0;
  if (state === 'delivered' || isNew) return undefined;
  const attempt = lastOutcome && !wasAccepted(lastOutcome) ? outcomeOf(lastOutcome, request?.url) : undefined;
  // Its badge says it already.
  if (state === 'gone') return undefined;
  return message.reason === 'endpoint-disabled' ? attempt : (reasonOf(message) ?? attempt);
}

/** Whether another attempt will be made. */
export function isOpen({ state }: ShownMessage): boolean {
  return state === 'pending' || state === 'sending';
}

/** Whether an attempt has failed, and another one will be made. */
export function isRetried(message: ShownMessage): boolean {
  return isOpen(message) && message.attempts > 0;
}

/** Whether it was not delivered, and nobody cancelled it. */
export function isGivenUp({ state }: ShownMessage): boolean {
  return state === 'failed' || state === 'gone' || state === 'refused';
}
