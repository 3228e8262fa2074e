import { html, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { Plus } from 'lucide-static';
import type { CatalogueBody, Page, WebhookVersion } from '../../api/answers.ts';
import { defineEvents } from '../../webhook/events/define-events.ts';
import type { AnyCatalogue } from '../../webhook/events/event-catalogue.ts';
import { processEvents } from '../../webhook/events/process-events.ts';
import { lostPlaceholder, mapSecrets } from '../../webhook/secrets/secrets.ts';
import type { Api } from '../api/api.ts';
import { pathOf } from '../frame/router.ts';
import { KeptFocus, may, reasonAgainst, SaveKey, Screen } from '../frame/screen.ts';
import { actionButton } from '../parts/acting.ts';
import { empty, Loaded, loaded } from '../parts/loaded.ts';
import { ago } from '../parts/time.ts';
import { changesBetween, type Fields, withChanges } from '../unsaved/fields.ts';
import {
  askToLeave,
  createId,
  type FoundDraft,
  KeptDrafts,
  keptChanges,
} from '../unsaved/unsaved-changes.ts';
import { PlainWebhook } from './plain-webhook.ts';
import {
  type EditableWebhook,
  editableContentOf,
  fieldsOf,
  newContent,
  newId,
  type PanelSubject,
} from './stored-webhook.ts';
import { WebhookPanel } from './webhook-panel.ts';
import { withoutNamedSecrets } from './without-named-secrets.ts';

interface Found {
  readonly webhooks: readonly EditableWebhook[];
  readonly catalogue: AnyCatalogue;
}

/** Prefix of ids chosen by this page. */
const newPrefix = 'new ';

/** The webhooks of a profile with their editors. */
export class ProfileScreen extends Screen {
  readonly #found = new Loaded<Found>(this, async signal => {
    const [webhooks, answer] = await Promise.all([
      this.#fetchAll(signal),
      this.studio.api.get<CatalogueBody>('api/catalogue', { signal }),
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
    // The panels need it, and report if it fails: loading starts while the webhooks are fetched.
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
        ${empty('This profile has no webhooks yet', 'No one is notified yet.', add('primary'))}`;
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

  /** Asks about unsaved changes of webhooks that were deleted. */
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

  /** The stored webhooks, and new ones that were not saved. */
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
      ...found.webhooks.map(stored => ({ id: stored.id, stored, initial: editableContentOf(stored) })),
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

  /** Moves the focus to the webhook that takes the place of the removed one. */
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

  /** Makes the page ask before it is left while there are unsaved changes. */
  #guard(): void {
    const { router } = this.studio;
    router.guard = this.#panels.some(({ isModified }) => isModified) ? askToLeave : undefined;
  }

  async #fetchAll(signal: AbortSignal): Promise<readonly EditableWebhook[]> {
    const all: EditableWebhook[] = [];
    let cursor: string | undefined;
    do {
      const query = { profile: this.param('profile'), cursor, limit: 500 };
      const { items, next } = await this.studio.api.get<Page<EditableWebhook>>('api/webhooks', {
        query: { ...query, cursor: cursor ?? '' },
        signal,
      });
      all.push(...items);
      cursor = next;
    } while (cursor !== undefined);
    return all;
  }
}

/** A webhook as shown to users who may not edit it. */
function webhookFacts(
  { host, method, events, signingSecret, updatedAt, updatedBy }: EditableWebhook,
  number: number,
  catalogue: AnyCatalogue,
): TemplateResult {
  const titles = events.map(name => catalogue.events[name]?.title ?? name);
  return html`<section class="panel" aria-labelledby="webhook-${number}">
    <h2 id="webhook-${number}">Webhook ${number} · ${host}</h2>
    <dl class="facts">
      <dt>Process</dt>
      <dd>${titles.length === 0 ? 'Nothing is sent: all events are off' : titles.join(', ')}</dd>
      <dt>Method</dt>
      <dd>${method}</dd>
      <dt>Signed</dt>
      <dd>${signingSecret ? 'Yes' : 'No'}</dd>
      <dt>Saved</dt>
      <dd>${ago(updatedAt, Date.now())} by ${updatedBy}</dd>
    </dl>
  </section>`;
}

/** The catalogue that the server checks webhooks against; the one of processes is built in. */
function readCatalogue({ events }: CatalogueBody): AnyCatalogue {
  if (events.map(({ name }) => name).join() === processEvents.names.join()) return processEvents;
  const definitions = events.map(({ name, variables, sample, ...event }) => [
    name,
    { ...event, variables: declared(variables), sample: declared(sample) },
  ]);
  // The server has checked the parts that TypeScript does not know.
  return defineEvents({ events: Object.fromEntries(definitions) } as Parameters<typeof defineEvents>[0]);
}

/** Removes the two variables that every event has without a declaration. */
function declared({ event: _event, date: _date, ...others }: Readonly<Record<string, unknown>>): object {
  return others;
}

/** Moves drafts of a new webhook to the stored one: its first save succeeded, but the answer was lost. */
function moveToStored(drafts: KeptDrafts, { id, initial }: PanelSubject, stored: EditableWebhook): void {
  for (const begun of drafts.find(id)) {
    const mine = withChanges(fieldsOf(initial), begun.changes);
    const changes = changesBetween(fieldsOf(editableContentOf(stored)), mine);
    drafts.forget(begun);
    if (changes.length > 0) drafts.keep(stored.id, begun.owner, { changes, version: 1 });
  }
}

/** Drafts of webhooks that were removed in the meantime. */
class LostDrafts {
  readonly #drafts: KeptDrafts;
  #found: readonly FoundDraft[];

  constructor(drafts: KeptDrafts, found: readonly FoundDraft[]) {
    this.#drafts = drafts;
    this.#found = found;
  }

  get found(): readonly FoundDraft[] {
    return this.#found;
  }

  discard(draft: FoundDraft): void {
    this.#answered(draft);
    this.#drafts.forget(draft);
  }

  /** Makes it the draft of a new webhook, based on the last settings of the removed one. */
  async moveTo({ id, initial }: PanelSubject, draft: FoundDraft, api: Api): Promise<void> {
    this.#answered(draft);
    const last = await lastConfig(draft.id, api);
    const before = fieldsOf(last ? { config: last } : initial);
    const { id: newId } = initial.config;
    const fields = { ...withoutNamedSecrets(asNew(withChanges(before, draft.changes))), id: newId };
    const moved = { changes: changesBetween(fieldsOf(initial), fields), version: 0 };
    if (this.#drafts.keep(id, createId(), moved)) this.#drafts.forget(draft);
  }

  #answered(draft: FoundDraft): void {
    this.#found = this.#found.filter(each => each !== draft);
  }
}

async function lastConfig(id: string, api: Api): Promise<EditableWebhook['config']> {
  try {
    const path = pathOf('api', 'webhooks', id, 'versions');
    const { items } = await api.get<Page<WebhookVersion>>(path, { query: { limit: 1 } });
    return items[0]?.config;
  } catch {
    // The changes are shown all the same.
    return undefined;
  }
}

/** Ids are not reused, and the secrets of a removed webhook are no longer stored. */
function asNew({ id: _id, ...fields }: Fields): Fields {
  const isWritten = (value: unknown): boolean => typeof value === 'string';
  // Only secrets are replaced.
  return mapSecrets(fields, { level: 'declared' }, value =>
    isWritten(value) ? value : lostPlaceholder,
  ) as Fields;
}

customElements.define('plain-webhook', PlainWebhook);
customElements.define('webhook-panel', WebhookPanel);
customElements.define('profile-screen', ProfileScreen);
