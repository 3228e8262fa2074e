import { html, type TemplateResult } from 'lit';
import type { AnyCatalogue } from '../../webhook/events/event-catalogue.ts';
import { ago } from '../parts/time.ts';
import type { StoredWebhook } from './stored-webhook.ts';

/** What those see of a webhook who may not edit it. */
export function webhookFacts(
  { host, method, events, signingSecret, updatedAt, updatedBy }: StoredWebhook,
  number: number,
  catalogue: AnyCatalogue,
): TemplateResult {
  const titles = events.map(name => catalogue.events[name]?.title ?? name);
  return html`<section class="panel" aria-labelledby="webhook-${number}">
    <h2 id="webhook-${number}">Webhook ${number} · ${host}</h2>
    <dl class="facts">
      <dt>Process</dt>
      <dd>${titles.length === 0 ? 'Nothing is sent: all events are off' : titles.join(', ')}</dd>
      <dt>Method</dt>
      <dd>${method}</dd>
      <dt>Signed</dt>
      <dd>${signingSecret ? 'Yes' : 'No'}</dd>
      <dt>Saved</dt>
      <dd>${ago(updatedAt, Date.now())} by ${updatedBy}</dd>
    </dl>
  </section>`;
}
