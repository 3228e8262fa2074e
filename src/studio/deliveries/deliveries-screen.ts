import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { RotateCcw } from 'lucide-static';
import type { Endpoint, Items } from '../api/answers.ts';
import { withAsked } from '../frame/address.ts';
import { Screen } from '../frame/screen.ts';
import { reasonAgainst } from '../frame/studio.ts';
import { Acting } from '../parts/acting.ts';
import { actionButton } from '../parts/action-button.ts';
import { ask } from '../parts/ask.ts';
import { counted } from '../parts/counts.ts';
import { listStates } from '../parts/lists/list-states.ts';
import { empty, failed } from '../parts/load-states.ts';
import { Loaded } from '../parts/loaded.ts';
import { Ticking } from '../parts/ticking.ts';
import { deliveriesHeading } from './deliveries-heading.ts';
import { type DeliveryFilter, filterFields, placeOf, sinceOf, withinWords } from './delivery-filter.ts';
import { createDeliveryList } from './delivery-list.ts';
import { deliveryTable } from './delivery-table.ts';

/** What was sent and what is to be sent: a chart of the last day, and the list. */
export class DeliveriesScreen extends Screen {
  readonly #list = createDeliveryList(this, () => this.#filter);
  readonly #endpoints = new Loaded(this, signal =>
    this.studio.api.get<Items<Endpoint>>('api/endpoints', { signal }),
  );
  readonly #acting = new Acting(this);
  #resent: number | undefined;

  constructor() {
    super();
    new Ticking(this);
  }

  get #filter(): DeliveryFilter {
    return { state: this.asked('state'), endpoint: this.asked('endpoint'), within: this.asked('within') };
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('address')) return;
    this.#resent = undefined;
    void this.#list.show();
  }

  protected override firstUpdated(): void {
    void this.#endpoints.reload();
  }

  protected override render(): TemplateResult {
    const { value, problem } = this.#endpoints;
    const endpoints = value?.items ?? [];
    return html`
      ${deliveriesHeading('Deliveries')}
      <delivery-chart .studio=${this.studio}></delivery-chart>
      <div class="heading">
        ${filterFields({ filter: this.#filter, endpoints, choose: change => this.#choose(change) })}
        ${this.#resendButton()}
      </div>
      ${problem ? failed(problem, () => void this.#endpoints.reload()) : nothing} ${this.#outcome()}
      ${listStates(this.#list, {
        one: 'delivery',
        many: 'deliveries',
        none: () => this.#none(),
        show: items => deliveryTable(items, this.#list),
      })}
    `;
  }

  #none(): TemplateResult {
    const isFiltered = Object.values(this.#filter).some(value => value !== undefined);
    if (isFiltered) return empty('Nothing matches', html`<a href="deliveries">Show all deliveries</a>`);
    return empty(
      'Nothing was sent yet',
      html`When a process starts, completes or fails, the webhooks of its profile are told. Set them up in
        <a href="profiles">Notifications</a>.`,
    );
  }

  /** That of the filter, once it is known. */
  get #chosen(): Endpoint | undefined {
    const { endpoint } = this.#filter;
    return this.#endpoints.value?.items.find(({ id }) => id === endpoint);
  }

  #outcome(): TemplateResult | typeof nothing {
    const { problem } = this.#acting;
    if (problem) return html`<p class="notice bad" role="alert">${problem.message}</p>`;
    if (this.#resent === undefined) return nothing;
    const said =
      this.#resent === 0
        ? 'There was nothing to resend'
        : `${counted(this.#resent, 'delivery', 'deliveries')} sent again`;
    return html`<p class="notice good" role="status">${said}.</p>`;
  }

  #resendButton(): TemplateResult {
    return actionButton({
      word: 'Resend all failed',
      svg: RotateCcw,
      reason: reasonAgainst(this.studio, 'operator') ?? this.#whyNotResent(),
      isBusy: this.#acting.doing !== undefined,
      act: () => void this.#resendAll(),
    });
  }

  /** Nobody should say yes to what cannot be named. */
  #whyNotResent(): string | undefined {
    const { endpoint } = this.#filter;
    if (endpoint === undefined || this.#chosen) return undefined;
    if (this.#endpoints.value) return `There is no endpoint ${endpoint}: choose another, or all.`;
    return 'It is not known yet which endpoint this is: the endpoints are not loaded.';
  }

  async #resendAll(): Promise<void> {
    const within = this.#filter.within ?? '7d';
    const chosen = this.#chosen;
    const whose = chosen ? ` to ${placeOf(chosen.webhook, chosen.origin)}` : '';
    const isSure = await ask({
      title: 'Resend all failed deliveries?',
      text: `Every failed delivery${withinWords({ within })}${whose} is sent again, under its own id, so that receivers can tell repeated ones. Those of disabled endpoints are left out.`,
      action: 'Resend',
    });
    if (!isSure) return;
    await this.#acting.act('resend', async () => {
      const since = sinceOf({ within }, Date.now());
      const body = { state: 'failed', since, endpoint: chosen?.id };
      const answer = await this.studio.api.send<{ readonly resent: number }>(
        'POST',
        'api/deliveries/resend',
        { body },
      );
      this.#resent = answer.body.resent;
    });
    void this.#list.refresh();
  }

  #choose(change: DeliveryFilter): void {
    this.studio.router.replace(withAsked(this.address, { ...change }));
  }
}
