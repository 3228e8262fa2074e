import { css, html, nothing, type TemplateResult } from 'lit';
import { Copy, Ellipsis, Pencil, Plus, Send, Trash2 } from 'lucide-static';
import type {
  CatalogueBody,
  Items,
  OutcomesAnswer,
  Profile,
  ShownEndpoint,
  ShownReceiver,
  ShownWebhook,
  WebhookOutcomes,
} from '../../api/answers.ts';
import { allItems } from '../api/all-items.ts';
import { pathOf, withQuery } from '../frame/router.ts';
import { may, reasonAgainst, Screen } from '../frame/screen.ts';
import { adoptStyles } from '../looks.ts';
import { Acting, actionLink, ask, refusal } from '../parts/acting.ts';
import { byWhom } from '../parts/author.ts';
import { counted } from '../parts/counts.ts';
import { type Column, dataTable } from '../parts/data-table.ts';
import { Following } from '../parts/following.ts';
import { field } from '../parts/form.ts';
import { icon } from '../parts/icon.ts';
import { empty, Loaded, loaded } from '../parts/loaded.ts';
import { profilesWord, profileWord } from '../parts/profile-label.ts';
import { badge } from '../parts/states.ts';
import { ago } from '../parts/time.ts';
import { type Health, hasDelivered, healthOf, healthStyles, lastDay } from './health.ts';
import { toFillIn } from './receiver-beginning.ts';
import { aboutOf, removalEffect } from './stored-webhook.ts';
import { type BegunWebhook, WebhookDrafts } from './webhook-drafts.ts';
import { webhooksOf } from './webhooks-of.ts';

interface Found {
  readonly webhooks: readonly ShownWebhook[];
  /** The endpoints with troubles, by the ids of their webhooks. */
  readonly troubled: ReadonlyMap<string, ShownEndpoint>;
  /** What became of their messages within a day, by their ids. */
  readonly outcomes: ReadonlyMap<string, WebhookOutcomes>;
  /** What people call an event. */
  readonly titleOf: (event: string, catalogue: string | undefined) => string;
  /** Those that a draft may be for. */
  readonly receivers: readonly ShownReceiver[];
  /** Whether any task or webhook names the profile. */
  readonly isKnown: boolean;
}

/** The webhooks of a profile: where they lead, what they report, and how they fare. */
export class ProfileScreen extends Screen {
  readonly #found = new Loaded<Found>(this, signal => this.#find(signal));
  #drafts: WebhookDrafts | undefined;
  readonly #acting = new Acting(this);
  #searched = '';
  /** So many rows are there: the first ones can be read and searched while the others come. */
  #maxRows = firstRows;
  /** The webhook whose menu was opened last. */
  #chosen: ShownWebhook | undefined;

  constructor() {
    super();
    new Following(this, {
      concerns: ({ kind }) => kind === 'message',
      refresh: () => this.#found.reload(),
      restMs: 5000,
    });
  }

  protected override firstUpdated(): void {
    void this.#found.reload();
  }

  protected override render(): TemplateResult {
    const { value } = this.#found;
    const { portal } = this.studio.session;
    const isListed = value && (value.webhooks.length > 0 || this.#leftBehind(value).length > 0);
    const profile = this.param('profile');
    return html`${portal ? nothing : html`<p class="crumbs"><a href="profiles">Webhooks</a></p>`}
      <div class="heading profile-heading">
        <h1 tabindex="-1">${portal ? 'Webhooks' : profile}</h1>
        <p class="quiet">${portal ? profile : 'Channel: Webhooks'}</p>
        ${isListed && may(this.studio, 'editor') ? this.#addLink() : nothing}
      </div>
      ${loaded(this.#found, found => this.#show(found))}`;
  }

  get #unsaved(): WebhookDrafts {
    this.#drafts ??= new WebhookDrafts(this.studio.session.name, this.param('profile'));
    return this.#drafts;
  }

  #show(found: Found): TemplateResult {
    const drafts = this.#leftBehind(found);
    if (found.webhooks.length === 0 && drafts.length === 0) return this.#nothing(found.isKnown);
    const { problem } = this.#acting;
    return html`${refusal(problem)}
      <form class="filters" role="search" @submit=${(event: Event) => event.preventDefault()}>
        ${field({
          label: 'Search',
          kind: 'search',
          attributes: { placeholder: 'Name, host, event or state' },
          value: this.#searched,
          input: text => this.#search(text),
        })}
      </form>
      ${this.#table(found, drafts)} ${this.#menu()}`;
  }

  /** What this browser alone has of webhooks that are not stored. */
  #leftBehind({ webhooks, receivers }: Found): readonly Row[] {
    const stored = new Set(webhooks.map(({ id }) => id));
    const isUnstored = (id: string): boolean => !stored.has(id);
    return [
      ...this.#unsaved.begun
        .filter(({ id }) => isUnstored(id))
        .map(webhook => this.#begunRow(webhook, receivers)),
      ...[...this.#unsaved.changed].filter(isUnstored).map(id => this.#leftRow(id)),
    ];
  }

  #addLink(): TemplateResult {
    return actionLink({ word: 'Add webhook', svg: Plus, path: this.#pathTo('add') });
  }

  #nothing(isKnown: boolean): TemplateResult {
    const reason = reasonAgainst(this.studio, 'editor');
    if (isKnown)
      return empty(
        this.studio.session.portal ? 'No webhooks yet' : `This ${profileWord()} has no webhooks yet`,
        reason ?? 'No one is notified yet.',
        reason ? nothing : this.#addLink(),
      );
    return empty(
      `There is no such ${profileWord()}`,
      reason ?? 'No flow and no webhook names it. It comes into being with its first webhook.',
      html`<div class="buttons">
        <a class="button" href="profiles">Show all ${profilesWord()}</a>
        ${reason ? nothing : actionLink({ word: 'Create it', svg: Plus, path: this.#pathTo('add') })}
      </div>`,
    );
  }

  #pathTo(...steps: readonly string[]): string {
    return pathOf('profiles', this.param('profile'), ...steps);
  }

  #table(found: Found, drafts: readonly Row[]): TemplateResult {
    const rows = [...drafts, ...found.webhooks.map(webhook => this.#row(webhook, found))].toSorted((a, b) =>
      names.compare(a.name, b.name),
    );
    const wanted = this.#searched.toLowerCase().split(/\s+/);
    const shown = rows.filter(({ words }) => wanted.every(word => words.includes(word)));
    const count =
      shown.length === rows.length
        ? counted(rows.length, 'webhook')
        : `${shown.length} of ${counted(rows.length, 'webhook')}`;
    return html`<p class="quiet" role="status">${count}</p>
      ${dataTable(this.#firstOf(shown), {
        name: `Webhooks of ${this.param('profile')}, by their names`,
        look: 'cards-below webhook-list',
        columns: this.#columns,
        idOf: ({ id }) => id,
      })}`;
  }

  readonly #columns: readonly Column<Row>[] = [
    { title: 'Health', look: 'state-cell', cell: ({ health }) => badge(health) },
    {
      title: 'Webhook',
      look: 'breaks',
      cell: ({
        id,
        name,
        about,
        hasChanges,
      }) => html`<a class="row-link" href=${this.#pathTo('webhooks', id)}>${name}</a>
        ${about.map(text => html`<span class="under">${text}</span>`)}
        ${hasChanges ? html`<span class="under">${icon(Pencil)} Unsaved changes</span>` : nothing}`,
    },
    { title: 'Sends to', look: 'breaks', cell: ({ sendsTo }) => sendsTo },
    { title: 'Reports', cell: ({ reports }) => reports },
    { title: 'Last 24 h', isNamed: true, cell: row => row.lastDay },
    {
      title: 'More',
      isUnseen: true,
      look: 'more',
      cell: ({ more: { label, svg, popup }, act }) => html`<button
        type="button"
        class="icon-button"
        aria-label=${label}
        title=${label}
        aria-haspopup=${popup ?? nothing}
        @click=${({ currentTarget }: Event) => act(currentTarget as HTMLElement)}
      >
        ${icon(svg)}
      </button>`,
    },
  ];

  /** Adds more rows as soon as the browser has painted those. */
  #firstOf(rows: readonly Row[]): readonly Row[] {
    if (rows.length > this.#maxRows)
      setTimeout(() => {
        this.#maxRows += moreRows;
        this.requestUpdate();
      });
    return rows.slice(0, this.#maxRows);
  }

  #search(text: string): void {
    this.#searched = text;
    this.requestUpdate();
  }

  #row(webhook: ShownWebhook, { troubled, outcomes, titleOf }: Found): Row {
    const { id, host, name = host, method, events, catalogue } = webhook;
    const titles = events.map(event => titleOf(event, catalogue));
    const health = healthOf(webhook, troubled.get(id), hasDelivered(outcomes.get(id)));
    const about = aboutOf(webhook).map(([, text]) => text);
    return {
      id,
      name,
      about,
      words: [name, ...about, host, method ?? '', ...titles, health.word].join(' ').toLowerCase(),
      health,
      hasChanges: this.#unsaved.changed.has(id),
      sendsTo: html`${method === undefined ? nothing : html`<span class="method">${method}</span> `}${host}`,
      reports:
        titles.length === 0
          ? html`<span class="dash">–</span>`
          : titles.map(title => html`<span class="chip">${title}</span> `),
      lastDay: lastDay(outcomes.get(id)),
      more: { label: `More about ${name}`, svg: Ellipsis, popup: 'dialog' },
      act: button => void this.#openMenu(button, webhook),
    };
  }

  /** One menu for all rows: 500 of them would be as many elements as the rest of the list. */
  #menu(): TemplateResult {
    const webhook = this.#chosen;
    const close = (event: Event): void => (event.currentTarget as HTMLElement).hidePopover();
    return html`<div popover class="menu row-menu" role="dialog" aria-label="More about ${webhook?.name ?? webhook?.host ?? ''}" @click=${close}>
      ${webhook ? this.#menuOf(webhook) : nothing}
    </div>`;
  }

  #menuOf(webhook: ShownWebhook): TemplateResult {
    const { id, updatedAt, updatedBy } = webhook;
    return html`<p class="quiet">Saved ${ago(updatedAt, Date.now())} ${byWhom(updatedBy)}</p>
      <a href=${withQuery('messages', { webhook: id })}>${icon(Send)} Messages</a>
      <button type="button" class="button small" @click=${() => void this.#copyId(id)}>${icon(Copy)} Copy id</button>
      ${
        may(this.studio, 'editor')
          ? html`<button type="button" class="button small danger" @click=${() => void this.#remove(webhook)}>${icon(Trash2)} Remove</button>`
          : nothing
      }`;
  }

  async #openMenu(button: HTMLElement, webhook: ShownWebhook): Promise<void> {
    this.#chosen = webhook;
    this.requestUpdate();
    await this.updateComplete;
    const menu = this.querySelector<HTMLElement>('.row-menu');
    if (!menu) return;
    menu.showPopover({ source: button });
    const { bottom, top, right } = button.getBoundingClientRect();
    const isBelow = bottom + menu.offsetHeight < innerHeight || top < menu.offsetHeight;
    menu.style.insetBlockStart = `${scrollY + (isBelow ? bottom : top - menu.offsetHeight)}px`;
    const { clientWidth } = document.documentElement;
    menu.style.insetInlineEnd = `${Math.min(clientWidth - right, clientWidth - menu.offsetWidth - 8)}px`;
    menu.querySelector('a')?.focus();
  }

  async #copyId(id: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(id);
      this.studio.announce('Copied the id.');
    } catch {
      this.studio.announce('The browser does not let it be copied.');
    }
  }

  async #remove({ id, name, host, version }: ShownWebhook): Promise<void> {
    const isSure = await ask({
      title: `Remove ${name ?? host}?`,
      text: removalEffect,
      action: 'Remove',
    });
    if (!isSure) return;
    const isDone = await this.#acting.act('remove', () =>
      this.studio.api.send('DELETE', pathOf('api', 'webhooks', id), { ifMatch: `"${version}"` }),
    );
    await this.#found.reload();
    if (!isDone) return;
    this.studio.announce('The webhook is removed.');
    this.querySelector<HTMLElement>('h1')?.focus();
  }

  #begunRow({ id, changes }: BegunWebhook, receivers: Found['receivers']): Row {
    return this.#unsavedRow(id, draftName(changes, receivers), 'Not saved yet');
  }

  #leftRow(id: string): Row {
    return this.#unsavedRow(id, 'Unsaved changes', 'Of a webhook that was removed');
  }

  #unsavedRow(id: string, name: string, why: string): Row {
    return {
      id,
      name,
      words: `${name} ${why}`.toLowerCase(),
      health: { word: 'Draft', svg: Pencil, tone: 'quiet' },
      about: [],
      hasChanges: false,
      sendsTo: html`<span class="quiet">${why}</span>`,
      more: { label: `Discard the draft ${name}`, svg: Trash2 },
      act: () => void this.#discard(id, name),
    };
  }

  async #discard(id: string, name: string): Promise<void> {
    const isSure = await ask({
      title: `Discard the draft ${name}?`,
      text: 'It was never saved, and what you wrote is lost.',
      action: 'Discard',
    });
    if (!isSure) return;
    this.#unsaved.forgetUnstored(id);
    this.requestUpdate();
    this.studio.announce('The draft is discarded.');
    this.querySelector<HTMLElement>('h1')?.focus();
  }

  async #find(signal: AbortSignal): Promise<Found> {
    const { api } = this.studio;
    const profile = this.param('profile');
    const hasDrafts = this.#unsaved.begun.length > 0;
    const [webhooks, outcomes, failing, disabled, { events, catalogues }, { items }, receivers] =
      await Promise.all([
        webhooksOf(profile, { api, signal }),
        api.get<OutcomesAnswer>('api/outcomes', { query: { profile }, signal }),
        this.#troubled('failing', signal),
        this.#troubled('disabled', signal),
        api.get<CatalogueBody>('api/catalogue', { signal }),
        api.get<Items<Profile>>('api/profiles', { signal }),
        hasDrafts ? api.get<Items<ShownReceiver>>('api/receivers', { signal }) : undefined,
      ]);
    const troubled = [...failing, ...disabled].flatMap(endpoint =>
      endpoint.webhook === undefined || endpoint.former ? [] : [[endpoint.webhook, endpoint] as const],
    );
    const titles = new Map(
      [{ name: '', events }, ...catalogues].flatMap(catalogue =>
        catalogue.events.map(event => [`${catalogue.name} ${event.name}`, event.title] as const),
      ),
    );
    return {
      webhooks,
      troubled: new Map(troubled),
      outcomes: new Map(outcomes.items.map(each => [each.webhook ?? '', each])),
      titleOf: (event, catalogue = '') => titles.get(`${catalogue} ${event}`) ?? event,
      receivers: receivers?.items ?? [],
      isKnown: items.some(({ name }) => name === profile),
    };
  }

  #troubled(state: 'failing' | 'disabled', signal: AbortSignal): Promise<readonly ShownEndpoint[]> {
    return allItems('api/endpoints', { state }, { api: this.studio.api, signal });
  }
}

/** As many as fit a tall screen. */
const firstRows = 50;
const moreRows = 75;

interface Row {
  readonly id: string;
  readonly name: string;
  /** What a search finds it by, in small letters. */
  readonly words: string;
  readonly health: Health;
  /** What people wrote about it. */
  readonly about: readonly string[];
  readonly hasChanges: boolean;
  /** Of a draft, why it is not stored. */
  readonly sendsTo: TemplateResult;
  /** Nothing of a draft. */
  readonly reports?: unknown;
  readonly lastDay?: TemplateResult;
  /** The button of its menu; of a draft, the one that discards it. */
  readonly more: { readonly label: string; readonly svg: string; readonly popup?: 'dialog' };
  readonly act: (button: HTMLElement) => void;
}

/** What a draft can be told by: its name, its host, or whom it is for. */
function draftName({ name, url, receiver }: BegunWebhook['changes'], receivers: Found['receivers']): string {
  if (typeof name === 'string' && name !== '') return name;
  const isFilledIn = typeof url === 'string' && toFillIn({ url }).length === 0;
  const host = isFilledIn ? URL.parse(url)?.host : undefined;
  return host || (receivers.find(({ id }) => id === receiver)?.name ?? 'New webhook');
}

const names = new Intl.Collator('en', { numeric: true });

adoptStyles(
  healthStyles,
  css`
  /* The button comes with the list, and moves nothing. */
  .profile-heading {
    justify-content: start;
  }
  .profile-heading > .button {
    margin-inline-start: auto;
  }
  /* Each column keeps its width, so that rows stay one line high, and 500 of them are measured once. */
  @media (width >= 1080px) {
    .webhook-list {
      table-layout: fixed;
    }
    .webhook-list th:nth-child(3) {
      width: 24%;
    }
    .webhook-list th:nth-child(4) {
      width: 290px;
    }
    .webhook-list th:nth-child(5) {
      width: 164px;
    }
    .webhook-list th:nth-child(6) {
      width: 64px;
    }
  }
  .chip {
    display: inline-block;
    padding: 0 8px;
    background: var(--hookplate-tag-ground);
    border-radius: 10px;
    font-size: 13px;
  }
  .more {
    width: 40px;
    padding-block: 0;
    vertical-align: middle;
  }
  .more > .icon-button {
    justify-content: center;
  }
  .row-menu {
    position: absolute;
    inset: auto;
  }
  .row-menu > * {
    justify-content: start;
  }
  .row-menu a {
    display: inline-flex;
    gap: 8px;
    align-items: center;
    min-height: 28px;
  }
  @media (forced-colors: active) {
    .chip:not(:focus-visible) {
      outline: 1px solid;
      outline-offset: -1px;
    }
  }
`,
);
customElements.define('profile-screen', ProfileScreen);
