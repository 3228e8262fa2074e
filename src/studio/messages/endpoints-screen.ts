import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { CircleCheck, CircleDashed, CircleX, TriangleAlert } from 'lucide-static';
import type { Page, ShownEndpoint } from '../../api/answers.ts';
import { pathOf, withAsked, withQuery } from '../frame/router.ts';
import { KeptFocus, reasonAgainst, Screen, seesOne } from '../frame/screen.ts';
import { Acting, actionButton, askFor, refusal } from '../parts/acting.ts';
import { counted, formatCount } from '../parts/counts.ts';
import { type Column, dataTable } from '../parts/data-table.ts';
import { Following, Ticking } from '../parts/following.ts';
import { type Choices, field } from '../parts/form.ts';
import { empty, Loaded, loaded } from '../parts/loaded.ts';
import { badge } from '../parts/states.ts';
import { agoOrNever } from '../parts/time.ts';
import { enableAndResend, endpointName, endpointStory, sendAgainWord } from './endpoint.ts';
import { messagesHeading } from './messages-screen.ts';
import { askToSendAgain, resentWords } from './resend-dialog.ts';

/** The destinations of webhooks, and their health. */
export class EndpointsScreen extends Screen {
  readonly #endpoints = new Loaded(this, signal => this.#load(signal));
  readonly #acting = new Acting(this);
  /** The number of pages shown. */
  #pages = 1;
  /** The endpoint that was enabled or disabled last, or the first one of the page that was loaded last. */
  #entry = '';

  constructor() {
    super();
    new Ticking(this);
    new KeptFocus(
      this,
      () =>
        this.querySelector<HTMLElement>(`[data-id="${CSS.escape(this.#entry)}"] a`) ??
        this.querySelector('h1'),
    );
    new Following(this, {
      concerns: ({ kind }) => kind === 'message',
      refresh: () => this.#endpoints.reload(),
    });
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('address')) return;
    this.#pages = 1;
    void this.#endpoints.restart();
  }

  protected override render(): TemplateResult {
    const { problem } = this.#acting;
    return html`${messagesHeading('Endpoints')}
      <p class="lead">An endpoint is a webhook at an address. It is <em>failing</em> from the first attempt that fails to the next one that succeeds. If it keeps failing, it is <em>disabled</em> after a while, and at once if it answers 410 (Gone); people can disable it as well. Nothing more is sent to it then, and its messages fail, until somebody enables it.</p>
      <div class="filters" role="search" aria-label="Filter endpoints">
        ${field({
          label: 'Health',
          value: this.asked('state') ?? '',
          choices: healths,
          change: state => this.studio.router.replace(withAsked(this.address, { state })),
        })}
      </div>
      ${refusal(problem)}
      ${this.asked('id') === undefined ? '' : html`<p><a href="endpoints">Show all endpoints</a></p>`}
      ${loaded(this.#endpoints, page => this.#show(page))}`;
  }

  /** The shown pages, those that need somebody first. */
  async #load(signal: AbortSignal): Promise<Page<ShownEndpoint>> {
    const id = this.asked('id');
    if (id !== undefined)
      return {
        items: [await this.studio.api.get<ShownEndpoint>(pathOf('api', 'endpoints', id), { signal })],
      };
    const asked = this.asked('state');
    const most = this.#pages * pageSize;
    // One may change its state in between.
    const found = new Map<string, ShownEndpoint>();
    for (const state of asked === undefined ? worstFirst : [asked]) {
      for (let cursor: string | undefined; ; ) {
        // At the end, whether there is another one.
        const limit = Math.max(1, Math.min(pageSize, most - found.size));
        const query = { state, cursor, limit };
        const page = await this.studio.api.get<Page<ShownEndpoint>>('api/endpoints', { query, signal });
        for (const endpoint of page.items) {
          if (found.size >= most) return { items: [...found.values()], next: endpoint.id };
          found.set(endpoint.id, endpoint);
        }
        cursor = page.next;
        if (cursor === undefined) break;
      }
    }
    return { items: [...found.values()] };
  }

  async #more({ items }: Page<ShownEndpoint>): Promise<void> {
    this.#pages++;
    await this.#acting.act('more', () => this.#endpoints.reload());
    this.#entry = this.#endpoints.value?.items[items.length]?.id ?? '';
  }

  #show(page: Page<ShownEndpoint>): TemplateResult {
    const { items, next } = page;
    if (items.length === 0) {
      if (this.asked('state') !== undefined) {
        return empty('No endpoint is like this', html`<a href="endpoints">Show all endpoints</a>`);
      }
      return empty(
        'Nothing has been sent yet',
        html`An endpoint is listed here after the first message to it. Set up webhooks in <a href="profiles">Webhooks</a>.`,
      );
    }
    const table = dataTable(items, { name: 'Endpoints', columns: this.#columns(), idOf: ({ id }) => id });
    if (next === undefined) return table;
    return html`${table}
      <div class="pager">
        ${actionButton({ word: 'More', label: 'More endpoints', isBusy: this.#acting.doing !== undefined, act: () => void this.#more(page) })}
        <span class="quiet">${counted(items.length, 'endpoint')} shown</span>
      </div>`;
  }

  #columns(): readonly Column<ShownEndpoint>[] {
    const now = Date.now();
    const reason = reasonAgainst(this.studio, 'operator');
    const isBusy = this.#acting.doing !== undefined;
    const act = (
      endpoint: ShownEndpoint,
      word: string,
      does: (endpoint: ShownEndpoint) => Promise<void>,
      label = `${word} ${endpointName(endpoint)}`,
    ): TemplateResult =>
      actionButton({ word, label, reason, isBusy, small: true, act: () => void does(endpoint) });
    return [
      { title: 'Health', look: 'state-cell', cell: health },
      {
        title: 'Endpoint',
        look: 'breaks',
        cell: endpoint => html`<a class="row-link" href=${withQuery('messages', { endpoint: endpoint.id })}>${endpointName(endpoint)}</a>
          ${endpoint.profile === undefined || seesOne(this.studio) ? nothing : html`<span class="under">${endpoint.profile}</span>`}
          ${endpoint.former ? html`<span class="under">No webhook sends to it any more.</span>` : nothing}
          <span class="under">${endpointStory(endpoint, now)}</span>`,
      },
      {
        title: 'Sent at a time',
        hint: 'How many messages may be on their way to it at the same time',
        look: 'secondary',
        cell: breaker,
      },
      {
        title: 'Rate',
        look: 'secondary',
        cell: endpoint => {
          const { perSecond } = endpoint;
          const rate = perSecond === undefined ? 'Unlimited' : `${formatCount(perSecond)} a second`;
          return act(
            endpoint,
            `${rate} …`,
            each => this.#setRate(each),
            `Rate of ${endpointName(endpoint)}: ${rate} …`,
          );
        },
      },
      {
        title: 'Last success',
        look: 'time secondary',
        cell: ({ lastSuccessAt }) => agoOrNever(lastSuccessAt, now),
      },
      {
        title: 'Last failure',
        look: 'time secondary',
        cell: ({ lastFailureAt }) => agoOrNever(lastFailureAt, now),
      },
      {
        title: 'Action',
        isUnseen: true,
        look: 'number',
        cell: endpoint => {
          const isOn = endpoint.disabledAt === undefined;
          return html`<div class="buttons end">
            ${isOn && endpoint.failures > 0 ? act(endpoint, sendAgainWord(endpoint), each => this.#sendAgain(each)) : nothing}
            ${isOn ? act(endpoint, 'Disable', each => this.#disable(each)) : act(endpoint, 'Enable', each => this.#enable(each))}
            ${isOn ? nothing : act(endpoint, 'Enable and resend', each => this.#enableAndResend(each))}
          </div>`;
        },
      },
    ];
  }

  async #disable(endpoint: ShownEndpoint): Promise<void> {
    const reason = await askFor({
      title: `Disable ${endpointName(endpoint)}?`,
      text: 'Nothing more is sent to it: messages that wait, and new ones, fail until somebody enables it. They can be resent then.',
      action: 'Disable',
      field: { label: 'Reason', hint: 'Optional. Everybody who may see this page can read it.' },
    });
    if (reason === undefined) return;
    const body = reason === '' ? {} : { reason };
    await this.#act(endpoint, 'is disabled', path =>
      this.studio.api.send('POST', `${path}/disable`, { body }),
    );
  }

  async #enable(endpoint: ShownEndpoint): Promise<void> {
    await this.#act(endpoint, 'is enabled', path => this.studio.api.send('POST', `${path}/enable`));
  }

  async #enableAndResend(endpoint: ShownEndpoint): Promise<void> {
    let resent: number | undefined;
    this.#entry = endpoint.id;
    await this.#acting.act('enable', async () => {
      resent = await enableAndResend(this.studio, endpoint);
    });
    if (resent !== undefined) {
      this.studio.announce(`${endpointName(endpoint)} is enabled, and what had failed is sent again.`);
    }
    await this.#endpoints.reload();
  }

  async #sendAgain(endpoint: ShownEndpoint): Promise<void> {
    this.#entry = endpoint.id;
    const resent = await askToSendAgain(this.studio, endpoint);
    if (resent === undefined) return;
    this.studio.announce(`${resentWords(resent)}.`);
    await this.#endpoints.reload();
  }

  async #setRate(endpoint: ShownEndpoint): Promise<void> {
    const { perSecond } = endpoint;
    const rate = await askFor({
      title: `Limit the rate of ${endpointName(endpoint)}?`,
      text: 'At most this many messages are sent to it each second, by all servers together. The others wait for their turn.',
      action: 'Set the rate',
      look: 'primary',
      field: {
        label: 'Messages a second',
        value: perSecond === undefined ? '' : String(perSecond),
        hint: 'Leave it empty for no limit.',
        type: 'number',
      },
    });
    if (rate === undefined) return;
    const body = { perSecond: Number(rate) > 0 ? Number(rate) : null };
    await this.#act(endpoint, 'has another rate', path =>
      this.studio.api.send('POST', `${path}/rate`, { body }),
    );
  }

  async #act(endpoint: ShownEndpoint, done: string, work: (path: string) => Promise<unknown>): Promise<void> {
    const { id } = endpoint;
    this.#entry = id;
    const isDone = await this.#acting.act(done, () => work(pathOf('api', 'endpoints', id)));
    if (isDone) this.studio.announce(`${endpointName(endpoint)} ${done}.`);
    await this.#endpoints.reload();
  }
}

const pageSize = 100;
const worstFirst = ['failing', 'disabled', 'healthy'] as const;

const healths: Choices = [
  ['', 'All'],
  ['healthy', 'Healthy'],
  ['failing', 'Failing'],
  ['disabled', 'Disabled'],
];

/** How many may be on their way to it: fewer, the more have failed. */
function breaker({ failures, places, disabledAt }: ShownEndpoint): string {
  if (disabledAt !== undefined) return '–';
  if (failures === 0) return `Up to ${formatCount(places)}`;
  return places === 1
    ? 'One, until a message is delivered'
    : `${formatCount(places)}, until a message is delivered`;
}

function health({ failures, disabledAt, lastSuccessAt, lastFailureAt }: ShownEndpoint): TemplateResult {
  if (disabledAt !== undefined) return badge({ word: 'Disabled', svg: CircleX, tone: 'bad' });
  if (failures > 0) return badge({ word: 'Failing', svg: TriangleAlert, tone: 'warning' });
  // Its failures were forgotten when somebody enabled it.
  if (failures === 0 && (lastSuccessAt === undefined || lastSuccessAt < (lastFailureAt ?? '')))
    return badge({ word: 'Enabled', svg: CircleDashed, tone: 'quiet' }, ['nothing sent yet']);
  return badge({ word: 'Healthy', svg: CircleCheck, tone: 'good' });
}
