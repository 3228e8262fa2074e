import { html, type TemplateResult } from 'lit';
import type { Endpoint } from '../api/answers.ts';
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

/** `in the last day`; empty for all there are. */
export function withinWords({ within = '' }: DeliveryFilter): string {
  const span = spans[within];
  return span ? ` of ${span.word.toLowerCase()}` : '';
}

export interface FilterFields {
  readonly filter: DeliveryFilter;
  readonly endpoints: readonly Endpoint[];
  readonly choose: (filter: DeliveryFilter) => void;
}

/** What somebody may choose by. */
export function filterFields({ filter, endpoints, choose }: FilterFields): TemplateResult {
  const { state = '', endpoint = '', within = '' } = filter;
  const states = Object.entries(deliveryStates).map(([value, { word }]) => [value, word] as const);
  const places = endpoints.map(({ id, webhook, origin }) => [id, placeOf(webhook, origin)] as const);
  const times = Object.entries(spans).map(([value, { word }]) => [value, word] as const);
  return html`<div class="filters" role="search" aria-label="Filter deliveries">
    ${select('State', state, [['', 'All'], ...states], chosen => choose({ ...filter, state: chosen }))}
    ${select('Endpoint', endpoint, [['', 'All'], ...places], chosen => choose({ ...filter, endpoint: chosen }))}
    ${select('Time', within, [['', 'At any time'], ...times], chosen => choose({ ...filter, within: chosen }))}
  </div>`;
}

/** `team-chat · chat.example.com` */
export function placeOf(webhook: string | undefined, origin: string): string {
  const host = URL.parse(origin)?.host ?? origin;
  return webhook === undefined ? host : `${webhook} · ${host}`;
}

type Choices = readonly (readonly [value: string, word: string])[];

function select(
  label: string,
  chosen: string,
  choices: Choices,
  choose: (value: string) => void,
): TemplateResult {
  const onChange = ({ target }: Event): void => choose((target as HTMLSelectElement).value);
  return html`<label class="field">
    <span>${label}</span>
    <select @change=${onChange}>
      ${choices.map(([value, word]) => html`<option value=${value} ?selected=${value === chosen}>${word}</option>`)}
    </select>
  </label>`;
}
