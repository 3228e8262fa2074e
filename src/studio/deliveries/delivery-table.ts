import { html, nothing, type TemplateResult } from 'lit';
import type { Delivery } from '../api/answers.ts';
import { pathOf } from '../frame/address.ts';
import { deliveryState } from '../parts/states.ts';
import { ago } from '../parts/time.ts';
import { reasonOf } from './delivery-words.ts';

/** Deliveries, the newest first. */
export function deliveryTable(items: readonly Delivery[], now: number): TemplateResult {
  return html`<table>
    <caption class="unseen">Deliveries, the newest first</caption>
    <thead>
      <tr>
        <th scope="col">State</th>
        <th scope="col">Event</th>
        <th scope="col" class="secondary">Webhook</th>
        <th scope="col" class="secondary">Host</th>
        <th scope="col" class="number secondary">Attempts</th>
        <th scope="col" class="time">Time</th>
      </tr>
    </thead>
    <tbody>
      ${items.map(delivery => row(delivery, now))}
    </tbody>
  </table>`;
}

function row(delivery: Delivery, now: number): TemplateResult {
  const { id, state, event, webhook, profile, host, attempts, resent, createdAt, nextAttemptAt } = delivery;
  const reason = reasonOf(delivery);
  const isWaiting = state === 'pending' && attempts > 0 && nextAttemptAt !== undefined;
  return html`<tr>
    <td class="state-cell">${deliveryState(state)}</td>
    <td>
      <a href=${pathOf('deliveries', id)}>${event ?? 'Message'}</a>
      ${reason === undefined ? nothing : html`<span class="under">${reason}</span>`}
      <span class="under narrow breaks">${webhook ?? host}</span>
      ${isWaiting ? html`<span class="under">Again ${ago(nextAttemptAt, now)}</span>` : nothing}
    </td>
    <td class="secondary">${webhook ?? '–'} ${profile === undefined ? nothing : html`<span class="under">${profile}</span>`}</td>
    <td class="secondary breaks">${host}</td>
    <td class="number secondary">${attempts}${resent > 0 ? html`<span class="under">resent ${resent}×</span>` : nothing}</td>
    <td class="time">${ago(createdAt, now)}</td>
  </tr>`;
}
