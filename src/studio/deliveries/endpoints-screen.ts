import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-static';
import type { Endpoint, Items } from '../../api/answers.ts';
import { pathOf, withQuery } from '../frame/router.ts';
import { KeptFocus, reasonAgainst, Screen } from '../frame/screen.ts';
import { Acting, actionButton } from '../parts/acting.ts';
import { counted } from '../parts/counts.ts';
import { Following, Ticking } from '../parts/following.ts';
import { empty, failed, Loaded, loaded } from '../parts/loaded.ts';
import { badge } from '../parts/states.ts';
import { ago } from '../parts/time.ts';
import { deliveriesHeading, endpointName } from './deliveries-screen.ts';

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

interface EndpointTable {
  readonly now: number;
  /** Why none may be enabled. */
  readonly reason: string | undefined;
  readonly isBusy: boolean;
  readonly enable: (endpoint: Endpoint) => void;
}

function endpointTable(items: readonly Endpoint[], table: EndpointTable): TemplateResult {
  return html`<table>
    <caption class="unseen">Endpoints</caption>
    <thead>
      <tr>
        <th scope="col">Health</th>
        <th scope="col">Endpoint</th>
        <th scope="col" class="secondary">Last failure</th>
        <th scope="col"><span class="unseen">Action</span></th>
      </tr>
    </thead>
    <tbody>
      ${repeat(
        items,
        ({ id }) => id,
        endpoint => row(endpoint, table),
      )}
    </tbody>
  </table>`;
}

function row(endpoint: Endpoint, table: EndpointTable): TemplateResult {
  const { id, webhook, origin, lastFailureAt, disabledAt } = endpoint;
  const { now, reason, isBusy, enable } = table;
  const place = endpointName(webhook, origin);
  return html`<tr data-id=${id}>
    <td class="state-cell">${health(endpoint)}</td>
    <td>
      <a href=${withQuery('deliveries', { endpoint: id })}>${place}</a>
      <span class="under">${story(endpoint, now)}</span>
    </td>
    <td class="time secondary">${ago(lastFailureAt, now)}</td>
    <td class="number">
      ${disabledAt === undefined ? nothing : actionButton({ word: 'Enable', label: `Enable ${place}`, reason, isBusy, act: () => enable(endpoint) })}
    </td>
  </tr>`;
}

function health({ failures, disabledAt }: Endpoint): TemplateResult {
  if (disabledAt !== undefined) return badge({ word: 'Disabled', svg: CircleX, tone: 'bad' });
  if (failures > 0) return badge({ word: 'Failing', svg: TriangleAlert, tone: 'warning' });
  return badge({ word: 'Healthy', svg: CircleCheck, tone: 'good' });
}

/** `40 failures since 3 h ago; it is disabled in 21 h if they go on` */
function story(endpoint: Endpoint, now: number): TemplateResult | typeof nothing {
  const { failures, failingSince, disabledAt, disabledBecause, disablesAt } = endpoint;
  if (disabledAt !== undefined) {
    const why = {
      gone: 'It answered that it wants no more messages',
      asked: 'Somebody disabled it',
      failing: 'It only failed',
    }[disabledBecause ?? 'failing'];
    return html`${why}; disabled ${ago(disabledAt, now)}`;
  }
  if (failures === 0 || failingSince === undefined) return nothing;
  return html`${counted(failures, 'failure')}, the first ${ago(failingSince, now)}; it is disabled
  ${ago(disablesAt, now)} if nothing gets through`;
}
