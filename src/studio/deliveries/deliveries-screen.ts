import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { RotateCcw } from 'lucide-static';
import type {
  CatalogueBody,
  Items,
  Page,
  Profile,
  ResentBody,
  ShownDelivery,
  ShownEndpoint,
} from '../../api/answers.ts';
import { apiErrorOf } from '../api/api.ts';
import type { Change } from '../api/change-stream.ts';
import { pathOf, withAsked } from '../frame/router.ts';
import { reasonAgainst, Screen } from '../frame/screen.ts';
import { Acting, actionButton, ask } from '../parts/acting.ts';
import { counted, formatCount } from '../parts/counts.ts';
import { Following, Ticking } from '../parts/following.ts';
import {
  type Choices,
  choice,
  dataTable,
  departure,
  type FilterChoice,
  listStates,
} from '../parts/list-view.ts';
import { type Column, LiveList, RowOrder } from '../parts/live-list.ts';
import { empty, failureNotice, Loaded } from '../parts/loaded.ts';
import { deliveryBadge, deliveryBadges, standingOf } from '../parts/states.ts';
import { ago } from '../parts/time.ts';
import { isOpen, reasonOf } from './delivery-words.ts';

/** The list of deliveries, with a chart of the last day. */
export class DeliveriesScreen extends Screen {
  readonly #list = createDeliveryList(this, () => this.#filter);
  readonly #known = new Loaded(this, signal => this.#findKnown(signal));
  readonly #acting = new Acting(this);
  #resent: number | undefined;

  constructor() {
    super();
    new Ticking(this);
  }

  get #filter(): DeliveryFilter {
    return {
      state: this.asked('state'),
      endpoint: this.asked('endpoint'),
      profile: this.asked('profile'),
      event: this.asked('event'),
      within: this.asked('within'),
    };
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('address')) return;
    this.#resent = undefined;
    void this.#list.show();
  }

  protected override firstUpdated(): void {
    void this.#known.reload();
  }

  protected override render(): TemplateResult {
    const { value, problem } = this.#known;
    return html`
      ${deliveriesHeading('Deliveries')}
      <delivery-chart .studio=${this.studio}></delivery-chart>
      <div class="heading">
        ${filterFields({ filter: this.#filter, known: value, choose: change => this.#choose(change) })}
        ${this.#resendButton()}
      </div>
      ${problem ? failureNotice(problem, () => void this.#known.reload()) : nothing} ${this.#outcome()}
      ${listStates(this.#list, {
        one: 'delivery',
        many: 'deliveries',
        none: () => this.#none(),
        show: items => deliveryTable(items, this.#list),
      })}
    `;
  }

  async #findKnown(signal: AbortSignal): Promise<Known> {
    const { api } = this.studio;
    const [endpoints, profiles, { events, catalogues }] = await Promise.all([
      this.#findEndpoints(signal),
      api.get<Items<Profile>>('api/profiles', { signal }),
      api.get<CatalogueBody>('api/catalogue', { signal }),
    ]);
    const every = [...events, ...catalogues.flatMap(({ events }) => events)];
    return {
      endpoints,
      profiles: profiles.items.map(({ name }) => name),
      events: [...new Set(every.map(({ name }) => name))],
    };
  }

  /** The first page of endpoints, and the endpoint of the filter, which may be on another page. */
  async #findEndpoints(signal: AbortSignal): Promise<readonly ShownEndpoint[]> {
    const { api } = this.studio;
    const page = await api.get<Page<ShownEndpoint>>('api/endpoints', { signal });
    const { endpoint } = this.#filter;
    const isOnPage = endpoint === undefined || page.items.some(({ id }) => id === endpoint);
    if (isOnPage || page.next === undefined) return page.items;
    const one = await api
      .get<ShownEndpoint>(pathOf('api', 'endpoints', endpoint), { signal })
      .catch(error => {
        if (apiErrorOf(error).status !== 404) throw error;
      });
    return [...page.items, ...(one ? [one] : [])];
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

  /** The endpoint of the filter, once it is loaded. */
  get #chosen(): ShownEndpoint | undefined {
    const { endpoint } = this.#filter;
    return this.#known.value?.endpoints.find(({ id }) => id === endpoint);
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

  /** Nobody should confirm something that cannot be named. */
  #whyNotResent(): string | undefined {
    const { endpoint } = this.#filter;
    if (endpoint === undefined || this.#chosen) return undefined;
    if (this.#known.value) return `There is no endpoint ${endpoint}: choose another, or all.`;
    return 'It is not known yet which endpoint this is: the endpoints are not loaded.';
  }

  async #resendAll(): Promise<void> {
    const { profile, event, within = '7d' } = this.#filter;
    const chosen = this.#chosen;
    const since = sinceOf({ within }, Date.now());
    const body = { state: 'failed', since, endpoint: chosen?.id, profile, event };
    const resend = async (more: object): Promise<number> => {
      const all = { body: { ...body, ...more } };
      return (await this.studio.api.send<ResentBody>('POST', 'api/deliveries/resend', all)).body.resent;
    };
    let count = 0;
    const isCounted = await this.#acting.act('count', async () => {
      count = await resend({ dryRun: true });
      this.#resent = count === 0 ? 0 : undefined;
    });
    if (!isCounted || count === 0) return;
    const which = [
      withinWords({ within }),
      chosen ? ` to ${endpointName(chosen)}` : '',
      profile === undefined ? '' : ` of the profile ${profile}`,
      event === undefined ? '' : ` about ${event}`,
    ].join('');
    const isSure = await ask({
      title: `Resend ${counted(count, 'failed delivery', 'failed deliveries')}?`,
      text: `${count === 1 ? 'The one' : `All ${formatCount(count)}`}${which} ${count === 1 ? 'is' : 'are'} sent again, ${pace(count)}, each under its own id, so that receivers can tell repeated ones. Those of disabled endpoints are left out.`,
      action: 'Resend',
    });
    if (!isSure) return;
    await this.#acting.act('resend', async () => {
      this.#resent = await resend(count > atOnce ? { perSecond: resentPerSecond } : {});
    });
    void this.#list.refresh();
  }

  #choose(change: DeliveryFilter): void {
    this.studio.router.replace(withAsked(this.address, { ...change }));
  }
}

/** Up to so many are resent at once. */
const atOnce = 100;
/** A receiver that was down for hours should not be overrun by what it missed. */
const resentPerSecond = 10;

function pace(count: number): string {
  if (count <= atOnce) return 'at once';
  const minutes = Math.ceil(count / resentPerSecond / 60);
  return `${resentPerSecond} each second, which takes about ${counted(minutes, 'minute')}`;
}

/** What filters can be chosen from. */
interface Known {
  readonly endpoints: readonly ShownEndpoint[];
  readonly profiles: readonly string[];
  readonly events: readonly string[];
}

type Tab = 'Deliveries' | 'Endpoints';

const tabs = { Deliveries: 'deliveries', Endpoints: 'endpoints' } as const;

/** The heading of deliveries and endpoints, which are tabs of one page. */
export function deliveriesHeading(current: Tab): TemplateResult {
  return html`<h1 tabindex="-1">${current}</h1>
    <nav class="tabs" aria-label="Deliveries">
      ${Object.entries(tabs).map(
        ([word, path]) =>
          html`<a href=${path} aria-current=${word === current ? 'page' : nothing}>${word}</a>`,
      )}
    </nav>`;
}

/** A list of deliveries that follows changes. */
function createDeliveryList(screen: Screen, filter: () => DeliveryFilter): LiveList<ShownDelivery> {
  const list = new LiveList<ShownDelivery>(screen, {
    filter: () => ({ ...filter() }),
    matches: delivery => isWanted(delivery, filter(), Date.now()),
    order: new RowOrder(screen, { columns: deliveryColumns(), newest: 'Time' }),
    idOf: ({ id }) => id,
    load: (wanted, signal) => {
      const { within, ...named } = filter();
      const query = { ...named, ...stateQuery(named), since: sinceOf({ within }, Date.now()), ...wanted };
      return screen.studio.api.get<Page<ShownDelivery>>('api/deliveries', { query, signal });
    },
    loadOne: (id, signal) =>
      screen.studio.api.get<ShownDelivery>(pathOf('api', 'deliveries', id), { signal }),
  });
  const concerns = ({ kind, data }: Change): boolean => {
    if (kind !== 'delivery') return false;
    const { id, state, attempts } = data;
    list.patch(id, delivery => ({ ...delivery, state, attempts }));
    return true;
  };
  new Following(screen, { concerns, refresh: () => list.refresh() });
  return list;
}

function deliveryTable(items: readonly ShownDelivery[], list: LiveList<ShownDelivery>): TemplateResult {
  return dataTable(items, { name: 'Deliveries', columns: deliveryColumns(list), idOf: ({ id }) => id, list });
}

/** Columns for a table of deliveries; `list` is the list that shows them, if any. */
function deliveryColumns(list?: LiveList<ShownDelivery>): readonly Column<ShownDelivery>[] {
  const now = Date.now();
  return [
    {
      word: 'State',
      look: 'state-cell',
      cell: deliveryBadge,
      by: delivery => deliveryBadges[standingOf(delivery)].word,
    },
    { word: 'Event', cell: delivery => title(delivery, list), by: ({ event = '' }) => event },
    { word: 'Webhook', look: 'secondary', cell: webhook, by: ({ webhook = '', name = webhook }) => name },
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

function title(delivery: ShownDelivery, list: LiveList<ShownDelivery> | undefined): TemplateResult {
  const { id, state, event, webhook, name = webhook, host, attempts, nextAttemptAt } = delivery;
  const reason = reasonOf(delivery);
  const isWaiting = state === 'pending' && attempts > 0 && nextAttemptAt !== undefined;
  return html`<a href=${pathOf('deliveries', id)}>${event ?? 'Message'}</a> ${departure(list, delivery)}
    ${reason === undefined ? nothing : html`<span class="under">${reason}</span>`}
    <span class="under narrow breaks">${name ?? host}</span>
    ${isWaiting ? html`<span class="under">Next attempt ${ago(nextAttemptAt, Date.now())}</span>` : nothing}`;
}

function webhook({ webhook, name = webhook, profile }: ShownDelivery): TemplateResult {
  return html`${name ?? '–'} ${profile === undefined ? nothing : html`<span class="under">${profile}</span>`}`;
}

function attempts({ attempts, resent }: ShownDelivery): TemplateResult {
  return html`${attempts}${resent > 0 ? html`<span class="under">resent ${resent}×</span>` : nothing}`;
}

/** The filter in the address of the page. */
interface DeliveryFilter {
  /** A standing. */
  readonly state?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly profile?: string | undefined;
  readonly event?: string | undefined;
  /** One of `spans`. */
  readonly within?: string | undefined;
}

const hour = 3_600_000;
/** The age limits that a list can have, in milliseconds. */
const spans: Readonly<Record<string, { readonly word: string; readonly ms: number }>> = {
  '1h': { word: 'The last hour', ms: hour },
  '1d': { word: 'The last day', ms: 24 * hour },
  '7d': { word: 'The last week', ms: 7 * 24 * hour },
};

/** The start of the span in ISO 8601; undefined without one. */
function sinceOf({ within = '' }: DeliveryFilter, now: number): string | undefined {
  const span = spans[within];
  return span && new Date(now - span.ms).toISOString();
}

/** The parameters of the API that ask for a standing: one that is being retried may be on its way. */
function stateQuery({ state }: DeliveryFilter): { readonly [name: string]: string | undefined } {
  if (state === 'retrying') return { state: undefined, failing: 'true' };
  return { state, failing: state === 'pending' ? 'false' : undefined };
}

function isWanted(delivery: ShownDelivery, filter: DeliveryFilter, now: number): boolean {
  const { state } = filter;
  const isStanding =
    state === 'retrying' ? isOpen(delivery) && delivery.attempts > 0 : state === standingOf(delivery);
  if (state !== undefined && !isStanding) return false;
  for (const name of ['endpoint', 'profile', 'event'] as const) {
    if (filter[name] !== undefined && filter[name] !== delivery[name]) return false;
  }
  const since = sinceOf(filter, now);
  return since === undefined || Date.parse(delivery.createdAt) >= Date.parse(since);
}

/** ` of the last day`; empty without a span. */
function withinWords({ within = '' }: DeliveryFilter): string {
  const span = spans[within];
  return span ? ` of ${span.word.toLowerCase()}` : '';
}

interface FilterFields {
  readonly filter: DeliveryFilter;
  readonly known: Known | undefined;
  /** Called with the change; an empty text stands for all values. */
  readonly choose: (change: DeliveryFilter) => void;
}

function filterFields({ filter, known, choose }: FilterFields): TemplateResult {
  const { state = '', endpoint = '', profile = '', event = '', within = '' } = filter;
  const { endpoints = [], profiles = [], events = [] } = known ?? {};
  const states = Object.entries(deliveryBadges).map(([value, { word }]) => [value, word] as const);
  const places = endpoints.map(endpoint => [endpoint.id, endpointName(endpoint)] as const);
  const times = Object.entries(spans).map(([value, { word }]) => [value, word] as const);
  const fields: readonly FilterChoice[] = [
    { label: 'State', chosen: state, choices: [['', 'All'], ...states], choose: state => choose({ state }) },
    {
      label: 'Endpoint',
      chosen: endpoint,
      choices: withChosen(endpoint, places),
      choose: endpoint => choose({ endpoint }),
    },
    {
      label: 'Profile',
      chosen: profile,
      choices: withChosen(profile, named(profiles)),
      choose: profile => choose({ profile }),
    },
    {
      label: 'Event',
      chosen: event,
      choices: withChosen(event, named(events)),
      choose: event => choose({ event }),
    },
    {
      label: 'Time',
      chosen: within,
      choices: [['', 'At any time'], ...times],
      choose: within => choose({ within }),
    },
  ];
  return html`<div class="filters" role="search" aria-label="Filter deliveries">${fields.map(choice)}</div>`;
}

function named(names: readonly string[]): Choices {
  return names.map(name => [name, name] as const);
}

/** All, or one of them; an address may name one that is not known. */
function withChosen(chosen: string, choices: Choices): Choices {
  const isKnown = chosen === '' || choices.some(([value]) => value === chosen);
  return [['', 'All'], ...choices, ...(isKnown ? [] : [[chosen, `Unknown: ${chosen}`] as const])];
}

/** `Team chat · chat.example.com`, with the id of its webhook if that has no name. */
export function endpointName({ webhook, name = webhook, origin }: ShownEndpoint): string {
  const host = URL.parse(origin)?.host ?? origin;
  return name === undefined ? host : `${name} · ${host}`;
}
