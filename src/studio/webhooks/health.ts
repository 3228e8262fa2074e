import { css, html, svg, type TemplateResult } from 'lit';
import { CircleCheck, CircleDashed, CirclePause, CircleX, TriangleAlert } from 'lucide-static';
import type { Profile, ShownEndpoint, ShownWebhook, WebhookOutcomes } from '../../api/answers.ts';
import { formatCount } from '../parts/counts.ts';

/** How a webhook fares, in a word. */
export interface Health {
  readonly word: string;
  readonly svg: string;
  readonly tone: 'good' | 'bad' | 'warning' | 'quiet';
}

const off: Health = { word: 'Off', svg: CircleDashed, tone: 'quiet' };
const disabled: Health = { word: 'Disabled', svg: CircleX, tone: 'bad' };
/** As endpoints are, from the first attempt that fails to the next one that succeeds. */
const failing: Health = { word: 'Failing', svg: TriangleAlert, tone: 'warning' };
const healthy: Health = { word: 'Healthy', svg: CircleCheck, tone: 'good' };
/** It is on, and had nothing to send for a day. */
const idle: Health = { word: 'Idle', svg: CirclePause, tone: 'quiet' };

/** `troubled` is its endpoint, if that fails or is disabled; `hasDelivered`: within a day. */
export function healthOf(
  { events }: Pick<ShownWebhook, 'events'>,
  troubled: ShownEndpoint | undefined,
  hasDelivered: boolean,
): Health {
  if (events.length === 0) return off;
  if (troubled) return troubled.disabledAt === undefined ? failing : disabled;
  return hasDelivered ? healthy : idle;
}

/** What is wrong with the webhooks of a profile, or how they fare. */
export function healthOfProfile(profile: Profile, outcomes: OutcomeCounts | undefined): Health {
  if (profile.webhooks === 0) return { ...off, word: 'No webhooks' };
  const troubles = [
    ...(profile.disabled > 0 ? [`${formatCount(profile.disabled)} disabled`] : []),
    ...(profile.failing > 0 ? [`${formatCount(profile.failing)} failing`] : []),
  ];
  if (troubles.length > 0)
    return { ...(profile.disabled > 0 ? disabled : failing), word: troubles.join(', ') };
  return hasDelivered(outcomes) ? healthy : idle;
}

export function hasDelivered(outcomes: OutcomeCounts | undefined): boolean {
  return sumOf(outcomes?.delivered) > 0;
}

export type OutcomeCounts = Pick<
  WebhookOutcomes,
  'delivered' | 'failed' | 'retrying' | 'waiting' | 'sending'
>;

/** What became of several webhooks together. */
export function together(all: readonly OutcomeCounts[]): OutcomeCounts | undefined {
  const [first, ...others] = all;
  if (!first) return undefined;
  const add = (counts: readonly number[], more: readonly number[]): number[] =>
    counts.map((count, hour) => count + (more[hour] ?? 0));
  return others.reduce<OutcomeCounts>(
    (sum, each) => ({
      delivered: add(sum.delivered, each.delivered),
      failed: add(sum.failed, each.failed),
      retrying: sum.retrying + each.retrying,
      waiting: sum.waiting + each.waiting,
      sending: sum.sending + each.sending,
    }),
    first,
  );
}

const none: OutcomeCounts = { delivered: [], failed: [], retrying: 0, waiting: 0, sending: 0 };

const height = 20;
/** With the gap beside it. */
const barWidth = 4;

/** Bars of what was delivered and what failed in each hour of the last day, and how many that were. */
export function lastDay(outcomes: OutcomeCounts | undefined): TemplateResult {
  const { delivered, failed, retrying, waiting, sending } = outcomes ?? none;
  const [sent, lost] = [sumOf(delivered), sumOf(failed)];
  if (sent + lost === 0) {
    const open = [
      ...(retrying > 0 ? [`${formatCount(retrying)} retrying`] : []),
      ...(waiting > 0 ? [`${formatCount(waiting)} waiting`] : []),
      ...(sending > 0 ? [`${formatCount(sending)} sending`] : []),
    ];
    return open.length > 0
      ? html`<span class="quiet">${open.join(', ')}</span>`
      : html`<span class="dash">–</span>`;
  }
  const most = Math.max(...delivered.map((count, hour) => count + (failed[hour] ?? 0)));
  const scaled = (count: number): number => (count === 0 ? 0 : Math.max(2, (count / most) * height));
  const words = `${formatCount(sent)} delivered, ${formatCount(lost)} failed in the last 24 hours`;
  return html`<span class="last-day" title=${words}>
    <svg viewBox="0 0 ${delivered.length * barWidth} ${height}" role="img" aria-label=${words}>
      ${svg`<path class="delivered" d=${bars(delivered.map(scaled))} />
      <path class="failed" d=${bars(failed.map(scaled), delivered.map(scaled))} />`}
    </svg>
    <span aria-hidden="true">${formatCount(sent + lost)}</span>
  </span>`;
}

/** A rectangle for each height, above those of `below`. */
function bars(heights: readonly number[], below: readonly number[] = []): string {
  return heights
    .map((bar, index) => {
      if (bar === 0) return '';
      const bottom = Math.max(bar, height - (below[index] ?? 0));
      return `M${index * barWidth} ${bottom.toFixed(1)}v${(-bar).toFixed(1)}h${barWidth - 1}v${bar.toFixed(1)}z`;
    })
    .join('');
}

function sumOf(counts: readonly number[] = []): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

export const healthStyles = css`
  .dash {
    color: var(--hookplate-quiet);
  }
  .last-day {
    display: inline-flex;
    gap: 8px;
    align-items: center;
    font-size: 13px;
    font-variant-numeric: tabular-nums;
    vertical-align: middle;
  }
  .last-day svg {
    width: 96px;
    height: 20px;
    border-bottom: 1px solid var(--hookplate-line);
  }
  .last-day .delivered {
    fill: var(--hookplate-delivered);
  }
  .last-day .failed {
    fill: var(--hookplate-error);
  }
  @media (forced-colors: active) {
    .last-day .delivered {
      fill: CanvasText;
    }
    .last-day .failed {
      fill: Highlight;
    }
  }
`;
