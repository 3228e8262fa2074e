import { html, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { Plus } from 'lucide-static';
import type { AnyCatalogue } from '../../webhook/events/event-catalogue.ts';
import type { Page } from '../api/answers.ts';
import { KeptFocus } from '../frame/kept-focus.ts';
import { SaveKey } from '../frame/save-key.ts';
import { Screen } from '../frame/screen.ts';
import { may, reasonAgainst } from '../frame/studio.ts';
import { actionButton } from '../parts/action-button.ts';
import { empty, loaded } from '../parts/load-states.ts';
import { Loaded } from '../parts/loaded.ts';
import { askToLeave, keptChanges } from '../unsaved/kept-changes.ts';
import { type FoundDraft, KeptDrafts } from '../unsaved/kept-drafts.ts';
import { LostDrafts } from './lost-drafts.ts';
import { moveToStored } from './move-to-stored.ts';
import { PlainWebhook } from './plain-webhook.ts';
import { type CatalogueAnswer, readCatalogue } from './read-catalogue.ts';
import { contentOf, newContent, newId, type PanelSubject, type StoredWebhook } from './stored-webhook.ts';
import { webhookFacts } from './webhook-facts.ts';
import { WebhookPanel } from './webhook-panel.ts';

interface Found {
  readonly webhooks: readonly StoredWebhook[];
  readonly catalogue: AnyCatalogue;
}

/** Before the ids that this page has chosen. */
const newPrefix = 'new ';

/** The webhooks of a profile, each with its editor. */
export class ProfileScreen extends Screen {
  readonly #found = new Loaded<Found>(this, async signal => {
    const [webhooks, answer] = await Promise.all([
      this.#fetchAll(signal),
      this.studio.api.get<CatalogueAnswer>('api/catalogue', { signal }),
    ]);
    return { webhooks, catalogue: readCatalogue(answer) };
  });
  #subjects: readonly PanelSubject[] | undefined;
  #drafts: KeptDrafts | undefined;
  #lost: LostDrafts | undefined;

  constructor() {
    super();
    new SaveKey(this, () => this.#saveAll());
    new KeptFocus(this, () => this.querySelector('h1'));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.studio.router.guard = undefined;
  }

  protected override firstUpdated(): void {
    void this.#found.reload();
    // The panels need it, and say so where it does not come: this begins while their webhooks are fetched.
    if (may(this.studio, 'editor')) import('../../editor/index.ts').catch(() => {});
  }

  protected override render(): TemplateResult {
    return html`<p class="crumbs"><a href="profiles">Notifications</a></p>
      <h1 tabindex="-1">${this.param('profile')}</h1>
      <label class="field channel">
        <span>Channel</span>
        <select>
          <option>Webhooks</option>
        </select>
      </label>
      ${loaded(this.#found, found => this.#webhooks(found))}`;
  }

  #webhooks(found: Found): TemplateResult {
    if (!may(this.studio, 'editor')) return this.#readOnly(found);
    this.#subjects ??= this.#begin(found);
    const subjects = this.#subjects;
    const add = (look?: 'primary') =>
      actionButton({
        word: 'Add webhook',
        svg: Plus,
        ...(look && { look }),
        act: () => void this.#add(this.#nextSubject(found)),
      });
    if (subjects.length === 0)
      return html`${this.#lostChanges(found)}
        ${empty('This profile has no webhooks yet', 'Nobody is told of its processes.', add('primary'))}`;
    return html`${this.#lostChanges(found)}
      <div class="webhooks" @modified=${() => this.#guard()}>
        ${repeat(
          subjects,
          ({ id }) => id,
          (subject, index) => html`<webhook-panel
            .studio=${this.studio}
            .subject=${subject}
            .catalogue=${found.catalogue}
            .drafts=${this.#keptDrafts}
            .number=${index + 1}
            @removed=${() => void this.#remove(subject)}
          ></webhook-panel>`,
        )}
      </div>
      <div class="buttons">${add()}</div>`;
  }

  /** What was changed of webhooks that are gone. */
  #lostChanges(found: Found): readonly TemplateResult[] {
    return (this.#lost?.found ?? []).map(draft =>
      keptChanges({
        found: [draft],
        text: 'Changes that you did not save are of a webhook that was removed meanwhile. Restored, they become a new webhook, without secrets.',
        restore: () => void this.#restoreLost(draft, found),
        discard: () => {
          this.#lost?.discard(draft);
          this.requestUpdate();
        },
      }),
    );
  }

  #readOnly({ webhooks, catalogue }: Found): TemplateResult {
    if (webhooks.length === 0)
      return empty('This profile has no webhooks yet', reasonAgainst(this.studio, 'editor'));
    return html`<p class="lead">You need the editor role to see or change the details; yours is ${this.studio.session.role}.</p>
      ${webhooks.map((webhook, index) => webhookFacts(webhook, index + 1, catalogue))}`;
  }

  get #keptDrafts(): KeptDrafts {
    this.#drafts ??= new KeptDrafts(this.studio.session.name, `profiles/${this.param('profile')}`);
    return this.#drafts;
  }

  /** Those that are stored, and those that were begun and not saved. */
  #begin(found: Found): readonly PanelSubject[] {
    const drafts = this.#keptDrafts;
    for (const stored of found.webhooks)
      moveToStored(drafts, this.#newSubject(newPrefix + stored.id, found), stored);
    const { all } = drafts;
    const begun = new Set(all.map(({ id }) => id).filter(id => id.startsWith(`${newPrefix}wh_`)));
    const known = new Set([...begun, ...found.webhooks.map(({ id }) => id)]);
    this.#lost = new LostDrafts(
      drafts,
      all.filter(({ id }) => !known.has(id)),
    );
    return [
      ...found.webhooks.map(stored => ({ id: stored.id, stored, initial: contentOf(stored) })),
      ...[...begun].toSorted().map(id => this.#newSubject(id, found)),
    ];
  }

  #newSubject(id: string, { catalogue }: Found): PanelSubject {
    return {
      id,
      stored: undefined,
      initial: newContent(id.slice(newPrefix.length), this.param('profile'), catalogue.names),
    };
  }

  #nextSubject(found: Found): PanelSubject {
    return this.#newSubject(newPrefix + newId(), found);
  }

  async #add(subject: PanelSubject): Promise<void> {
    this.#subjects = [...(this.#subjects ?? []), subject];
    this.requestUpdate();
    await this.updateComplete;
    await this.#panels.at(-1)?.begin();
  }

  async #restoreLost(draft: FoundDraft, found: Found): Promise<void> {
    const subject = this.#nextSubject(found);
    const moving = this.#lost?.moveTo(subject, draft, this.studio.api);
    this.requestUpdate();
    await moving;
    await this.#add(subject);
  }

  /** Leads to what takes the place of the one that is gone. */
  async #remove(subject: PanelSubject): Promise<void> {
    const subjects = this.#subjects ?? [];
    const index = subjects.indexOf(subject);
    this.#subjects = subjects.filter(each => each !== subject);
    this.requestUpdate();
    await this.updateComplete;
    this.#guard();
    const next = this.#panels[index] ?? this.#panels.at(-1);
    (next ?? this.querySelector<HTMLElement>('h1'))?.focus();
  }

  get #panels(): readonly WebhookPanel[] {
    return [...this.querySelectorAll<WebhookPanel>('webhook-panel')];
  }

  #saveAll(): void {
    const modified = this.#panels.filter(({ isModified }) => isModified);
    if (modified.length === 0) this.studio.announce('There is nothing to save.');
    for (const panel of modified) panel.save();
  }

  /** While something is to be saved, somebody is asked before the page is left. */
  #guard(): void {
    const { router } = this.studio;
    router.guard = this.#panels.some(({ isModified }) => isModified) ? askToLeave : undefined;
  }

  async #fetchAll(signal: AbortSignal): Promise<readonly StoredWebhook[]> {
    const all: StoredWebhook[] = [];
    let cursor: string | undefined;
    do {
      const query = { profile: this.param('profile'), cursor, limit: 500 };
      const { items, next } = await this.studio.api.get<Page<StoredWebhook>>('api/webhooks', {
        query: { ...query, cursor: cursor ?? '' },
        signal,
      });
      all.push(...items);
      cursor = next;
    } while (cursor !== undefined);
    return all;
  }
}

customElements.define('plain-webhook', PlainWebhook);
customElements.define('webhook-panel', WebhookPanel);
customElements.define('profile-screen', ProfileScreen);
