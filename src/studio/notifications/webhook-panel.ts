import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { Trash2 } from 'lucide-static';
import type { EditedContent, WebhookEditor } from '../../editor/index.ts';
import type { AnyCatalogue } from '../../webhook/events/event-catalogue.ts';
import { KeptFocus } from '../frame/kept-focus.ts';
import type { Studio } from '../frame/studio.ts';
import { actionButton } from '../parts/action-button.ts';
import { Ticking } from '../parts/ticking.ts';
import { conflictView } from '../unsaved/conflict-view.ts';
import { keptChanges } from '../unsaved/kept-changes.ts';
import type { KeptDrafts } from '../unsaved/kept-drafts.ts';
import { askToRemove, savedState } from './panel-views.ts';
import type { PlainWebhook } from './plain-webhook.ts';
import type { PanelSubject, StoredWebhook } from './stored-webhook.ts';
import { WebhookEditing } from './webhook-editing.ts';
import { webhookWords } from './webhook-fields.ts';

/** What the studio lets people do in the editor. */
const capabilities = { save: true, test: true, secretHeaders: true, signing: true };

/** `<webhook-panel>`: a webhook of a profile. Events: `modified` when that may have changed, `removed`. */
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
  #editing: WebhookEditing | undefined;
  #loading: Promise<void> | undefined;

  constructor() {
    super();
    new Ticking(this);
    new KeptFocus(this, () => this.#heading);
  }

  /** Leads to its first field, once that is there. */
  async begin(): Promise<void> {
    await this.#loading;
    this.#editor?.focus();
  }

  /** Leads to its heading. */
  override focus(): void {
    this.#heading?.focus();
  }

  /** Whether something is to be saved. */
  get isModified(): boolean {
    return this.#editor?.isModified === true;
  }

  /** As the button *Save* does. */
  save(): void {
    this.#editor?.save();
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(): void {
    const { studio, subject, drafts } = this;
    this.#editing ??= new WebhookEditing(this, { studio, subject, drafts, editor: () => this.#editor });
  }

  protected override firstUpdated(): void {
    this.#loading = this.#load();
  }

  protected override render(): TemplateResult {
    const { number, isModified } = this;
    const { record, problem, isSaving = false } = this.#editing ?? {};
    const remove = () => void this.#remove();
    return html`<section class="panel webhook" aria-labelledby="webhook-${number}">
      <div class="heading">
        <h2 id="webhook-${number}" tabindex="-1">Webhook ${number} · ${record?.stored?.host ?? 'new'}</h2>
        <p class="quiet" role="status">${savedState(record?.stored, { isModified, isSaving })}</p>
        ${actionButton({ word: 'Remove', label: `Remove webhook ${number}`, svg: Trash2, act: remove })}
      </div>
      ${this.#kept()} ${problem ? html`<p class="notice bad" role="alert">${problem.message}</p>` : nothing}
      ${this.#conflicting()} ${this.#fields()}
    </section>`;
  }

  get #editor(): WebhookEditor | PlainWebhook | null {
    if (this.#kind === 'loading') return null;
    return this.querySelector<WebhookEditor | PlainWebhook>('webhook-editor, plain-webhook');
  }

  get #heading(): HTMLElement | null {
    return this.querySelector('h2');
  }

  #kept(): TemplateResult | typeof nothing {
    const editing = this.#editing;
    if (!editing || this.#kind === 'loading') return nothing;
    return keptChanges({
      found: editing.found,
      restore: () => {
        editing.restore();
        this.#editor?.focus();
      },
      discard: () => editing.discard(),
    });
  }

  #conflicting(): TemplateResult | typeof nothing {
    const editing = this.#editing;
    const conflict = editing?.conflict;
    if (!conflict) return nothing;
    return conflictView({
      conflict,
      what: 'this webhook',
      id: conflict.stored.id,
      words: webhookWords,
      changed: () => this.requestUpdate(),
      use: () => {
        editing.settle(conflict);
        this.#editor?.focus();
      },
    });
  }

  #fields(): TemplateResult {
    if (this.#kind === 'loading')
      return html`<div class="editor-place" role="status">Loading the editor …</div>`;
    if (this.#kind === 'plain')
      return html`<plain-webhook
        .catalogue=${this.catalogue}
        @config-change=${() => this.#editing?.changed()}
        @save-request=${({ detail }: CustomEvent<EditedContent>) => void this.#save(detail)}
      ></plain-webhook>`;
    return html`<webhook-editor
      .events=${this.catalogue}
      .capabilities=${capabilities}
      @config-change=${() => this.#editing?.changed()}
      @save-request=${({ detail }: HTMLElementEventMap['save-request']) => void this.#save(detail)}
      @test-request=${({ detail }: HTMLElementEventMap['test-request']) => void this.#editing?.test(detail)}
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
    this.#editing?.begin();
  }

  async #save(content: EditedContent): Promise<void> {
    await this.#editing?.save(content);
    await this.updateComplete;
    if (this.#editing?.conflict) this.querySelector<HTMLElement>('.conflict h3')?.focus();
  }

  async #remove(): Promise<void> {
    const editing = this.#editing;
    if (!editing || !(await removed(editing, this.number))) return;
    this.studio.announce('The webhook is removed.');
    this.dispatchEvent(new CustomEvent('removed', { bubbles: true }));
  }
}

/** Whether somebody wants it to be removed, also after what others did to it meanwhile, and it was. */
async function removed(editing: WebhookEditing, number: number): Promise<boolean> {
  let changed: StoredWebhook | undefined;
  while (await askToRemove(number, editing.record.stored, changed)) {
    const result = await editing.remove(changed);
    if (typeof result === 'string') return result === 'removed';
    changed = result;
  }
  return false;
}
