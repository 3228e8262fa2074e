import { html, nothing, type TemplateResult } from 'lit';
import type { Delivery } from '../api/answers.ts';
import { pathOf } from '../frame/address.ts';
import { dataTable } from '../parts/lists/data-table.ts';
import { departure } from '../parts/lists/list-states.ts';
import type { LiveList } from '../parts/lists/live-list.ts';
import type { Column } from '../parts/lists/row-order.ts';
import { deliveryState, deliveryStates } from '../parts/states.ts';
import { ago } from '../parts/time.ts';
import { reasonOf } from './delivery-words.ts';

export function deliveryTable(items: readonly Delivery[], list: LiveList<Delivery>): TemplateResult {
  return dataTable(items, { name: 'Deliveries', columns: deliveryColumns(list), idOf: ({ id }) => id, list });
}

/** `list` is the one that they are of, where they are shown. */
export function deliveryColumns(list?: LiveList<Delivery>): readonly Column<Delivery>[] {
  const now = Date.now();
  return [
    {
      word: 'State',
      look: 'state-cell',
      cell: ({ state }) => deliveryState(state),
      by: ({ state }) => deliveryStates[state].word,
    },
    { word: 'Event', cell: delivery => title(delivery, list), by: ({ event = '' }) => event },
    { word: 'Webhook', look: 'secondary', cell: webhook, by: ({ webhook = '' }) => webhook },
    { word: 'Host', look: 'secondary breaks', cell: ({ host }) => host, by: ({ host }) => host },
    {
      word: 'Attempts',
      look: 'number secondary',
      cell: attempts,
      by: delivery => delivery.attempts,
      first: 'descending',
    },
    {
      word: 'Time',
      look: 'time',
      cell: ({ createdAt }) => ago(createdAt, now),
      by: ({ createdAt }) => Date.parse(createdAt),
      first: 'descending',
    },
  ];
}

function title(delivery: Delivery, list: LiveList<Delivery> | undefined): TemplateResult {
  const { id, state, event, webhook, host, attempts, nextAttemptAt } = delivery;
  const reason = reasonOf(delivery);
  const isWaiting = state === 'pending' && attempts > 0 && nextAttemptAt !== undefined;
  return html`<a href=${pathOf('deliveries', id)}>${event ?? 'Message'}</a> ${departure(list, delivery)}
    ${reason === undefined ? nothing : html`<span class="under">${reason}</span>`}
    <span class="under narrow breaks">${webhook ?? host}</span>
    ${isWaiting ? html`<span class="under">Next attempt ${ago(nextAttemptAt, Date.now())}</span>` : nothing}`;
}

function webhook({ webhook, profile }: Delivery): TemplateResult {
  return html`${webhook ?? '–'} ${profile === undefined ? nothing : html`<span class="under">${profile}</span>`}`;
}

function attempts({ attempts, resent }: Delivery): TemplateResult {
  return html`${attempts}${resent > 0 ? html`<span class="under">resent ${resent}×</span>` : nothing}`;
}
