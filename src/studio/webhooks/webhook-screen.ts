import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { Trash2 } from 'lucide-static';
import type {
  CatalogueBody,
  EventDetails,
  Page,
  ShownEndpoint,
  ShownWebhook,
  WholeReceiver,
} from '../../api/answers.ts';
import type { EditedContent, WebhookEditor } from '../../editor/index.ts';
import type { AnyCatalogue } from '../../webhook/events/event-catalogue.ts';
import { eventsName } from '../../webhook/events/events-name.ts';
import { ApiError, apiErrorOf } from '../api/api.ts';
import { pathOf, withAsked, withQuery } from '../frame/router.ts';
import { KeptFocus, may, SaveKey, Screen } from '../frame/screen.ts';
import { adoptStyles } from '../looks.ts';
import { endpointStory, isWaitedFor } from '../messages/endpoint.ts';
import { actionButton, ask, refusal } from '../parts/acting.ts';
import { byWhom } from '../parts/author.ts';
import { Following, Ticking } from '../parts/following.ts';
import { Loaded, loaded } from '../parts/loaded.ts';
import { profileWord } from '../parts/profile-label.ts';
import { badge } from '../parts/states.ts';
import { ago } from '../parts/time.ts';
import { askToLeave, type FoundDraft, keptChanges } from '../unsaved/unsaved-changes.ts';
import { crumbsTo } from './crumbs.ts';
import { healthOf } from './health.ts';
import { KnownCatalogues } from './known-catalogues.ts';
import { PlainWebhook, plainStyles } from './plain-webhook.ts';
import { beginningFor, placeToFill, type ToFill, toFillIn } from './receiver-beginning.ts';
import {
  aboutOf,
  catalogueOf,
  type EditableWebhook,
  editableContentOf,
  newContent,
  newWebhookId,
  removalEffect,
  type WebhookSubject,
  webhookWords,
} from './stored-webhook.ts';
import { lastConfig, newSubjectId, WebhookDrafts } from './webhook-drafts.ts';
import { WebhookEditing } from './webhook-editing.ts';
import { webhooksOf } from './webhooks-of.ts';

/** The facts of something that happened. */
interface PreviewSample {
  readonly event: string;
  /** The name of its catalogue; undefined for the default one. */
  readonly catalogue: string | undefined;
  readonly facts: object;
  readonly storedAt: string;
}

interface Found {
  readonly catalogues: KnownCatalogues;
  /** Undefined if it was removed, and somebody has left changes of it unsaved. */
  readonly subject: WebhookSubject | undefined;
  /** What a webhook names or was begun for, if the server knows it: the editor knows the gallery alone. */
  readonly receivers: readonly WholeReceiver[];
  /** The event whose facts the preview shows, if the address names one that can be shown. */
  readonly sample: PreviewSample | undefined;
}

const capabilities = { save: true, test: true, secretHeaders: true };
/** Of a new webhook; the secret of a stored one is kept below the editor. */
const newCapabilities = { ...capabilities, signing: true };

/** A webhook of a profile, stored or new, with its editor. */
export class WebhookScreen extends Screen {
  readonly #found = new Loaded<Found>(this, signal => this.#find(signal));
  readonly #endpoints = new Loaded(this, signal => this.#findEndpoints(signal));
  #kind: 'loading' | 'editor' | 'plain' = 'loading';
  #editing: WebhookEditing | undefined;
  #drafts: WebhookDrafts | undefined;

  constructor() {
    super();
    new Ticking(this);
    new Following(this, {
      concerns: ({ kind }) => kind === 'message',
      refresh: () => this.#endpoints.reload(),
      restMs: 5000,
    });
    new SaveKey(this, () => this.#saveChanges());
    new KeptFocus(this, () => this.#heading);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.studio.router.guard = undefined;
  }

  protected override firstUpdated(): void {
    void this.#begin();
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const { value } = this.#found;
    if (value) document.title = `${this.#name} · hookplate`;
  }

  protected override render(): TemplateResult {
    const profile = this.param('profile');
    return html`${crumbsTo(profile, this.studio)}
      ${this.#headingLine()} ${this.#health()} ${loaded(this.#found, found => this.#show(found))}`;
  }

  #headingLine(): TemplateResult {
    const editing = this.#editing;
    const { stored } = editing?.record ?? {};
    const isSaving = editing?.isSaving === true;
    return html`<div class="heading webhook-heading">
      <h1 tabindex="-1">${this.#name}</h1>
      <p class="quiet" role="status">${editing ? savedState(stored, { isModified: this.#kind === 'plain' && this.#isModified, isSaving }) : nothing}</p>
      ${stored ? html`<copy-button .text=${stored.id} shown="Copy id" label="Copy id"></copy-button>` : nothing}
      ${
        editing
          ? actionButton({
              word: stored ? 'Remove' : 'Discard',
              label: stored ? 'Remove webhook' : 'Discard webhook',
              svg: Trash2,
              act: () => void this.#remove(editing),
            })
          : nothing
      }
    </div>`;
  }

  /** Its state, since when or why, and where more is said. */
  #health(): TemplateResult | typeof nothing {
    const { value: endpoints } = this.#endpoints;
    // With the buttons of the heading, which would move it.
    if (may(this.studio, 'editor') && !this.#editing) return nothing;
    const stored = this.#editing?.record.stored ?? this.#found.value?.subject?.stored;
    if (!stored) return nothing;
    if (!endpoints) return html`<p class="line faring"></p>`;
    const [troubled] = endpoints.filter(
      ({ failingSince, disabledAt, former }) => !former && (failingSince ?? disabledAt),
    );
    const last = lastSuccessOf(endpoints);
    const health = healthOf(stored, troubled, last !== undefined && Date.now() - Date.parse(last) < day);
    const messages = withQuery('messages', { webhook: stored.id });
    if (troubled)
      return html`<div class="notice warning">
        ${badge(health)}
        <p>${endpointStory(troubled, Date.now())}</p>
        <a class="button small" href=${messages}>${isWaitedFor(troubled) ? 'See and retry' : 'See and resend'}</a>
      </div>`;
    return html`<p class="line faring">
      ${badge(health, [last === undefined ? 'nothing was delivered yet' : html`last delivered ${ago(last, Date.now())}`])}
      <a href=${messages}>Messages</a>
    </p>`;
  }

  get #name(): string {
    const { value } = this.#found;
    if (!value) return this.#isNew ? 'New webhook' : 'Webhook';
    if (!value.subject) return 'This webhook was removed';
    const stored = this.#editing?.record.stored ?? value.subject.stored;
    return stored ? nameOf(stored) : 'New webhook';
  }

  #show({ subject, catalogues, receivers }: Found): TemplateResult {
    if (!subject) return this.#removedMeanwhile();
    const catalogue = catalogues.find(catalogueOf(subject.initial.config));
    if (!may(this.studio, 'editor'))
      return subject.stored ? webhookFacts(subject.stored, catalogue, this.#role) : html``;
    // Nothing that is seen: what comes above would move it.
    if (!this.#editing) return html`<i hidden data-to-come></i>`;
    const { problem } = this.#editing;
    return html`${this.#catalogueHint(subject)} ${this.#sampleNotice()} ${this.#kept()}
      ${refusal(problem)}
      ${this.#conflicting(catalogue)} ${this.#leftToFill(this.#editing, receivers[0])} ${this.#fields(this.#editing, catalogue, receivers)} ${this.#signing(this.#editing)}`;
  }

  get #role(): string {
    return this.studio.session.role;
  }

  get #editor(): WebhookEditor | PlainWebhook | null {
    if (this.#kind === 'loading') return null;
    return this.querySelector<WebhookEditor | PlainWebhook>('webhook-editor, plain-webhook');
  }

  get #heading(): HTMLElement | null {
    return this.querySelector('h1');
  }

  get #isModified(): boolean {
    return this.#editor?.isModified === true;
  }

  get #unsaved(): WebhookDrafts {
    this.#drafts ??= new WebhookDrafts(this.studio.session.name, this.param('profile'));
    return this.#drafts;
  }

  /** Fetches the webhook along with the script of its editor, which plain fields replace if it fails to load. */
  async #begin(): Promise<void> {
    const isEditor = may(this.studio, 'editor');
    if (isEditor) void import('./signing-secret.ts').catch(() => {});
    const [kind] = await Promise.all([
      isEditor ? loadEditor() : ('plain' as const),
      this.#found.reload(),
      // So that nothing moves when it says why the webhook fails.
      this.#endpoints.reload(),
    ]);
    const { value } = this.#found;
    if (!value?.subject || !isEditor) return;
    const { subject, sample, receivers, catalogues } = value;
    this.#editing = new WebhookEditing(this, {
      studio: this.studio,
      subject,
      drafts: this.#unsaved.kept,
      events: catalogues.find(catalogueOf(subject.initial.config)).names,
      editor: () => this.#editor,
      changed: () => this.#changed(),
    });
    this.#kind = kind;
    this.requestUpdate();
    await this.updateComplete;
    this.#editing.begin();
    this.#showSample(sample);
    if (!subject.stored) await this.#focusFirst(receivers[0]);
  }

  /** Moves the focus to what has to be filled in, for whoever begins a webhook. */
  async #focusFirst(receiver: WholeReceiver | undefined): Promise<void> {
    const editor = this.#editor;
    if (!editor) return;
    await editor.updateComplete;
    if (!('select' in editor)) {
      editor.focus();
      return;
    }
    const { field, range } = placeToFill(editor.wholeContent.config, receiver);
    editor.select(field, range);
  }

  /** Makes the page ask before it is left while there are unsaved changes. */
  #changed(): void {
    const { router } = this.studio;
    router.guard = this.#isModified ? askToLeave : undefined;
    // What the webhook began with is part of it from now on.
    if (this.#editing?.record.stored && this.asked('add') !== undefined)
      router.replace(withAsked(this.address, { add: undefined, catalogue: undefined }));
  }

  #saveChanges(): void {
    if (this.#isModified) this.#editor?.save();
    else this.studio.announce('There is nothing to save.');
  }

  async #find(signal: AbortSignal): Promise<Found> {
    const { api } = this.studio;
    const [answer, sample, others] = await Promise.all([
      api.get<CatalogueBody>('api/catalogue', { signal }),
      this.#findSample(signal),
      this.#isNew ? webhooksOf(this.param('profile'), { api, signal }) : undefined,
    ]);
    const catalogues = new KnownCatalogues(answer);
    const id = this.param('id');
    // A new one whose first save was not answered may be stored by now.
    const isNew = others?.every(other => other.id !== id);
    const stored = isNew ? undefined : await this.#findStored(signal);
    if (!stored) return { catalogues, sample, ...(await this.#findNew(catalogues, { others, signal })) };
    const initial = editableContentOf(stored);
    const catalogue = catalogueOf(stored.config);
    this.#unsaved.moveToStored(this.#newSubject(stored.id, catalogue, catalogues), stored);
    const subject = { id: stored.id, stored, initial };
    const { receiver } = initial.config;
    const receivers = await this.#findReceivers(receiver, { catalogue, signal });
    return { catalogues, sample, subject, receivers };
  }

  /** One for each origin that it was sent to. */
  async #findEndpoints(signal: AbortSignal): Promise<readonly ShownEndpoint[]> {
    if (this.#isNew) return [];
    const query = { webhook: this.param('id') };
    return (await this.studio.api.get<Page<ShownEndpoint>>('api/endpoints', { query, signal })).items;
  }

  /** Undefined if there is none, and changes are kept of it. */
  async #findStored(signal: AbortSignal): Promise<EditableWebhook | undefined> {
    const id = this.param('id');
    try {
      const path = pathOf('api', 'webhooks', id);
      const stored = await this.studio.api.get<EditableWebhook>(path, { signal });
      if (stored.profile === this.param('profile')) return stored;
    } catch (error) {
      const { status } = apiErrorOf(error);
      if (status !== 404 && status !== 422) throw error;
    }
    if (may(this.studio, 'editor') && this.#unsaved.changed.has(id)) return undefined;
    throw new ApiError('unknown-webhook', 404, `There is no such webhook in this ${profileWord()}.`);
  }

  get #isNew(): boolean {
    const isThis = ({ id }: { readonly id: string }): boolean => id === this.param('id');
    if (!may(this.studio, 'editor')) return false;
    return this.asked('add') !== undefined || this.#unsaved.begun.some(isThis);
  }

  async #findNew(
    catalogues: KnownCatalogues,
    {
      others,
      signal,
    }: { readonly others: readonly ShownWebhook[] | undefined; readonly signal: AbortSignal },
  ): Promise<Pick<Found, 'subject' | 'receivers'>> {
    if (!others) return { subject: undefined, receivers: [] };
    const id = this.param('id');
    const draft = this.#unsaved.begun.find(begun => begun.id === id);
    const asked = draft ? draft.catalogue : this.asked('catalogue');
    const catalogue = catalogues.names.find(name => name === asked);
    const subject = this.#newSubject(id, catalogue, catalogues);
    const receivers = await this.#findReceivers(this.asked('add'), { catalogue, signal });
    const taken = others.flatMap(({ name }) => name ?? []);
    return { subject: { ...subject, begun: beginningFor(subject.initial, receivers[0], taken) }, receivers };
  }

  /** The receiver with an id; none if the server does not know it. */
  async #findReceivers(
    id: unknown,
    { catalogue, signal }: { readonly catalogue: string | undefined; readonly signal: AbortSignal },
  ): Promise<readonly WholeReceiver[]> {
    if (typeof id !== 'string') return [];
    try {
      const call = { query: { catalogue }, signal };
      return [await this.studio.api.get<WholeReceiver>(pathOf('api', 'receivers', id), call)];
    } catch (error) {
      const { status } = apiErrorOf(error);
      // Or its catalogue is gone.
      if (status === 404 || status === 400) return [];
      throw error;
    }
  }

  #newSubject(id: string, catalogue: string | undefined, catalogues: KnownCatalogues): WebhookSubject {
    const { config } = newContent(id, this.param('profile'), catalogues.find(catalogue).names);
    return {
      id: newSubjectId(id, catalogue),
      stored: undefined,
      initial: { config: { ...config, ...(catalogue !== undefined && { catalogue }) } },
    };
  }

  /** The event that the address names, if it is still there. */
  async #findSample(signal: AbortSignal): Promise<PreviewSample | undefined> {
    const id = this.asked('sample');
    if (id === undefined || !may(this.studio, 'editor')) return undefined;
    try {
      const call = { query: { include: 'content' }, signal };
      const stored = await this.studio.api.get<EventDetails>(pathOf('api', 'events', id), call);
      const { event, catalogue, facts, storedAt } = stored;
      return event === undefined || !facts ? undefined : { event, catalogue, facts, storedAt };
    } catch (error) {
      const { status } = apiErrorOf(error);
      if (status === 404 || status === 400 || status === 409) return undefined;
      throw error;
    }
  }

  #sampleNotice(): TemplateResult | typeof nothing {
    const id = this.asked('sample');
    if (id === undefined) return nothing;
    const sample = this.#found.value?.sample;
    if (!sample)
      return html`<p class="notice warning">The event that should be the sample is not kept any more, or none was made of what was sent.</p>`;
    return html`<p class="notice">
      <span>The preview shows <a href=${pathOf('events', id)}>an event of ${ago(sample.storedAt, Date.now())}</a>: <code>${sample.event}</code>.</span>
    </p>`;
  }

  #showSample(sample: PreviewSample | undefined): void {
    const editor = this.#editor;
    const subject = this.#found.value?.subject;
    if (!sample || !editor || !('showSample' in editor)) return;
    if (sample.catalogue !== catalogueOf(subject?.initial.config)) return;
    try {
      editor.showSample(sample.event, sample.facts);
    } catch {
      // Such as where a number was hidden.
      this.studio.announce('This event cannot be a sample of this webhook.');
    }
  }

  #catalogueHint({ initial }: WebhookSubject): TemplateResult | typeof nothing {
    const catalogue = catalogueOf(initial.config);
    if (catalogue === undefined) return nothing;
    return html`<p class="quiet">Reports events of <strong>${catalogue}</strong></p>`;
  }

  #kept(): TemplateResult | typeof nothing {
    const editing = this.#editing;
    if (!editing) return nothing;
    return keptChanges({
      found: editing.found,
      isModified: this.#isModified,
      restore: () => {
        editing.restore();
        this.#editor?.focus();
      },
      discard: () => editing.discard(),
    });
  }

  #conflicting(catalogue: AnyCatalogue): TemplateResult | typeof nothing {
    const editing = this.#editing;
    const { conflict, conflictView } = editing ?? {};
    if (!editing || !conflict || !conflictView) return nothing;
    return conflictView({
      conflict,
      what: 'this webhook',
      id: conflict.stored.id,
      words: webhookWords(catalogue),
      changed: () => this.requestUpdate(),
      use: () => {
        editing.settle(conflict);
        this.#editor?.focus();
      },
    });
  }

  /** Says what a receiver needs of whoever sets it up, until it is filled in; the editor says where that is found. */
  #leftToFill(editing: WebhookEditing, receiver: WholeReceiver | undefined): TemplateResult | typeof nothing {
    const { stored, content } = editing.record;
    const begun = stored ? content : (this.#found.value?.subject?.begun ?? content);
    const { config } = this.#isModified ? (this.#editor?.wholeContent ?? begun) : begun;
    const left = toFillIn(config, receiver);
    const [page] = receiver?.documentation ?? [];
    const isOpen = left.length > 0;
    if (!isOpen && (!receiver || stored)) return nothing;
    // Whoever does not write templates need not.
    const isReady =
      !stored && receiver?.payload !== undefined && left.every(({ field }) => field !== 'payload');
    return html`<p class="notice">
      <span>${isOpen ? fillInWords(left) : nothing}
        ${isOpen && this.#kind === 'plain' ? receiver?.setup : nothing}
        ${isReady ? `The ${receiver?.messageDraft ? 'message' : 'payload'} is ready: change it only if you want other words.` : nothing}
        ${isOpen || isReady ? nothing : `The message suits ${receiver?.name}.`}
        ${page === undefined || !receiver ? nothing : html`<a href=${page} target="_blank" rel="noopener">How ${receiver.name} takes messages</a>`}</span>
    </p>`;
  }

  #fields(
    { record }: WebhookEditing,
    catalogue: AnyCatalogue,
    receivers: readonly WholeReceiver[],
  ): TemplateResult {
    if (this.#kind === 'plain')
      return html`<plain-webhook
        .catalogue=${catalogue}
        @config-change=${() => this.#editing?.changed()}
        @save-request=${({ detail }: CustomEvent<EditedContent>) => void this.#save(detail)}
      ></plain-webhook>`;
    return html`<webhook-editor
      .events=${catalogue}
      .receivers=${receivers}
      .capabilities=${record.stored ? capabilities : newCapabilities}
      @config-change=${() => this.#editing?.changed()}
      @save-request=${({ detail }: HTMLElementEventMap['save-request']) => void this.#save(detail)}
      @test-request=${({ detail }: HTMLElementEventMap['test-request']) => void this.#editing?.test(detail)}
    ></webhook-editor>`;
  }

  #signing(editing: WebhookEditing): TemplateResult {
    const editor = this.#editor;
    // Without its script, there is no field for it.
    const write =
      editor && 'select' in editor
        ? (signingSecret?: null) => {
            if (signingSecret === null) editor.restore({ ...editor.wholeContent, signingSecret });
            void editor.updateComplete.then(() => editor.select('signingSecret', { start: 0, end: 0 }));
          }
        : undefined;
    return html`<signing-secret
      .api=${this.studio.api}
      .stored=${editing.record.stored}
      .given=${editor?.wholeContent.signingSecret}
      .write=${write}
      .rotated=${(version: number) => void editing.follow(version)}
    ></signing-secret>`;
  }

  async #save(content: EditedContent): Promise<void> {
    await this.#editing?.save(content);
    // It may send elsewhere now.
    void this.#endpoints.reload();
    await this.updateComplete;
    if (this.#editing?.conflict) this.querySelector<HTMLElement>('.conflict h2')?.focus();
  }

  async #remove(editing: WebhookEditing): Promise<void> {
    const isStored = editing.record.stored !== undefined;
    if (!(await removed(editing))) return;
    this.studio.announce(isStored ? 'The webhook is removed.' : 'The webhook is discarded.');
    await this.#leave();
  }

  /** Asks about unsaved changes of a webhook that was removed. */
  #removedMeanwhile(): TemplateResult {
    const found = this.#unsaved.kept.find(this.param('id')).slice(0, 1);
    return keptChanges({
      found,
      text: 'Changes that you did not save are of a webhook that was removed meanwhile. Restored, they become a new webhook, without secrets.',
      restore: () => void this.#restoreRemoved(found[0]),
      discard: () => {
        if (found[0]) this.#unsaved.kept.forget(found[0]);
        void this.#leave();
      },
    });
  }

  async #restoreRemoved(draft: FoundDraft | undefined): Promise<void> {
    const { value } = this.#found;
    if (!draft || !value) return;
    const last = await lastConfig(draft.id, this.studio.api);
    const id = newWebhookId(this.studio.session, this.param('profile'));
    this.#unsaved.moveToNew(this.#newSubject(id, catalogueOf(last), value.catalogues), draft, last);
    await this.studio.router.go(pathOf('profiles', this.param('profile'), 'webhooks', id));
  }

  async #leave(): Promise<void> {
    const { router } = this.studio;
    router.guard = undefined;
    await router.go(pathOf('profiles', this.param('profile')));
  }
}

async function loadEditor(): Promise<'editor' | 'plain'> {
  try {
    // All that the public entry has besides would come along.
    const { defineEditor } = await import('../../editor/element/webhook-editor.ts');
    defineEditor();
    return 'editor';
  } catch {
    return 'plain';
  }
}

const day = 86_400_000;

function lastSuccessOf(endpoints: readonly ShownEndpoint[]): string | undefined {
  return endpoints
    .flatMap(({ lastSuccessAt }) => lastSuccessAt ?? [])
    .toSorted()
    .at(-1);
}

/** What people call a webhook. */
function nameOf({ name, host }: EditableWebhook): string {
  return name ?? host;
}

/** `Replace YOUR_TOKEN in the URL with your own`, but for an address that is pasted over its example, not into it. */
function fillInWords(left: readonly ToFill[]): TemplateResult {
  const { example } = left.find(each => each.example) ?? {};
  const words = left
    .filter(each => !each.example)
    .map(
      ({ placeholders: [first = '', ...more], place }, index) =>
        html`${index === 0 ? nothing : ', and '}<code>${first}</code>${more.map(text => html`, <code>${text}</code>`)} in ${place}`,
    );
  const address = example?.isAll
    ? html`The URL is still an example: replace all of it with your own address.`
    : html`The URL begins with an example: replace <code>${example?.text}</code> with your own address.`;
  return html`${example ? address : nothing} ${words.length > 0 ? html`Replace ${words} with your own.` : nothing}`;
}

/** A webhook as shown to users who may not edit it. */
function webhookFacts(webhook: EditableWebhook, catalogue: AnyCatalogue, role: string): TemplateResult {
  const { host, method, events, signingSecret, updatedAt, updatedBy } = webhook;
  const titles = events.map(name => catalogue.events[name]?.title ?? name);
  return html`<p class="lead">You need the editor role to see or change the details; yours is ${role}.</p>
    <section class="panel" aria-label="Webhook">
      <dl class="facts">
        ${aboutOf(webhook).map(
          ([label, text]) => html`<dt>${label}</dt>
            <dd>${text}</dd>`,
        )}
        <dt>${eventsName(catalogue)}</dt>
        <dd>${titles.length === 0 ? 'Nothing is sent: all events are off' : titles.join(', ')}</dd>
        <dt>Host</dt>
        <dd>${host}</dd>
        <dt>Method</dt>
        <dd>${method}</dd>
        <dt>Signed</dt>
        <dd>${signingSecret ? 'Yes' : 'No'}</dd>
        <dt>Saved</dt>
        <dd>${ago(updatedAt, Date.now())} ${byWhom(updatedBy)}</dd>
      </dl>
    </section>`;
}

/** Asks and removes; asks again if others have changed it in the meantime. Resolves to whether it was removed. */
async function removed(editing: WebhookEditing): Promise<boolean> {
  let changed: EditableWebhook | undefined;
  while (await askToRemove(editing.record.stored, changed)) {
    const result = await editing.remove(changed);
    if (typeof result === 'string') return result === 'removed';
    changed = result;
  }
  return false;
}

/** Who saved it last, and whether there are unsaved changes, which the editor says by itself. */
function savedState(
  stored: EditableWebhook | undefined,
  { isModified, isSaving }: { readonly isModified: boolean; readonly isSaving: boolean },
): TemplateResult | string {
  if (isSaving) return 'Saving …';
  const saved = stored
    ? html`saved ${ago(stored.updatedAt, Date.now())} ${byWhom(stored.updatedBy)}`
    : 'not saved yet';
  return isModified ? html`<strong>Unsaved changes</strong> · ${saved}` : html`${saved}`;
}

/** `changed` is a version that somebody else has saved in the meantime. */
function askToRemove(stored: EditableWebhook | undefined, changed?: EditableWebhook): Promise<boolean> {
  if (!stored)
    return ask({
      title: 'Discard this webhook?',
      text: 'It was never saved, and what you wrote is lost.',
      action: 'Discard',
    });
  const since = changed ? `${changed.updatedBy} has changed it meanwhile. ` : '';
  return ask({
    title: `Remove ${nameOf(stored)}${changed ? ' all the same' : ''}?`,
    text: `${since}${removalEffect}`,
    action: 'Remove',
  });
}

adoptStyles(
  plainStyles,
  css`
  .webhook-heading {
    min-height: 36px;
  }
  /* What it says comes later, and moves nothing. */
  .faring {
    min-height: 20px;
    margin-top: -12px;
  }
  /* A long name wraps, and leaves the button beside it. */
  .webhook-heading > h1 {
    flex: 1 1 320px;
    overflow-wrap: anywhere;
  }
  .webhook-heading > p {
    min-height: 20px;
  }
  webhook-editor:not(:defined) {
    display: block;
    min-height: 640px;
    color: var(--hookplate-quiet);
  }
  @media (width < 720px) {
    .webhook-heading > h1 {
      flex-basis: 100%;
    }
    .webhook-heading > p {
      flex: 1 1 96px;
    }
  }
`,
);
customElements.define('plain-webhook', PlainWebhook);
customElements.define('webhook-screen', WebhookScreen);
