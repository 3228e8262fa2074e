import { LitElement } from 'lit';
import type { AnyCatalogue } from '../../webhook/events/event-catalogue.ts';
import { aCatalogue } from '../../webhook/webhook-options.ts';
import { type EditorCapabilities, readCapabilities } from './capabilities.ts';
import { contentOf, contentWithoutSecrets, type EditedContent, isSame, savedDraft } from './content.ts';
import { type Draft, draftOf } from './draft.ts';
import { EditedWebhook, processCatalogue } from './edited-webhook.ts';
import { type FoundProblem, type ReportedProblem, readProblems, unknownAmong } from './found-problem.ts';
import { signingSecretText, type UnshownSecret } from './secrets/secret-text.ts';
import { type Verdict, verdictOf } from './verdict.ts';

/** A webhook as a control of a form: what the form sends, when it may be sent, and what a page hears of edits. */
export abstract class FormWebhook extends LitElement {
  static readonly formAssociated = true;
  static override readonly properties = {
    config: { type: Object, noAccessor: true },
    events: { attribute: false, noAccessor: true },
    disabled: { type: Boolean, reflect: true },
  };

  declare disabled: boolean;
  protected readonly webhook = new EditedWebhook(processCatalogue, () => this.#onChecked());
  readonly #internals = this.attachInternals();
  #capabilities = readCapabilities({});
  #reported: readonly FoundProblem[] = [];
  /** What was set or saved last. */
  #saved: EditedContent = contentOf(draftOf({}));
  #isDisabledByForm = false;
  #isEdited = false;

  constructor() {
    super();
    this.disabled = false;
  }

  /**
   * The configuration as it is to be saved; the attribute has it as JSON. A secret that is stored is `{ "set": true }` in it.
   * A form's reset goes back to what was set last.
   */
  get config(): Record<string, unknown> {
    return this.webhook.config;
  }

  set config(config: object | null | undefined) {
    this.#set(draftOf(config, this.signingSecret));
  }

  /** What signs requests: `{ "set": true }` where it is stored, `null` where that is to be removed, undefined without one. */
  get signingSecret(): string | UnshownSecret | null | undefined {
    return contentOf(this.webhook.draft).signingSecret;
  }

  set signingSecret(signingSecret: string | UnshownSecret | null | undefined) {
    this.#set({ ...this.webhook.draft, signingSecret: signingSecretText(signingSecret) });
  }

  /** The configuration and the signing secret, as a page sends them to its server. */
  get content(): EditedContent {
    return contentOf(this.webhook.draft);
  }

  /** All that the fields hold without the secrets that were typed, for a page that keeps what was not saved yet. */
  get contentWithoutSecrets(): EditedContent {
    return contentWithoutSecrets(this.webhook.draft);
  }

  /** Writes a content into the fields as somebody does who types it: it is still to be saved. */
  restore({ config, signingSecret }: EditedContent): void {
    this.edit(draft => Object.assign(draft, draftOf(config, signingSecret)));
  }

  /** Whether something was changed since the configuration was set or saved. */
  get isModified(): boolean {
    return !isSame(this.content, this.#saved);
  }

  /**
   * The page saved this content: its secrets are stored from now on. What was changed since it was sent stays, and is still
   * to be saved.
   */
  markSaved(content: EditedContent): void {
    const { draft } = this.webhook;
    if (isSame(content, this.content)) this.webhook.draft = savedDraft(draft);
    this.#saved = contentOf(savedDraft(draftOf(content.config, content.signingSecret)));
    this.#refresh();
  }

  /**
   * What people may do here. Default: to edit, without buttons.
   *
   * @throws {TypeError} for a capability that is unknown or invalid.
   */
  get capabilities(): EditorCapabilities {
    return this.#capabilities;
  }

  set capabilities(capabilities: Partial<EditorCapabilities>) {
    this.#capabilities = readCapabilities(capabilities, 'capabilities');
    this.requestUpdate();
  }

  /**
   * The catalogue of events, as `defineEvents` makes it. Default: `processEvents`.
   *
   * @throws {TypeError} for anything else.
   */
  get events(): AnyCatalogue {
    return this.webhook.catalogue;
  }

  set events(catalogue: AnyCatalogue) {
    this.webhook.catalogue = aCatalogue(catalogue, 'events');
    this.#refresh();
  }

  /**
   * What was found when the configuration was last checked, a moment after the last edit, and what the page found beside
   * that. A page that was refused by its server sets what the server says; it is forgotten with the next edit.
   */
  get diagnostics(): readonly FoundProblem[] {
    const found = this.webhook.problems;
    return [...found, ...unknownAmong(this.#reported, found)];
  }

  set diagnostics(reported: readonly ReportedProblem[]) {
    this.#reported = readProblems(reported, 'diagnostics');
    this.#judge();
    this.requestUpdate();
  }

  get form(): HTMLFormElement | null {
    return this.#internals.form;
  }

  /** Whether the configuration has no errors as it is now. */
  checkValidity(): boolean {
    this.webhook.flush();
    return this.#internals.checkValidity();
  }

  /** The same; the browser shows what is wrong. */
  reportValidity(): boolean {
    this.webhook.flush();
    return this.#internals.reportValidity();
  }

  formResetCallback(): void {
    this.#set(draftOf(this.#saved.config, this.#saved.signingSecret));
  }

  formDisabledCallback(isDisabled: boolean): void {
    this.#isDisabledByForm = isDisabled;
    this.requestUpdate();
  }

  /** What the browser kept has no credentials: those stay as they are. */
  formStateRestoreCallback(state: unknown): void {
    if (typeof state !== 'string') return;
    const { authentication } = this.config;
    this.config = { ...JSON.parse(state), ...(authentication !== undefined && { authentication }) };
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // What a page shows where this element is not defined: from now on the form sends it no more.
    for (const control of this.querySelectorAll('input, select, textarea, button'))
      control.toggleAttribute('disabled', true);
    this.#refresh();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.webhook.stop();
  }

  protected get isDisabled(): boolean {
    return this.disabled || this.#isDisabledByForm || !this.#capabilities.edit;
  }

  /** What is known of the configuration, in one sentence. */
  protected get verdict(): Verdict {
    const { diagnostics, payloadOutput } = this.webhook;
    return verdictOf(diagnostics && this.diagnostics, payloadOutput);
  }

  /** Changes what the fields hold, as somebody does who types. */
  protected edit(change: (draft: Draft) => void): void {
    change(this.webhook.draft);
    this.#isEdited = true;
    this.#reported = [];
    this.#refresh();
    this.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    this.tell('config-change');
  }

  /** Tells the page of what is edited here. */
  protected tell(type: string, more: object = {}): void {
    this.dispatchEvent(new CustomEvent(type, { detail: { ...this.content, ...more }, bubbles: true }));
  }

  /** A field is left: what was edited is complete, and a form may be sent next. */
  protected commit(): void {
    this.webhook.flush();
    if (!this.#isEdited) return;
    this.#isEdited = false;
    this.dispatchEvent(new Event('change', { bubbles: true }));
  }

  /** Sends the form, as Enter does in a field of one line. */
  protected submit(): void {
    this.commit();
    this.#internals.form?.requestSubmit();
  }

  /** What the browser points at when the form cannot be sent. */
  protected abstract get anchor(): HTMLElement | undefined;

  /** Something was checked. */
  protected abstract showChecked(): void;

  #set(draft: Draft): void {
    this.webhook.draft = draft;
    this.#saved = this.content;
    this.#reported = [];
    this.#refresh();
  }

  #refresh(): void {
    const value = JSON.stringify(this.config);
    const { authentication, ...kept } = this.contentWithoutSecrets.config;
    const hasSecrets = authentication !== undefined || this.webhook.draft.headers.some(row => row.isSecret);
    this.#internals.setFormValue(value, hasSecrets ? JSON.stringify(kept) : value);
    if (this.isConnected) this.webhook.check();
    if (!this.webhook.diagnostics) this.#judge();
    this.requestUpdate();
  }

  #onChecked(): void {
    this.#judge();
    this.showChecked();
    this.requestUpdate();
    this.dispatchEvent(new Event('check', { bubbles: true }));
  }

  #judge(): void {
    const { kind, sentence } = this.verdict;
    const isWrong = kind !== 'safe';
    this.#internals.setValidity({ customError: isWrong }, isWrong ? sentence : '', this.anchor);
  }
}
