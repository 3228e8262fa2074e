import { html, type TemplateResult } from 'lit';
import type { Delivery, Endpoint } from '../api/answers.ts';
import { type Choice, choice } from '../parts/lists/choice.ts';
import { deliveryStates } from '../parts/states.ts';

/** Which deliveries are shown, as the address says it. */
export interface DeliveryFilter {
  readonly state?: string | undefined;
  readonly endpoint?: string | undefined;
  /** One of `spans`. */
  readonly within?: string | undefined;
}

const hour = 3_600_000;
/** How far back a list goes, in milliseconds. */
const spans: Readonly<Record<string, { readonly word: string; readonly ms: number }>> = {
  '1h': { word: 'The last hour', ms: hour },
  '1d': { word: 'The last day', ms: 24 * hour },
  '7d': { word: 'The last week', ms: 7 * 24 * hour },
};

/** Since when, in ISO 8601; undefined for all there are. */
export function sinceOf({ within = '' }: DeliveryFilter, now: number): string | undefined {
  const span = spans[within];
  return span && new Date(now - span.ms).toISOString();
}

/** Whether a delivery is one of those that are shown. */
export function isWanted(
  { state, endpoint, createdAt }: Delivery,
  filter: DeliveryFilter,
  now: number,
): boolean {
  if ((filter.state ?? state) !== state || (filter.endpoint ?? endpoint) !== endpoint) return false;
  const since = sinceOf(filter, now);
  return since === undefined || Date.parse(createdAt) >= Date.parse(since);
}

/** `in the last day`; empty for all there are. */
export function withinWords({ within = '' }: DeliveryFilter): string {
  const span = spans[within];
  return span ? ` of ${span.word.toLowerCase()}` : '';
}

export interface FilterFields {
  readonly filter: DeliveryFilter;
  readonly endpoints: readonly Endpoint[];
  /** Told of what was changed; empty for all. */
  readonly choose: (change: DeliveryFilter) => void;
}

/** What somebody may choose by. */
export function filterFields({ filter, endpoints, choose }: FilterFields): TemplateResult {
  const { state = '', endpoint = '', within = '' } = filter;
  const states = Object.entries(deliveryStates).map(([value, { word }]) => [value, word] as const);
  const known = endpoints.map(({ id, webhook, origin }) => [id, placeOf(webhook, origin)] as const);
  const isUnknown = endpoint !== '' && endpoints.every(({ id }) => id !== endpoint);
  const places = isUnknown ? [...known, [endpoint, `Unknown: ${endpoint}`] as const] : known;
  const times = Object.entries(spans).map(([value, { word }]) => [value, word] as const);
  const fields: readonly Choice[] = [
    { label: 'State', chosen: state, choices: [['', 'All'], ...states], choose: state => choose({ state }) },
    {
      label: 'Endpoint',
      chosen: endpoint,
      choices: [['', 'All'], ...places],
      choose: endpoint => choose({ endpoint }),
    },
    {
      label: 'Time',
      chosen: within,
      choices: [['', 'At any time'], ...times],
      choose: within => choose({ within }),
    },
  ];
  return html`<div class="filters" role="search" aria-label="Filter deliveries">${fields.map(choice)}</div>`;
}

/** `team-chat · chat.example.com` */
export function placeOf(webhook: string | undefined, origin: string): string {
  const host = URL.parse(origin)?.host ?? origin;
  return webhook === undefined ? host : `${webhook} · ${host}`;
}
