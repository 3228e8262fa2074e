import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { Trash2 } from 'lucide-static';
import type { EditedContent, WebhookEditor } from '../../editor/index.ts';
import type { AnyCatalogue } from '../../webhook/events/event-catalogue.ts';
import { ApiError, apiErrorOf } from '../api/api.ts';
import { KeptFocus, type Studio } from '../frame/screen.ts';
import { actionButton, ask } from '../parts/acting.ts';
import { Ticking } from '../parts/following.ts';
import { ago } from '../parts/time.ts';
import { Conflict, conflictView } from '../unsaved/conflict.ts';
import { changesBetween, type Fields, withChanges } from '../unsaved/fields.ts';
import {
  type FoundDraft,
  type KeptDraft,
  type KeptDrafts,
  keptChanges,
  UnsavedChanges,
} from '../unsaved/unsaved-changes.ts';
import type { PlainWebhook } from './plain-webhook.ts';
import {
  contentFrom,
  type EditableWebhook,
  editableContentOf,
  fieldsOf,
  type PanelSubject,
  WebhookRecord,
  webhookWords,
} from './stored-webhook.ts';
import { withNamedSecretsOf, withoutNamedSecrets } from './without-named-secrets.ts';

const capabilities = { save: true, test: true, secretHeaders: true, signing: true };

/**
 * `<webhook-panel>`: a webhook of a profile. Events: `modified` when the unsaved changes may have changed, and
 * `removed`.
 */
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
  /** Its position in the list. */
  declare number: number;
  #kind: 'loading' | 'editor' | 'plain' = 'loading';
  #editing: WebhookEditing | undefined;
  #loading: Promise<void> | undefined;

  constructor() {
    super();
    new Ticking(this);
    new KeptFocus(this, () => this.#heading);
  }

  /** Moves the focus to its first field, once that exists. */
  async begin(): Promise<void> {
    await this.#loading;
    this.#editor?.focus();
  }

  /** Moves the focus to its heading. */
  override focus(): void {
    this.#heading?.focus();
  }

  /** Whether there are unsaved changes. */
  get isModified(): boolean {
    return this.#editor?.isModified === true;
  }

  /** Does the same as the button *Save*. */
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
        <h2 id="webhook-${number}" tabindex="-1">Webhook ${number} · ${record?.stored?.name ?? record?.stored?.host ?? 'new'}</h2>
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

  /** Loads the editor, which is a script of its own; plain fields replace it if it fails to load. */
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

/** Asks and removes; asks again if others have changed it in the meantime. Resolves to whether it was removed. */
async function removed(editing: WebhookEditing, number: number): Promise<boolean> {
  let changed: EditableWebhook | undefined;
  while (await askToRemove(number, editing.record.stored, changed)) {
    const result = await editing.remove(changed);
    if (typeof result === 'string') return result === 'removed';
    changed = result;
  }
  return false;
}

/** Whether there are unsaved changes, and who saved it last. */
function savedState(
  stored: EditableWebhook | undefined,
  { isModified, isSaving }: { readonly isModified: boolean; readonly isSaving: boolean },
): TemplateResult | string {
  if (isSaving) return 'Saving …';
  const saved = stored
    ? html`saved ${ago(stored.updatedAt, Date.now())} by ${stored.updatedBy}`
    : 'not saved yet';
  return isModified ? html`<strong>Unsaved changes</strong> · ${saved}` : html`${saved}`;
}

/** `changed` is a version that somebody else has saved in the meantime. */
function askToRemove(
  number: number,
  stored: EditableWebhook | undefined,
  changed?: EditableWebhook,
): Promise<boolean> {
  const since = changed ? `${changed.updatedBy} has changed it meanwhile. ` : '';
  return ask({
    title: `Remove webhook ${number}${changed ? ' all the same' : ''}?`,
    text: stored
      ? `${since}It will receive no more events. Messages that are already queued are still sent.`
      : 'It was never saved, and what you wrote is lost.',
    action: 'Remove',
  });
}

interface EditingOptions {
  readonly studio: Studio;
  readonly subject: PanelSubject;
  readonly drafts: KeptDrafts;
  /** `null` until its script has loaded; plain fields if that fails. */
  readonly editor: () => WebhookEditor | PlainWebhook | null;
}

type TestRequest = HTMLElementEventMap['test-request']['detail'];

/** A webhook being edited: its draft in the browser, saving and testing, and changes by others in the meantime. */
class WebhookEditing {
  readonly record: WebhookRecord;
  problem: ApiError | undefined;
  /** Set after somebody else has saved another version. */
  conflict: Conflict<EditableWebhook> | undefined;
  isSaving = false;
  readonly #host: LitElement;
  readonly #options: EditingOptions;
  readonly #unsaved: UnsavedChanges;

  constructor(host: LitElement, options: EditingOptions) {
    const { studio, subject, drafts } = options;
    this.#host = host;
    this.#options = options;
    this.record = new WebhookRecord(studio.api, subject);
    this.#unsaved = new UnsavedChanges(host, {
      drafts,
      id: () => this.record.stored?.id ?? subject.id,
      read: () => this.#draft,
    });
  }

  /** Drafts that the user has yet to be asked about, latest first. */
  get found(): readonly FoundDraft[] {
    return this.#unsaved.found;
  }

  /** Shows the stored version or the initial one of a new webhook, and restores a new one from its draft. */
  begin(): void {
    this.#show(this.record.content);
    if (this.found[0]?.version === 0) this.restore();
  }

  changed(): void {
    const editor = this.#editor;
    if (editor) this.conflict = this.conflict?.edited(fieldsOf(editor.wholeContent));
    this.#unsaved.changed();
    this.#tell();
  }

  /**
   * Restores a draft. Settings that were not changed here keep the values that others have saved since. The others were
   * changed in an older version, so that saving finds conflicts in them.
   */
  restore(): void {
    const editor = this.#editor;
    const found = editor && this.#unsaved.restored();
    if (!found) return;
    this.record.beginWith(found.version);
    const before = fieldsOf(editor.wholeContent);
    editor.restore(contentFrom(withNamedSecretsOf(before, withChanges(before, found.changes))));
  }

  discard(): void {
    this.#unsaved.discarded();
    this.#host.requestUpdate();
  }

  /** While two versions are shown side by side, the choice is first put into the editor and checked. */
  async save(content: EditedContent): Promise<void> {
    if (this.isSaving) return;
    const { conflict } = this;
    if (conflict) {
      this.settle(conflict);
      this.#editor?.save();
      return;
    }
    this.isSaving = true;
    this.problem = undefined;
    this.#host.requestUpdate();
    try {
      await this.record.save(content);
      this.#editor?.markSaved(content);
      this.#unsaved.keep();
      this.#options.studio.announce('Saved.');
    } catch (error) {
      this.#unsaved.keep();
      await this.#refused(apiErrorOf(error));
    }
    this.isSaving = false;
    this.#tell();
  }

  /** Takes over the choice between two versions, which is not saved yet. */
  settle({ stored, choice }: Conflict<EditableWebhook>): void {
    this.record.take(stored);
    this.conflict = undefined;
    this.#show(editableContentOf(stored));
    this.#editor?.restore(contentFrom(choice));
    this.#tell();
  }

  async test({ event, ...content }: TestRequest): Promise<void> {
    const editor = this.#editor;
    if (!editor || !('testResult' in editor)) return;
    try {
      editor.testResult = await this.record.test(content, event);
    } catch (error) {
      const { message, diagnostics } = apiErrorOf(error);
      editor.testResult = { message };
      editor.diagnostics = diagnostics.filter(({ field }) => field !== 'event');
    }
  }

  /** Removes the edited version, or the version `seen`; resolves to the current version if it is neither. */
  async remove(seen?: EditableWebhook): Promise<'removed' | 'refused' | EditableWebhook> {
    try {
      await this.record.remove(seen?.version);
    } catch (error) {
      const problem = apiErrorOf(error);
      const current = problem.status === 412 && (await this.record.current().catch(() => undefined));
      if (current) return current;
      if (problem.status !== 404) {
        this.problem = problem;
        this.#host.requestUpdate();
        return 'refused';
      }
    }
    this.#unsaved.forgetAll();
    return 'removed';
  }

  get #editor(): WebhookEditor | PlainWebhook | null {
    return this.#options.editor();
  }

  get #draft(): KeptDraft | undefined {
    const editor = this.#editor;
    if (!editor?.isModified) return undefined;
    const { content, version } = this.record;
    const [base, mine] = [editor.asEdited(content), editor.contentWithoutSecrets].map(fieldsOf);
    const changes = changesBetween(withoutNamedSecrets(base ?? {}), withoutNamedSecrets(mine ?? {}));
    return changes.length > 0 ? { changes, version } : undefined;
  }

  #show({ config, signingSecret }: EditedContent): void {
    const editor = this.#editor;
    if (!editor) return;
    editor.config = config;
    editor.signingSecret = signingSecret;
    this.#host.requestUpdate();
  }

  async #refused(problem: ApiError): Promise<void> {
    const editor = this.#editor;
    const { status, diagnostics } = problem;
    const stored = status === 412 && editor ? await this.record.current().catch(() => undefined) : undefined;
    if (stored && editor) {
      const shown = (content: EditedContent): Fields => fieldsOf(editor.asEdited(content));
      const [base, fields] = [shown(this.record.content), shown(editableContentOf(stored))];
      this.conflict = new Conflict(fieldsOf(editor.wholeContent), base, { stored, fields });
    } else if (diagnostics.length > 0 && editor) editor.diagnostics = diagnostics;
    else this.problem = status === 404 && this.record.stored ? removedMeanwhile(problem) : problem;
  }

  /** Tells the page whether to ask before it is left. */
  #tell(): void {
    this.#host.requestUpdate();
    this.#host.dispatchEvent(new CustomEvent('modified', { bubbles: true }));
  }
}

function removedMeanwhile({ code, status }: ApiError): ApiError {
  const message =
    'This webhook has been removed in the meantime. Your changes are kept in this browser: load the page again to make a new webhook of it.';
  return new ApiError(code, status, message);
}
