import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { CircleCheck, CircleDashed, CircleX, Pencil, Plus, TriangleAlert } from 'lucide-static';
import type { CatalogueBody, Items, Page, Profile, ShownEndpoint, ShownWebhook } from '../../api/answers.ts';
import { pathOf } from '../frame/router.ts';
import { may, reasonAgainst, Screen } from '../frame/screen.ts';
import { actionLink } from '../parts/acting.ts';
import { counted } from '../parts/counts.ts';
import { Following, Ticking } from '../parts/following.ts';
import { icon } from '../parts/icon.ts';
import { searchField } from '../parts/list-view.ts';
import { empty, Loaded, loaded } from '../parts/loaded.ts';
import { badge } from '../parts/states.ts';
import { ago } from '../parts/time.ts';
import { webhooksOf } from './stored-webhook.ts';
import { type BegunWebhook, WebhookDrafts } from './webhook-drafts.ts';

interface Found {
  readonly webhooks: readonly ShownWebhook[];
  /** The endpoints with troubles, by the ids of their webhooks. */
  readonly troubled: ReadonlyMap<string, ShownEndpoint>;
  /** What people call an event. */
  readonly titleOf: (event: string, catalogue: string | undefined) => string;
  /** Whether any task or webhook names the profile. */
  readonly isKnown: boolean;
}

/** The webhooks of a profile: where they lead, what they report, and how they fare. */
export class ProfileScreen extends Screen {
  readonly #found = new Loaded<Found>(this, signal => this.#find(signal));
  #drafts: WebhookDrafts | undefined;
  #searched = '';

  constructor() {
    super();
    new Ticking(this);
    new Following(this, {
      concerns: ({ kind }) => kind === 'delivery',
      refresh: () => this.#found.reload(),
      restMs: 5000,
    });
  }

  protected override firstUpdated(): void {
    void this.#found.reload();
  }

  protected override render(): TemplateResult {
    return html`<p class="crumbs"><a href="profiles">Notifications</a></p>
      <div class="heading">
        <h1 tabindex="-1">${this.param('profile')}</h1>
        <label class="line">
          <span>Channel</span>
          <select>
            <option>Webhooks</option>
          </select>
        </label>
      </div>
      ${loaded(this.#found, found => this.#show(found))}`;
  }

  get #unsaved(): WebhookDrafts {
    this.#drafts ??= new WebhookDrafts(this.studio.session.name, this.param('profile'));
    return this.#drafts;
  }

  #show(found: Found): TemplateResult {
    const { webhooks, isKnown } = found;
    const stored = new Set(webhooks.map(({ id }) => id));
    const begun = this.#unsaved.begun.filter(({ id }) => !stored.has(id));
    const left = [...this.#unsaved.changed].filter(id => !stored.has(id));
    if (webhooks.length === 0 && begun.length === 0 && left.length === 0) return this.#nothing(isKnown);
    return html`<div class="filters webhook-filters">
        ${searchField({
          placeholder: 'Name, host, event or state',
          searched: this.#searched,
          search: text => this.#search(text),
        })}
        ${may(this.studio, 'editor') ? this.#addLink() : nothing}
      </div>
      ${this.#table(found, begun, left)}`;
  }

  #addLink(): TemplateResult {
    return actionLink({ word: 'Add webhook', svg: Plus, path: this.#pathTo('add') });
  }

  #nothing(isKnown: boolean): TemplateResult {
    const reason = reasonAgainst(this.studio, 'editor');
    if (isKnown)
      return empty(
        'This profile has no webhooks yet',
        reason ?? 'No one is notified yet.',
        reason ? nothing : this.#addLink(),
      );
    return empty(
      'There is no such profile',
      reason ?? 'No task and no webhook names it. A profile comes into being with its first webhook.',
      reason ? nothing : actionLink({ word: 'Create it', svg: Plus, path: this.#pathTo('add') }),
    );
  }

  #pathTo(...steps: readonly string[]): string {
    return pathOf('profiles', this.param('profile'), ...steps);
  }

  #table(found: Found, begun: readonly BegunWebhook[], left: readonly string[]): TemplateResult {
    const rows = [
      ...begun.map(webhook => this.#begunRow(webhook)),
      ...left.map(id => this.#leftRow(id)),
      ...found.webhooks.map(webhook => this.#row(webhook, found)),
    ].toSorted((a, b) => a.name.localeCompare(b.name));
    const wanted = this.#searched.toLowerCase().split(/\s+/);
    const shown = rows.filter(({ words }) => wanted.every(word => words.includes(word)));
    const count =
      shown.length === rows.length
        ? counted(rows.length, 'webhook')
        : `${shown.length} of ${counted(rows.length, 'webhook')}`;
    return html`<p class="quiet" role="status">${count}</p>
      <table class="rows">
        <caption class="unseen">Webhooks of ${this.param('profile')}, by their names</caption>
        <thead>
          <tr>
            <th scope="col">State</th>
            <th scope="col">Webhook</th>
            <th scope="col" class="secondary">Reports</th>
            <th scope="col" class="secondary">Saved</th>
          </tr>
        </thead>
        <tbody>
          ${repeat(
            shown,
            ({ id }) => id,
            ({ show }) => show,
          )}
        </tbody>
      </table>`;
  }

  #search(text: string): void {
    this.#searched = text;
    this.requestUpdate();
  }

  #row(webhook: ShownWebhook, { troubled, titleOf }: Found): Row {
    const { id, name, host, method, events, catalogue, updatedAt, updatedBy } = webhook;
    const titles = events.map(event => titleOf(event, catalogue));
    const state = stateOf(webhook, troubled.get(id));
    const hasChanges = this.#unsaved.changed.has(id);
    return {
      id,
      name: name ?? host,
      words: [name, host, method, ...titles, state.word].join(' ').toLowerCase(),
      show: html`<tr data-id=${id}>
        <td class="state-cell">${badge(state)}</td>
        <td>
          <a href=${this.#pathTo('webhooks', id)}>${name ?? host}</a>
          <span class="under breaks"><span class="method">${method}</span> ${host}</span>
          ${hasChanges ? html`<span class="under">${icon(Pencil)} Unsaved changes</span>` : nothing}
          <span class="under narrow">${titles.join(', ')}</span>
        </td>
        <td class="secondary">${titles.length === 0 ? '–' : titles.map(title => html`<span class="chip">${title}</span> `)}</td>
        <td class="secondary">${ago(updatedAt, Date.now())}<span class="under">by ${updatedBy}</span></td>
      </tr>`,
    };
  }

  #begunRow({ id, changes }: BegunWebhook): Row {
    const { name } = changes;
    return this.#unsavedRow(id, typeof name === 'string' ? name : 'New webhook', 'Not saved yet');
  }

  #leftRow(id: string): Row {
    return this.#unsavedRow(id, 'Unsaved changes', 'Of a webhook that was removed');
  }

  #unsavedRow(id: string, name: string, why: string): Row {
    return {
      id,
      name,
      words: `${name} ${why}`.toLowerCase(),
      show: html`<tr data-id=${id}>
        <td class="state-cell">${badge({ word: 'Draft', svg: Pencil, tone: 'quiet' })}</td>
        <td><a href=${this.#pathTo('webhooks', id)}>${name}</a><span class="under">${why}</span></td>
        <td class="secondary">–</td>
        <td class="secondary">–</td>
      </tr>`,
    };
  }

  async #find(signal: AbortSignal): Promise<Found> {
    const { api } = this.studio;
    const profile = this.param('profile');
    const [webhooks, failing, disabled, { events, catalogues }, { items }] = await Promise.all([
      webhooksOf(profile, { api, signal }),
      this.#troubled('failing', signal),
      this.#troubled('disabled', signal),
      api.get<CatalogueBody>('api/catalogue', { signal }),
      api.get<Items<Profile>>('api/profiles', { signal }),
    ]);
    const troubled = [...failing, ...disabled].flatMap(endpoint =>
      endpoint.webhook === undefined ? [] : [[endpoint.webhook, endpoint] as const],
    );
    const titles = new Map(
      [{ name: '', events }, ...catalogues].flatMap(catalogue =>
        catalogue.events.map(event => [`${catalogue.name} ${event.name}`, event.title] as const),
      ),
    );
    return {
      webhooks,
      troubled: new Map(troubled),
      titleOf: (event, catalogue = '') => titles.get(`${catalogue} ${event}`) ?? event,
      isKnown: items.some(({ name }) => name === profile),
    };
  }

  async #troubled(state: 'failing' | 'disabled', signal: AbortSignal): Promise<readonly ShownEndpoint[]> {
    const query = { state, limit: 500 };
    return (await this.studio.api.get<Page<ShownEndpoint>>('api/endpoints', { query, signal })).items;
  }
}

interface Row {
  readonly id: string;
  readonly name: string;
  /** What a search finds it by, in small letters. */
  readonly words: string;
  readonly show: TemplateResult;
}

function stateOf({ events }: ShownWebhook, endpoint: ShownEndpoint | undefined) {
  if (events.length === 0) return { word: 'Off', svg: CircleDashed, tone: 'quiet' } as const;
  if (!endpoint) return { word: 'On', svg: CircleCheck, tone: 'good' } as const;
  if (endpoint.disabledAt !== undefined) return { word: 'Disabled', svg: CircleX, tone: 'bad' } as const;
  return { word: 'Failing', svg: TriangleAlert, tone: 'warning' } as const;
}

customElements.define('profile-screen', ProfileScreen);
