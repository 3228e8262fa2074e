import { html, type TemplateResult } from 'lit';
import {
  Ban,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleX,
  Clock,
  LoaderCircle,
  RefreshCw,
  ShieldX,
} from 'lucide-static';
import type { ProcessState, ShownDelivery, ShownDeliveryState } from '../../api/answers.ts';
import { icon } from './icon.ts';

/** The appearance of a state: always an icon and a word in addition to the colour. */
interface Shown {
  readonly word: string;
  readonly svg: string;
  readonly tone: 'good' | 'bad' | 'warning' | 'busy' | 'quiet';
}

export const processBadges: Readonly<Record<ProcessState, Shown>> = {
  queued: { word: 'Queued', svg: Clock, tone: 'quiet' },
  running: { word: 'Running', svg: LoaderCircle, tone: 'busy' },
  completed: { word: 'Completed', svg: CircleCheck, tone: 'good' },
  error: { word: 'Error', svg: CircleX, tone: 'bad' },
  interrupted: { word: 'Interrupted', svg: CirclePause, tone: 'warning' },
};

/** What people want to know of a delivery: of one that is pending, whether it has failed before. */
export type DeliveryStanding = ShownDeliveryState | 'retrying';

export const deliveryBadges: Readonly<Record<DeliveryStanding, Shown>> = {
  pending: { word: 'Waiting', svg: CircleDashed, tone: 'quiet' },
  retrying: { word: 'Retrying', svg: RefreshCw, tone: 'warning' },
  sending: { word: 'Sending', svg: LoaderCircle, tone: 'busy' },
  delivered: { word: 'Delivered', svg: CircleCheck, tone: 'good' },
  failed: { word: 'Failed', svg: CircleX, tone: 'bad' },
  gone: { word: 'Gone', svg: CircleAlert, tone: 'warning' },
  refused: { word: 'Refused', svg: ShieldX, tone: 'bad' },
  cancelled: { word: 'Cancelled', svg: Ban, tone: 'quiet' },
};

export function processBadge(state: ProcessState): TemplateResult {
  return badge(processBadges[state]);
}

export function deliveryBadge(delivery: Pick<ShownDelivery, 'state' | 'attempts'>): TemplateResult {
  return badge(deliveryBadges[standingOf(delivery)]);
}

export function standingOf({ state, attempts }: Pick<ShownDelivery, 'state' | 'attempts'>): DeliveryStanding {
  return state === 'pending' && attempts > 0 ? 'retrying' : state;
}

/** A word with an icon and a colour. */
export function badge({ word, svg, tone }: Shown): TemplateResult {
  return html`<span class="state ${tone}">${icon(svg)} ${word}</span>`;
}
