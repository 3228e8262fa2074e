import { html, type TemplateResult } from 'lit';
import type { Delivery, ProcessEvent } from '../api/answers.ts';
import { pathOf } from '../frame/address.ts';
import { deliveryState } from '../parts/states.ts';
import { ago } from '../parts/time.ts';

/** What a process raised, in the order in which it did, each with whom it was told to. */
export function eventLine(events: readonly ProcessEvent[], now: number): TemplateResult {
  return html`<section class="events" aria-labelledby="events">
    <h2 id="events">Events</h2>
    ${
      events.length === 0
        ? html`<p class="quiet">None yet: Started is the first.</p>`
        : html`<ol class="event-line">
            ${events.map(
              ({ event, raisedAt, deliveries }) =>
                html`<li>
                  <h3>${event}</h3>
                  <p class="quiet">${ago(raisedAt, now)}</p>
                  ${deliveries.length === 0 ? html`<p class="quiet">No webhook is told of it.</p>` : deliveryList(deliveries)}
                </li>`,
            )}
          </ol>`
    }
  </section>`;
}

function deliveryList(deliveries: readonly Delivery[]): TemplateResult {
  return html`<ul>
    ${deliveries.map(
      ({ id, state, webhook, host }) =>
        html`<li>
          ${deliveryState(state)}
          <a href=${pathOf('deliveries', id)}>${webhook ?? host}</a>
          <span class="quiet">${host}</span>
        </li>`,
    )}
  </ul>`;
}
