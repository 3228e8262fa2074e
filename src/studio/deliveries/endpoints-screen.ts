import { html, type TemplateResult } from 'lit';
import type { Endpoint, Items } from '../api/answers.ts';
import { pathOf } from '../frame/address.ts';
import { KeptFocus } from '../frame/kept-focus.ts';
import { Screen } from '../frame/screen.ts';
import { reasonAgainst } from '../frame/studio.ts';
import { Acting } from '../parts/acting.ts';
import { Following } from '../parts/following.ts';
import { empty, failed, loaded } from '../parts/load-states.ts';
import { Loaded } from '../parts/loaded.ts';
import { Ticking } from '../parts/ticking.ts';
import { deliveriesHeading } from './deliveries-heading.ts';
import { endpointTable } from './endpoint-table.ts';

/** Where webhooks lead, and how well that goes. */
export class EndpointsScreen extends Screen {
  readonly #endpoints = new Loaded(this, signal =>
    this.studio.api.get<Items<Endpoint>>('api/endpoints', { signal }),
  );
  readonly #acting = new Acting(this);
  /** The one that somebody enabled last. */
  #enabled = '';

  constructor() {
    super();
    new Ticking(this);
    new KeptFocus(
      this,
      () => this.querySelector<HTMLElement>(`[data-id="${this.#enabled}"] a`) ?? this.querySelector('h1'),
    );
    new Following(this, {
      concerns: ({ kind }) => kind === 'delivery',
      refresh: () => this.#endpoints.reload(),
    });
  }

  protected override firstUpdated(): void {
    void this.#endpoints.reload();
  }

  protected override render(): TemplateResult {
    const { problem } = this.#acting;
    return html`${deliveriesHeading('Endpoints')}
      <p class="lead">An endpoint is a webhook at an address. An endpoint that keeps failing is disabled after a while, along with its deliveries.</p>
      ${problem ? failed(problem, () => this.#acting.forget()) : ''}
      ${loaded(this.#endpoints, ({ items }) => this.#show(items))}`;
  }

  #show(items: readonly Endpoint[]): TemplateResult {
    if (items.length === 0) {
      return empty('Nothing was sent yet', 'An endpoint is listed here after the first delivery to it.');
    }
    return endpointTable(items, {
      now: Date.now(),
      reason: reasonAgainst(this.studio, 'operator'),
      isBusy: this.#acting.doing !== undefined,
      enable: endpoint => void this.#enable(endpoint),
    });
  }

  async #enable({ id, webhook, origin }: Endpoint): Promise<void> {
    this.#enabled = id;
    await this.#acting.act('enable', () =>
      this.studio.api.send('POST', `${pathOf('api', 'endpoints', id)}/enable`),
    );
    if (!this.#acting.problem) this.studio.announce(`${webhook ?? origin} is enabled.`);
    await this.#endpoints.reload();
  }
}
