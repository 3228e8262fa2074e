import type { LitElement } from 'lit';
import type { EditedContent, WebhookEditor } from '../../editor/index.ts';
import { ApiError, apiErrorOf } from '../api/api-error.ts';
import type { Studio } from '../frame/studio.ts';
import { Conflict } from '../unsaved/conflict.ts';
import { changesBetween, type Fields, withChanges } from '../unsaved/fields.ts';
import type { FoundDraft, KeptDraft, KeptDrafts } from '../unsaved/kept-drafts.ts';
import { UnsavedChanges } from '../unsaved/unsaved-changes.ts';
import type { PlainWebhook } from './plain-webhook.ts';
import { contentOf, type PanelSubject, type StoredWebhook } from './stored-webhook.ts';
import { contentFrom, fieldsOf } from './webhook-fields.ts';
import { WebhookRecord } from './webhook-record.ts';
import { withCredentialsOf, withoutCredentials } from './without-credentials.ts';

export interface EditingOptions {
  readonly studio: Studio;
  readonly subject: PanelSubject;
  readonly drafts: KeptDrafts;
  /** Nothing until its script has come; the plain fields where that does not come. */
  readonly editor: () => WebhookEditor | PlainWebhook | null;
}

type TestRequest = HTMLElementEventMap['test-request']['detail'];

/** A webhook while somebody edits it: what is kept in the browser, how it is saved and tested, and what others did meanwhile. */
export class WebhookEditing {
  readonly record: WebhookRecord;
  problem: ApiError | undefined;
  /** Somebody else has saved another version. */
  conflict: Conflict<StoredWebhook> | undefined;
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

  /** What was kept before, the latest first, until somebody has said of each what becomes of it. */
  get found(): readonly FoundDraft[] {
    return this.#unsaved.found;
  }

  /** Shows what is stored, or what a new one begins with, and what was begun of that. */
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
   * What others did since stays where it was not changed here. Elsewhere it was changed in the version that it began with,
   * so that saving it finds out what they did.
   */
  restore(): void {
    const editor = this.#editor;
    const found = editor && this.#unsaved.restored();
    if (!found) return;
    this.record.beginWith(found.version);
    const before = fieldsOf(editor.wholeContent);
    editor.restore(contentFrom(withCredentialsOf(before, withChanges(before, found.changes))));
  }

  discard(): void {
    this.#unsaved.discarded();
    this.#host.requestUpdate();
  }

  /** While two versions stand side by side, what was chosen of them is checked first, and then asked to be saved. */
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

  /** What was chosen is still to be saved, over the version that was chosen from. */
  settle({ stored, choice }: Conflict<StoredWebhook>): void {
    this.record.take(stored);
    this.conflict = undefined;
    this.#show(contentOf(stored));
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

  /** Removes the version that is edited, or another one that was seen; the one that is there where that is a third. */
  async remove(seen?: StoredWebhook): Promise<'removed' | 'refused' | StoredWebhook> {
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
    const changes = changesBetween(withoutCredentials(base ?? {}), withoutCredentials(mine ?? {}));
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
      const [base, fields] = [shown(this.record.content), shown(contentOf(stored))];
      this.conflict = new Conflict(fieldsOf(editor.wholeContent), base, { stored, fields });
    } else if (diagnostics.length > 0 && editor) editor.diagnostics = diagnostics;
    else this.problem = status === 404 && this.record.stored ? removedMeanwhile(problem) : problem;
  }

  /** The page asks before it is left while there is something to save. */
  #tell(): void {
    this.#host.requestUpdate();
    this.#host.dispatchEvent(new CustomEvent('modified', { bubbles: true }));
  }
}

function removedMeanwhile({ code, status }: ApiError): ApiError {
  const message =
    'Somebody has removed this webhook meanwhile. What you changed is kept in this browser: load the page again to make a new webhook of it.';
  return new ApiError(code, status, message);
}
