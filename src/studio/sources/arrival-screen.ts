import { html, nothing, type TemplateResult } from 'lit';
import { RotateCcw } from 'lucide-static';
import type { ArrivalDetails, DeliveryDetails, ShownWebhook } from '../../api/answers.ts';
import { codeIn } from '../../editor/code-in.ts';
import { apiErrorOf } from '../api/api.ts';
import { deliveryBadge } from '../deliveries/delivery-states.ts';
import { headingOf } from '../deliveries/delivery-words.ts';
import { pathOf, withQuery } from '../frame/router.ts';
import { may, reasonAgainst, Screen, type Studio } from '../frame/screen.ts';
import { webhooksOf } from '../notifications/webhooks-of.ts';
import { Acting, actionButton, ask, refusal } from '../parts/acting.ts';
import { counted } from '../parts/counts.ts';
import { Following, Ticking } from '../parts/following.ts';
import { Loaded, loaded } from '../parts/loaded.ts';
import { ago } from '../parts/time.ts';
import { arrivalBadge } from './arrival-list.ts';

interface Found {
  readonly arrival: ArrivalDetails;
  /** Those about it that are still there. */
  readonly deliveries: readonly DeliveryDetails[];
  /** The webhooks of its profile that report events of its catalogue; for editors. */
  readonly webhooks: readonly ShownWebhook[];
}

/** More deliveries of one arrival are only counted. */
const mostDeliveries = 20;

/** One arrival: what was read from it, and what became of it. */
export class ArrivalScreen extends Screen {
  readonly #found = new Loaded<Found>(this, signal => this.#find(signal));
  readonly #acting = new Acting(this);

  constructor() {
    super();
    new Ticking(this);
    new Following(this, {
      concerns: ({ kind, data }) =>
        kind === 'delivery' && this.#found.value?.arrival.messages.includes(data.id) === true,
      refresh: () => this.#found.reload(),
    });
  }

  protected override firstUpdated(): void {
    void this.#found.reload();
  }

  protected override render(): TemplateResult {
    const arrival = this.#found.value?.arrival;
    const { source } = arrival ?? {};
    return html`<p class="crumbs">
        <a href="arrivals">Arrivals</a>${source === undefined ? nothing : html` / <a href=${pathOf('sources', source)}>${source}</a>`}
      </p>
      <h1 tabindex="-1">${arrival ? (arrival.event ?? 'No event') : 'Arrival'}</h1>
      ${loaded(this.#found, found => this.#show(found))}`;
  }

  get #path(): string {
    return pathOf('api', 'arrivals', this.param('id'));
  }

  async #find(signal: AbortSignal): Promise<Found> {
    const { api } = this.studio;
    const arrival = await findArrival(this.studio, this.param('id'), signal);
    const deliveries = await Promise.all(
      arrival.messages
        .slice(0, mostDeliveries)
        .map(id => api.get<DeliveryDetails>(pathOf('api', 'deliveries', id), { signal }).catch(unlessGone)),
    );
    const { profile, catalogue, facts } = arrival;
    const webhooks = facts ? await webhooksOf(profile, { api, signal }) : [];
    return {
      arrival,
      deliveries: deliveries.filter(delivery => delivery !== undefined),
      webhooks: webhooks.filter(webhook => webhook.catalogue === catalogue),
    };
  }

  #show(found: Found): TemplateResult {
    const { arrival, deliveries } = found;
    const { problem } = this.#acting;
    const more = arrival.messages.length - deliveries.length;
    return html`<section class="panel" aria-label="Arrival">
        <div class="heading">
          <span class="large">${arrivalBadge(arrival)}</span>
          <div class="buttons">${sampleLinks(found)} ${this.#replayButton()}</div>
        </div>
        ${refusal(problem)}
        ${arrival.problem === undefined ? nothing : html`<p class="notice warning"><span>${codeIn(arrival.problem)}</span></p>`}
        ${factsOf(arrival)}
      </section>
      <section aria-labelledby="deliveries">
        <h2 id="deliveries">Deliveries</h2>
        ${arrival.messages.length === 0 ? html`<p class="quiet">${whyNone(arrival)}</p>` : nothing}
        ${deliveries.length === 0 ? nothing : html`<ul class="cards">${deliveries.map(deliveryCard)}</ul>`}
        ${more > 0 ? html`<p class="quiet">${counted(more, 'more delivery', 'more deliveries')}, or no longer there.</p>` : nothing}
      </section>
      ${contentOf(arrival, this.studio)}`;
  }

  #replayButton(): TemplateResult {
    return actionButton({
      word: 'Replay',
      svg: RotateCcw,
      reason: reasonAgainst(this.studio, 'operator'),
      isBusy: this.#acting.doing !== undefined,
      act: () => void this.#replay(),
    });
  }

  async #replay(): Promise<void> {
    const isSure = await ask({
      title: 'Replay this arrival?',
      text: 'It is taken once more, as if it had just been sent: the webhooks that its profile has now are notified.',
      action: 'Replay',
    });
    if (!isSure) return;
    await this.#acting.act('replay', async () => {
      const { body } = await this.studio.api.send<{ readonly id: string }>('POST', `${this.#path}/replay`);
      this.studio.announce('It is replayed. This is the new arrival.');
      await this.studio.router.go(pathOf('arrivals', body.id));
    });
  }
}

/** With what arrived, if the user may see it and a key still opens it. */
async function findArrival(studio: Studio, id: string, signal?: AbortSignal): Promise<ArrivalDetails> {
  const path = pathOf('api', 'arrivals', id);
  const call = signal ? { signal } : {};
  if (may(studio, 'editor')) {
    try {
      return await studio.api.get<ArrivalDetails>(path, { query: { include: 'content' }, ...call });
    } catch (error) {
      if (apiErrorOf(error).status !== 409) throw error;
    }
  }
  return studio.api.get<ArrivalDetails>(path, call);
}

function unlessGone(error: unknown): undefined {
  if (apiErrorOf(error).status !== 404) throw error;
}

function whyNone({ event }: ArrivalDetails): string {
  if (event === undefined) return 'No one was notified: no event was made of it.';
  return 'No webhook of the profile reports this event.';
}

/** Leads to the preview of a webhook that reports such events. */
function sampleLinks({ arrival, webhooks }: Found): TemplateResult | typeof nothing {
  const { id, profile, catalogue, facts } = arrival;
  if (!facts) return nothing;
  const to = (webhook: string): string =>
    withQuery(pathOf('profiles', profile, 'webhooks', webhook), { sample: id });
  const add = withQuery(pathOf('profiles', profile, 'add'), { sample: id, catalogue });
  const [first, ...others] = webhooks;
  if (!first) return html`<a class="button" href=${add}>Add a webhook with it as sample</a>`;
  if (others.length === 0) return html`<a class="button" href=${to(first.id)}>Use as sample</a>`;
  return html`<button type="button" class="button" popovertarget="sample-of">Use as sample …</button>
    <div id="sample-of" popover class="menu choices">
      <p class="quiet">In the preview of</p>
      ${webhooks.map(webhook => html`<a href=${to(webhook.id)}>${webhook.name ?? webhook.host}</a>`)}
    </div>`;
}

function factsOf(arrival: ArrivalDetails): TemplateResult {
  const { id, source, profile, catalogue, event, receivedAt, receivedBy, replayOf } = arrival;
  return html`<dl class="facts">
    <dt>Source</dt>
    <dd>${source === undefined ? 'The API' : html`<a href=${pathOf('sources', source)}>${source}</a>`}</dd>
    <dt>Profile</dt>
    <dd><a href=${pathOf('profiles', profile)}>${profile}</a></dd>
    ${event === undefined ? nothing : html`<dt>Event</dt><dd><code>${event}</code>${catalogue === undefined ? nothing : ` of ${catalogue}`}</dd>`}
    <dt>Received</dt>
    <dd>${ago(receivedAt, Date.now())} from ${receivedBy}</dd>
    ${replayOf === undefined ? nothing : html`<dt>Replay of</dt><dd><a href=${pathOf('arrivals', replayOf)}><code>${replayOf}</code></a></dd>`}
    <dt>Id</dt>
    <dd class="line"><code>${id}</code> <copy-button .text=${id} label="Copy the id"></copy-button></dd>
  </dl>`;
}

function deliveryCard(delivery: DeliveryDetails): TemplateResult {
  const { id, method, host } = delivery;
  return html`<li>
    <div>
      <a href=${pathOf('deliveries', id)}><strong>${headingOf(delivery)}</strong></a>
      <span class="under">${method} ${host}</span>
    </div>
    ${deliveryBadge(delivery, Date.now())}
  </li>`;
}

/** What was read, and what it was read from. */
function contentOf({ facts, content }: ArrivalDetails, studio: Studio): TemplateResult {
  const why = may(studio, 'editor')
    ? 'It is not kept any more, or no encryption key opens it.'
    : 'What arrived may hold secrets: it is shown to editors.';
  return html`<div class="columns">
    ${
      facts
        ? html`<section class="panel" aria-labelledby="read">
            <h2 id="read">What was read</h2>
            <pre class="text" tabindex="0">${JSON.stringify(facts, null, 2)}</pre>
          </section>`
        : nothing
    }
    <section class="panel" aria-labelledby="content">
      <h2 id="content">What arrived</h2>
      ${content === undefined ? html`<p class="quiet">${why}</p>` : html`<pre class="text" tabindex="0">${textOf(content)}</pre>`}
    </section>
  </div>`;
}

/** Headers and body, as text; what arrived at the API has no headers that are kept. */
function textOf(content: unknown): string {
  if (typeof content !== 'object' || content === null || !('headers' in content))
    return JSON.stringify(content, null, 2);
  const { headers, body, text } = content as {
    readonly headers: object;
    readonly body?: unknown;
    readonly text?: string;
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const shown = text ?? (body === undefined ? 'The body is not text.' : JSON.stringify(body, null, 2));
  return [...lines, '', shown].join('\n').trim();
}
