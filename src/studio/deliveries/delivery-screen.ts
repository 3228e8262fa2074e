import { html, nothing, type TemplateResult } from 'lit';
import { Ban, RotateCcw } from 'lucide-static';
import type { DeliveryDetails } from '../api/answers.ts';
import { pathOf } from '../frame/address.ts';
import { Screen } from '../frame/screen.ts';
import { may, reasonAgainst } from '../frame/studio.ts';
import { Acting } from '../parts/acting.ts';
import { actionButton } from '../parts/action-button.ts';
import { ask } from '../parts/ask.ts';
import { Following } from '../parts/following.ts';
import { loaded } from '../parts/load-states.ts';
import { Loaded } from '../parts/loaded.ts';
import { deliveryState } from '../parts/states.ts';
import { Ticking } from '../parts/ticking.ts';
import { ago } from '../parts/time.ts';
import { attemptList } from './attempt-list.ts';
import { attemptsOf, headingOf, isOpen, reasonOf } from './delivery-words.ts';
import { sentRequest } from './sent-request.ts';

/** One delivery: what was sent, and what came of each attempt. */
export class DeliveryScreen extends Screen {
  readonly #delivery = new Loaded(this, signal => this.#find(signal));
  readonly #acting = new Acting(this);
  readonly #following = new Following(this, {
    concerns: ({ kind, data }) => kind === 'delivery' && data.id === this.param('id'),
    refresh: () => this.#delivery.reload(),
  });

  constructor() {
    super();
    new Ticking(this, 1000);
  }

  protected override firstUpdated(): void {
    void this.#delivery.reload();
  }

  protected override render(): TemplateResult {
    const delivery = this.#delivery.value;
    return html`<p class="crumbs"><a href="deliveries">Deliveries</a></p>
      <h1 tabindex="-1">${delivery ? headingOf(delivery) : 'Delivery'}</h1>
      ${loaded(this.#delivery, delivery => this.#show(delivery))}`;
  }

  get #path(): string {
    return pathOf('api', 'deliveries', this.param('id'));
  }

  /** With the request, for those who may see it, unless nothing opens it any more. */
  async #find(signal: AbortSignal): Promise<DeliveryDetails> {
    const { api } = this.studio;
    if (may(this.studio, 'editor')) {
      try {
        return await api.get<DeliveryDetails>(this.#path, { query: { include: 'request' }, signal });
      } catch (error) {
        if (!(error instanceof Error && 'status' in error && error.status === 409)) throw error;
      }
    }
    return api.get<DeliveryDetails>(this.#path, { signal });
  }

  #show(delivery: DeliveryDetails): TemplateResult {
    const { problem } = this.#acting;
    const reason = reasonOf(delivery);
    return html`<section class="panel" aria-label="Delivery">
        <div class="heading">
          <span class="large">${deliveryState(delivery.state)}</span>
          <div class="buttons">${this.#buttons(delivery)}</div>
        </div>
        ${problem ? html`<p class="notice bad" role="alert">${problem.message}</p>` : nothing}
        ${reason === undefined ? nothing : html`<div class="notice"><p>${reason}</p>${wayOut(delivery)}</div>`}
        ${this.#facts(delivery)}
      </section>
      <section aria-labelledby="attempts">
        <h2 id="attempts">Attempts</h2>
        ${attemptList(delivery, Date.now())}
      </section>
      ${sentRequest(delivery.request, this.studio)}`;
  }

  #facts(delivery: DeliveryDetails): TemplateResult {
    const { id, profile, method, host, createdAt, nextAttemptAt } = delivery;
    const now = Date.now();
    return html`<dl class="facts">
      <dt>To</dt>
      <dd><span class="method">${method}</span> ${host}</dd>
      ${profile === undefined ? nothing : html`<dt>Profile</dt><dd><a href=${pathOf('profiles', profile)}>${profile}</a></dd>`}
      <dt>Attempts</dt>
      <dd>${attemptsOf(delivery)}</dd>
      <dt>Created</dt>
      <dd>${ago(createdAt, now)}</dd>
      ${nextAttemptAt === undefined ? nothing : html`<dt>Next attempt</dt><dd>${ago(nextAttemptAt, now)}</dd>`}
      <dt>Id</dt>
      <dd class="line"><code>${id}</code> <copy-button .text=${id} label="Copy the id"></copy-button></dd>
    </dl>`;
  }

  #buttons(delivery: DeliveryDetails): TemplateResult {
    const common = {
      reason: reasonAgainst(this.studio, 'operator'),
      isBusy: this.#acting.doing !== undefined,
    };
    if (isOpen(delivery)) {
      return actionButton({ ...common, word: 'Cancel delivery', svg: Ban, act: () => void this.#cancel() });
    }
    return actionButton({
      ...common,
      word: 'Resend',
      svg: RotateCcw,
      look: 'primary',
      act: () => void this.#act('resend'),
    });
  }

  async #cancel(): Promise<void> {
    const isSure = await ask({
      title: 'Cancel this delivery?',
      text: 'It is not tried again, unless somebody resends it. An attempt that is under way may still arrive.',
      action: 'Cancel delivery',
      otherwise: 'Keep trying',
    });
    if (isSure) await this.#act('cancel');
  }

  async #act(what: 'resend' | 'cancel'): Promise<void> {
    const isDone = await this.#acting.act(what, () => this.studio.api.send('POST', `${this.#path}/${what}`));
    if (isDone) this.studio.announce(what === 'resend' ? 'It is sent again.' : 'It is cancelled.');
    this.#following.soon();
    void this.#delivery.reload();
  }
}

/** Where what kept it from being sent is mended. */
function wayOut({ reason }: DeliveryDetails): TemplateResult | typeof nothing {
  if (reason !== 'endpoint-disabled') return nothing;
  return html`<a class="button small" href="endpoints">See endpoints</a>`;
}
