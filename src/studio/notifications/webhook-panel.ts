import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { Trash2 } from 'lucide-static';
import type { EditedContent, WebhookEditor } from '../../editor/index.ts';
import type { AnyCatalogue } from '../../webhook/events/event-catalogue.ts';
import { type ApiError, apiErrorOf } from '../api/api-error.ts';
import type { Studio } from '../frame/studio.ts';
import { actionButton } from '../parts/action-button.ts';
import { Ticking } from '../parts/ticking.ts';
import { Conflict } from './conflict.ts';
import { conflictView } from './conflict-view.ts';
import type { KeptDraft, KeptDrafts } from './kept-drafts.ts';
import { askToRemove, keptChanges, savedState } from './panel-views.ts';
import { contentOf, type PanelSubject } from './stored-webhook.ts';
import { UnsavedChanges } from './unsaved-changes.ts';
import { WebhookRecord } from './webhook-record.ts';

/** What the studio lets people do in the editor. */
const capabilities = { save: true, test: true, secretHeaders: true, signing: true };

/** A webhook of a profile: its editor, how it is saved, tested and removed, and what others did meanwhile. */
export class WebhookPanel extends LitElement {
  static override readonly properties = {
    studio: { attribute: false },
    subject: { attribute: false },
    catalogue: { attribute: false },
    drafts: { attribute: false },
    number: { attribute: false },
  };

  declare studio: Studio;
  declare subject: PanelSubject;
  declare catalogue: AnyCatalogue;
  declare drafts: KeptDrafts;
  /** Its place in the list. */
  declare number: number;
  #kind: 'loading' | 'editor' | 'plain' = 'loading';
  #record: WebhookRecord | undefined;
  #unsaved: UnsavedChanges | undefined;
  #problem: ApiError | undefined;
  #conflict: Conflict | undefined;
  #isSaving = false;
  #loading: Promise<void> | undefined;

  constructor() {
    super();
    new Ticking(this);
  }

  /** Leads to its first field, once that is there. */
  async begin(): Promise<void> {
    await this.#loading;
    this.#editor?.focus();
  }

  /** Whether something is to be saved. */
  get isModified(): boolean {
    return this.#editor?.isModified === true;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unsaved?.keepNow();
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override firstUpdated(): void {
    this.#record = new WebhookRecord(this.studio.api, this.subject.stored);
    this.#unsaved = new UnsavedChanges(this.drafts, {
      record: this.#record,
      id: this.subject.id,
      read: () => this.#draft,
    });
    this.#loading = this.#load();
  }

  protected override render(): TemplateResult {
    const { number } = this;
    const host = this.#record?.stored?.host ?? 'new';
    return html`<section class="panel webhook" aria-labelledby="webhook-${number}">
      <div class="heading">
        <h2 id="webhook-${number}">Webhook ${number} · ${host}</h2>
        <p class="quiet" role="status">${savedState(this.#record?.stored, { isModified: this.isModified, isSaving: this.#isSaving })}</p>
        ${actionButton({ word: 'Remove', label: `Remove webhook ${number}`, svg: Trash2, act: () => void this.#remove() })}
      </div>
      ${
        this.#unsaved?.found && this.#editor
          ? keptChanges(
              () => this.#restore(),
              () => this.#discard(),
            )
          : nothing
      }
      ${this.#problem ? html`<p class="notice bad" role="alert">${this.#problem.message}</p>` : nothing}
      ${this.#conflicting()} ${this.#fields()}
    </section>`;
  }

  get #editor(): WebhookEditor | null {
    return this.#kind === 'editor' ? this.querySelector('webhook-editor') : null;
  }

  #conflicting(): TemplateResult | typeof nothing {
    const conflict = this.#conflict;
    if (!conflict) return nothing;
    return conflictView({
      ...conflict.model,
      choose: (field, isTheirs) => {
        conflict.choose(field, isTheirs);
        this.requestUpdate();
      },
      use: () => this.#settle(conflict),
    });
  }

  #fields(): TemplateResult {
    if (this.#kind === 'loading')
      return html`<div class="editor-place" role="status">Loading the editor …</div>`;
    if (this.#kind === 'plain')
      return html`<plain-webhook
        .content=${this.#record?.stored ? contentOf(this.#record?.stored) : this.subject.initial}
        .catalogue=${this.catalogue}
        .problems=${this.#problem?.diagnostics ?? []}
        @save-request=${({ detail }: CustomEvent<EditedContent>) => void this.#save(detail)}
      ></plain-webhook>`;
    return html`<webhook-editor
      .events=${this.catalogue}
      .capabilities=${capabilities}
      @config-change=${() => this.#changed()}
      @save-request=${({ detail }: HTMLElementEventMap['save-request']) => void this.#save(detail)}
      @test-request=${({ detail }: HTMLElementEventMap['test-request']) => void this.#test(detail)}
    ></webhook-editor>`;
  }

  /** The editor is a script of its own; where it does not come, there are plain fields. */
  async #load(): Promise<void> {
    try {
      await import('../../editor/index.ts');
      this.#kind = 'editor';
    } catch {
      this.#kind = 'plain';
    }
    this.requestUpdate();
    await this.updateComplete;
    this.#show(this.#record?.stored ? contentOf(this.#record?.stored) : this.subject.initial);
    if (this.#unsaved?.found?.version === 0) this.#restore();
  }

  #show({ config, signingSecret }: EditedContent): void {
    if (!this.#editor) return;
    this.#editor.config = config;
    this.#editor.signingSecret = signingSecret;
    this.requestUpdate();
  }

  #changed(): void {
    const editor = this.#editor;
    if (editor && this.#conflict) this.#conflict = this.#conflict.edited(editor.content);
    this.#unsaved?.changed();
    this.#tell();
  }

  get #draft(): KeptDraft | undefined {
    const editor = this.#editor;
    const { version = 0 } = this.#record ?? {};
    return editor?.isModified ? { content: editor.contentWithoutSecrets, version } : undefined;
  }

  /** What is restored was changed in the version that it began with: saving it finds out what others did since. */
  #restore(): void {
    const { found } = this.#unsaved ?? {};
    if (!found) return;
    this.#unsaved?.restored();
    this.#record?.beginWith(found.version);
    this.#editor?.restore(found.content);
  }

  #discard(): void {
    this.#unsaved?.settled();
    this.requestUpdate();
  }

  async #save(content: EditedContent): Promise<void> {
    if (this.#isSaving || !this.#record) return;
    this.#isSaving = true;
    this.#problem = undefined;
    this.#conflict = undefined;
    this.requestUpdate();
    try {
      await this.#record.save(content);
      this.#editor?.markSaved(content);
      this.#unsaved?.settled();
      this.studio.announce('Saved.');
    } catch (error) {
      await this.#refused(apiErrorOf(error), content);
    }
    this.#isSaving = false;
    this.#tell();
  }

  async #refused(problem: ApiError, content: EditedContent): Promise<void> {
    const { status, diagnostics } = problem;
    const theirs =
      status === 412 && this.#editor ? await this.#record?.current().catch(() => undefined) : undefined;
    if (theirs) {
      this.#conflict = new Conflict(this.#editor?.content ?? content, theirs, this.#record?.stored);
      this.requestUpdate();
      await this.updateComplete;
      this.querySelector<HTMLElement>('.conflict h3')?.focus();
    } else if (diagnostics.length > 0 && this.#editor) this.#editor.diagnostics = diagnostics;
    else this.#problem = problem;
  }

  /** What was chosen is still to be saved, over the version that was chosen from. */
  #settle({ choice, theirs }: Conflict): void {
    this.#record?.take(theirs);
    this.#conflict = undefined;
    this.#show(contentOf(theirs));
    this.#editor?.restore(choice);
    this.#editor?.focus();
    this.#tell();
  }

  async #test({ event, ...content }: HTMLElementEventMap['test-request']['detail']): Promise<void> {
    const editor = this.#editor;
    if (!editor || !this.#record) return;
    try {
      editor.testResult = await this.#record.test(content, event);
    } catch (error) {
      const { message, diagnostics } = apiErrorOf(error);
      editor.testResult = { message };
      editor.diagnostics = diagnostics.filter(({ field }) => field !== 'event');
    }
  }

  async #remove(): Promise<void> {
    const isSure = await askToRemove(this.number, this.#record?.stored);
    if (!isSure) return;
    try {
      await this.#record?.remove();
    } catch (error) {
      this.#problem = apiErrorOf(error);
      this.requestUpdate();
      return;
    }
    this.#unsaved?.forget();
    this.studio.announce('The webhook is removed.');
    this.dispatchEvent(new CustomEvent('removed', { bubbles: true }));
  }

  /** The page asks before it is left while there is something to save. */
  #tell(): void {
    this.requestUpdate();
    this.dispatchEvent(new CustomEvent('modified', { bubbles: true }));
  }
}
