import { html, type TemplateResult } from 'lit';
import { Ban, CircleCheck, CircleDashed, CircleX, LoaderCircle, RefreshCw } from 'lucide-static';
import type { ShownMessage, ShownMessageState } from '../../api/answers.ts';
import { pathOf } from '../frame/router.ts';
import { counted } from '../parts/counts.ts';
import { badge, type Shown } from '../parts/states.ts';
import { ago, until } from '../parts/time.ts';

/** What people want to know of a message: of one that is pending, whether it has failed before. */
export type MessageStanding = ShownMessageState | 'retrying';

export const messageBadges: Readonly<Record<MessageStanding, Required<Shown>>> = {
  retrying: {
    word: 'Retrying',
    svg: RefreshCw,
    tone: 'warning',
    means: 'An attempt has failed, and another one will be made.',
  },
  failed: {
    word: 'Failed',
    svg: CircleX,
    tone: 'bad',
    means:
      'It was given up: no attempt is left, its endpoint is disabled, the receiver asked us to stop, or nothing may be sent to its address.',
  },
  delivered: {
    word: 'Delivered',
    svg: CircleCheck,
    tone: 'good',
    means: 'The receiver accepted it.',
  },
  pending: {
    word: 'Waiting',
    svg: CircleDashed,
    tone: 'quiet',
    means: 'Its first attempt is still to come.',
  },
  sending: {
    word: 'Sending',
    svg: LoaderCircle,
    tone: 'busy',
    means: 'An attempt is being made.',
  },
  gone: {
    word: 'Failed',
    svg: CircleX,
    tone: 'bad',
    means: 'It was given up: the receiver asked us to stop (410).',
  },
  refused: {
    word: 'Failed',
    svg: CircleX,
    tone: 'bad',
    means: 'It was given up: nothing may be sent to its address.',
  },
  cancelled: {
    word: 'Cancelled',
    svg: Ban,
    tone: 'quiet',
    means: 'Somebody ended it.',
  },
};

/** `Retrying · after 2 of 10 attempts · next in 5 min` */
export function messageBadge(message: ShownMessage, now: number): TemplateResult {
  const shown = messageBadges[standingOf(message)];
  if (isInLine(message)) return badge({ ...shown, word: 'Waiting for the one before' });
  return badge(shown, detailsOf(message, now));
}

/** Messages about one process reach a receiver one after the other. The previous message may just have ended. */
function isInLine({ state, attempts, nextAttemptAt, heldBy }: ShownMessage): boolean {
  return state === 'pending' && attempts === 0 && nextAttemptAt === undefined && !heldBy;
}

/** A message that is due within this time waits for nothing. */
const soonMs = 5000;

/** What is known about a state in addition to its word. */
function detailsOf(message: ShownMessage, now: number): readonly unknown[] {
  const { state, attempts, maxAttempts, reason } = message;
  switch (state) {
    case 'pending':
      return attempts > 0 ? retryOf(message, now) : waitingOf(message, now);
    case 'sending':
      return attempts > 0 ? [`attempt ${attempts + 1} of ${maxAttempts}`] : [];
    case 'failed':
      if (reason === 'endpoint-disabled') return ['endpoint disabled'];
      return attempts > 0 ? [`after ${counted(attempts, 'attempt')}`] : [];
    case 'gone':
      return ['receiver asked us to stop (410)'];
    case 'refused':
      return ['address not allowed'];
    case 'delivered':
      return attempts > 1 ? [`at attempt ${attempts}`] : [];
    default:
      return [];
  }
}

function retryOf({ attempts, maxAttempts, nextAttemptAt }: ShownMessage, now: number): readonly unknown[] {
  return [
    `after ${attempts} of ${counted(maxAttempts, 'attempt')}`,
    ...(nextAttemptAt === undefined ? [] : [html`next ${until(nextAttemptAt, now)}`]),
  ];
}

/** What it waits for, and when it leaves at the latest. */
function waitingOf({ nextAttemptAt, heldBy, resent }: ShownMessage, now: number): readonly unknown[] {
  const leaves =
    nextAttemptAt !== undefined && Date.parse(nextAttemptAt) - now > soonMs
      ? ago(nextAttemptAt, now)
      : undefined;
  if (heldBy) {
    const holder = html`for <a href=${pathOf('messages', heldBy.id)}>${heldBy.event ?? 'the previous message'}</a> to finish`;
    return [holder, ...(leaves === undefined ? [] : [html`leaves ${leaves} at the latest`])];
  }
  if (leaves === undefined) return [];
  return [html`leaves ${leaves}, ${resent > 0 ? 'at the rate of its resending' : 'as scheduled'}`];
}

export function standingOf({ state, attempts }: Pick<ShownMessage, 'state' | 'attempts'>): MessageStanding {
  return state === 'pending' && attempts > 0 ? 'retrying' : state;
}
