import type { LitElement } from 'lit';
import type { WholeReceiver } from '../../api/answers.ts';
import type { EditedContent, WebhookEditor } from '../../editor/index.ts';
import { isSuccessStatus } from '../../http/status.ts';
import { isSameOrigin } from '../../webhook/secrets/stored-secrets.ts';
import { ApiError, apiErrorOf } from '../api/api.ts';
import { pathOf } from '../frame/router.ts';
import type { Studio } from '../frame/screen.ts';
import { adoptStyles } from '../looks.ts';
import { askToSignIn } from '../parts/acting.ts';
import type { Conflict } from '../unsaved/conflict.ts';
import { changesBetween, type Fields, withChanges } from '../unsaved/fields.ts';
import {
  type FoundDraft,
  type KeptDraft,
  type KeptDrafts,
  UnsavedChanges,
} from '../unsaved/unsaved-changes.ts';
import { type DraftedTexts, FollowingDraft } from './following-draft.ts';
import type { PlainWebhook } from './plain-webhook.ts';
import {
  catalogueOf,
  contentFrom,
  type EditableWebhook,
  editableContentOf,
  fieldsOf,
  WebhookRecord,
  type WebhookSubject,
} from './stored-webhook.ts';
import { rememberTest } from './tested.ts';
import { withNamedSecretsOf, withoutNamedSecrets } from './without-named-secrets.ts';

interface EditingOptions {
  readonly studio: Studio;
  readonly subject: WebhookSubject;
  readonly drafts: KeptDrafts;
  /** The events of its catalogue. */
  readonly events: readonly string[];
  /** `null` until its script has loaded; plain fields if that fails. */
  readonly editor: () => WebhookEditor | PlainWebhook | null;
  /** Called when the unsaved changes, or what is known of the stored webhook, may have changed. */
  readonly changed: () => void;
}

type TestRequest = HTMLElementEventMap['test-request']['detail'];

/** A webhook being edited: its draft in the browser, saving and testing, and changes by others in the meantime. */
export class WebhookEditing {
  readonly record: WebhookRecord;
  problem: ApiError | undefined;
  /** Set after somebody else has saved another version. */
  conflict: Conflict<EditableWebhook> | undefined;
  /** Loaded with the first conflict. */
  conflictView: typeof import('../unsaved/conflict.ts').conflictView | undefined;
  isSaving = false;
  readonly #host: LitElement;
  readonly #options: EditingOptions;
  readonly #unsaved: UnsavedChanges;
  readonly #followingDraft: FollowingDraft;

  constructor(host: LitElement, options: EditingOptions) {
    const { studio, subject, drafts, events } = options;
    this.#host = host;
    this.#options = options;
    this.record = new WebhookRecord(studio.api, subject);
    this.#unsaved = new UnsavedChanges(host, {
      drafts,
      id: () => this.record.stored?.id ?? subject.id,
      read: () => this.#draft,
    });
    this.#followingDraft = new FollowingDraft({
      names: events,
      read: () => this.#editor?.wholeContent.config ?? {},
      draft: (receiver, events) => this.#draftOf(receiver, events),
      write: texts => this.#editor?.redraft(texts),
    });
  }

  /** Drafts that the user has yet to be asked about, latest first. */
  get found(): readonly FoundDraft[] {
    return this.#unsaved.found;
  }

  /** Shows the stored version or the one that a new webhook begins with, and restores a new one from its draft. */
  begin(): void {
    this.#show(this.#options.subject.begun ?? this.record.content);
    if (this.found[0]?.version === 0) this.restore();
  }

  changed(): void {
    const editor = this.#editor;
    if (editor) this.conflict = this.conflict?.edited(fieldsOf(editor.wholeContent));
    this.#unsaved.changed();
    void this.#followingDraft.follow();
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
    this.#followingDraft.begin();
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
      const editor = this.#editor;
      editor?.markSaved(content);
      this.#unsaved.keep();
      // The other one says so itself, with what follows.
      if (!editor || !('testResult' in editor)) this.#options.studio.announce('Saved.');
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
    this.#followingDraft.begin();
    this.#tell();
  }

  /** Goes on from a version that this page has stored beside the editor, unless others have stored one before it. */
  async follow(version: number): Promise<void> {
    const { record } = this;
    if (version !== record.version + 1) return;
    const stored = await record.current().catch(() => undefined);
    if (stored?.version !== version) return;
    record.take(stored);
    if (!this.#editor?.isModified) this.#show(record.content);
    this.#tell();
  }

  async test({ event, ...content }: TestRequest): Promise<void> {
    const editor = this.#editor;
    if (!editor || !('testResult' in editor)) return;
    try {
      const answer = await this.record.test(content, event);
      editor.testResult = { ...answer, note: signingNote(content, this.record.stored) };
      const { outcome } = answer.attempt;
      if (outcome.kind === 'answered' && isSuccessStatus(outcome.status)) rememberTest();
    } catch (error) {
      const problem = apiErrorOf(error);
      askToSignIn(problem);
      const { message, diagnostics } = problem;
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
      askToSignIn(problem);
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
    this.#followingDraft.begin();
    this.#host.requestUpdate();
  }

  async #draftOf(receiver: string, events: readonly string[]): Promise<DraftedTexts | undefined> {
    const { studio, subject } = this.#options;
    const query = { catalogue: catalogueOf(subject.initial.config), events: events.join() };
    try {
      return await studio.api.get<WholeReceiver>(pathOf('api', 'receivers', receiver), { query });
    } catch (error) {
      if (apiErrorOf(error).status === 404) return undefined;
      throw error;
    }
  }

  async #refused(problem: ApiError): Promise<void> {
    askToSignIn(problem);
    const editor = this.#editor;
    const { status, diagnostics } = problem;
    const stored = status === 412 && editor ? await this.record.current().catch(() => undefined) : undefined;
    const found = stored && editor && (await import('../unsaved/conflict.ts').catch(() => undefined));
    if (found) {
      if (!this.conflictView) adoptStyles(found.conflictStyles);
      this.conflictView = found.conflictView;
      const shown = (content: EditedContent): Fields => fieldsOf(editor.asEdited(content));
      const [base, fields] = [shown(this.record.content), shown(editableContentOf(stored))];
      this.conflict = new found.Conflict(fieldsOf(editor.wholeContent), base, { stored, fields });
    } else if (diagnostics.length > 0 && editor) editor.diagnostics = diagnostics;
    else this.problem = status === 404 && this.record.stored ? removedMeanwhile(problem) : problem;
  }

  #tell(): void {
    this.#host.requestUpdate();
    this.#options.changed();
  }
}

/** What a test of unsaved changes says of a secret that is only made when they are saved; undefined if there is none. */
function signingNote(
  { config: { url }, signingSecret }: EditedContent,
  stored: EditableWebhook | undefined,
): string | undefined {
  // One that was written, or that is to be removed.
  if (typeof signingSecret === 'string' || signingSecret === null) return undefined;
  if (!stored) return 'Not signed: the secret is made when you save.';
  const { url: storedUrl } = stored.config ?? {};
  const hasMoved = !isSameOrigin(String(url), String(storedUrl));
  // One that somebody has brought along is asked for again, before anything is sent.
  return hasMoved && stored.signingSecret !== undefined
    ? 'Signed with a secret of its own, as the webhook leads to another server now: the one for that server is made when you save.'
    : undefined;
}

function removedMeanwhile({ code, status }: ApiError): ApiError {
  const message =
    'This webhook has been removed in the meantime. Your changes are kept in this browser: load the page again to make a new webhook of it.';
  return new ApiError(code, status, message);
}
