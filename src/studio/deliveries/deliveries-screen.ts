import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { RotateCcw } from 'lucide-static';
import type { Delivery, Endpoint, Items, Page } from '../api/answers.ts';
import type { Change } from '../api/change-stream.ts';
import { withQuery } from '../frame/address.ts';
import { Screen } from '../frame/screen.ts';
import { reasonAgainst } from '../frame/studio.ts';
import { Acting } from '../parts/acting.ts';
import { actionButton } from '../parts/action-button.ts';
import { ask } from '../parts/ask.ts';
import { counted } from '../parts/counts.ts';
import { Following } from '../parts/following.ts';
import { listStates } from '../parts/list-states.ts';
import { LiveList } from '../parts/live-list.ts';
import { empty } from '../parts/load-states.ts';
import { Loaded } from '../parts/loaded.ts';
import { Ticking } from '../parts/ticking.ts';
import { deliveriesHeading } from './deliveries-heading.ts';
import { type DeliveryFilter, filterFields, sinceOf, withinWords } from './delivery-filter.ts';
import { deliveryTable } from './delivery-table.ts';

/** What was sent and what is to be sent: a chart of the last day, and the list. */
export class DeliveriesScreen extends Screen {
  readonly #list = new LiveList<Delivery>(this, {
    idOf: ({ id }) => id,
    load: (wanted, signal) => {
      const { state, endpoint } = this.#filter;
      const since = sinceOf(this.#filter, Date.now());
      const query = { state, endpoint, since, ...wanted };
      return this.studio.api.get<Page<Delivery>>('api/deliveries', { query, signal });
    },
  });
  readonly #endpoints = new Loaded(this, signal =>
    this.studio.api.get<Items<Endpoint>>('api/endpoints', { signal }),
  );
  readonly #acting = new Acting(this);
  #resent: number | undefined;

  constructor() {
    super();
    new Ticking(this);
    new Following(this, {
      concerns: change => this.#concerns(change),
      refresh: () => this.#list.refresh(),
    });
  }

  get #filter(): DeliveryFilter {
    return { state: this.asked('state'), endpoint: this.asked('endpoint'), within: this.asked('within') };
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('address')) return;
    this.#resent = undefined;
    void this.#list.restart();
  }

  protected override firstUpdated(): void {
    void this.#endpoints.reload();
  }

  protected override render(): TemplateResult {
    const endpoints = this.#endpoints.value?.items ?? [];
    return html`
      ${deliveriesHeading('Deliveries')}
      <delivery-chart .studio=${this.studio}></delivery-chart>
      <div class="heading">
        ${filterFields({ filter: this.#filter, endpoints, choose: filter => this.#choose(filter) })}
        ${this.#resendButton()}
      </div>
      ${this.#outcome()}
      ${listStates(this.#list, {
        one: 'delivery',
        many: 'deliveries',
        none: () => this.#none(),
        show: items => deliveryTable(items, Date.now()),
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
      reason: reasonAgainst(this.studio, 'operator'),
      isBusy: this.#acting.doing !== undefined,
      act: () => void this.#resendAll(),
    });
  }

  async #resendAll(): Promise<void> {
    const within = this.#filter.within ?? '7d';
    const { endpoint } = this.#filter;
    const chosen = this.#endpoints.value?.items.find(({ id }) => id === endpoint);
    const whose = chosen?.webhook === undefined ? '' : ` of the webhook ${chosen.webhook}`;
    const isSure = await ask({
      title: 'Resend all failed deliveries?',
      text: `Every failed delivery${withinWords({ within })}${whose} is sent again, under its own id, so that receivers can tell repeated ones. Those of disabled endpoints are left out.`,
      action: 'Resend',
    });
    if (!isSure) return;
    await this.#acting.act('resend', async () => {
      const since = sinceOf({ within }, Date.now());
      const body = {
        state: 'failed',
        since,
        ...(chosen?.webhook !== undefined && { webhook: chosen.webhook }),
      };
      const answer = await this.studio.api.send<{ readonly resent: number }>(
        'POST',
        'api/deliveries/resend',
        { body },
      );
      this.#resent = answer.body.resent;
    });
    void this.#list.refresh();
  }

  #choose({ state, endpoint, within }: DeliveryFilter): void {
    this.studio.router.replace(withQuery('deliveries', { state, endpoint, within }));
  }

  #concerns({ kind, data }: Change): boolean {
    if (kind !== 'delivery') return false;
    const { id, state, attempts } = data;
    this.#list.patch(id, delivery => ({ ...delivery, state, attempts }));
    return true;
  }
}
