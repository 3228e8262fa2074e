import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { count } from '../../diagnostics/catalogue/list.ts';
import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import { applyFix } from '../../diagnostics/fixes/apply-fix.ts';
import { applyFixes } from '../../diagnostics/fixes/apply-fixes.ts';
import type { AnyCatalogue } from '../../webhook/events/event-catalogue.ts';
import { recipientPlaceholder } from '../../webhook/placeholders.ts';
import type { KnownReceiver } from '../../webhook/receivers/receiver.ts';
import { secretsOf, type UnshownSecret } from '../../webhook/secrets/secrets.ts';
import { aCatalogue, aListOfReceivers } from '../../webhook/webhook-options.ts';
import { galleryLoaded } from '../check/known-receivers.ts';
import { type Help, loadHelp } from '../template-assistance.ts';
import { AboveBar } from './above-bar.ts';
import { colors } from './colors.ts';
import { ConnectionTestState, readTestResult, type TestResult } from './connection-test.ts';
import {
  concernedEvents,
  type DiagnosticsModel,
  type FoundDiagnostic,
  firstProblem,
  problemList,
  type ReportedDiagnostic,
  readDiagnostics,
  unknownAmong,
  type Verdict,
  verdictLine,
  verdictOf,
} from './diagnostics.ts';
import { EditedWebhook, isSameCatalogue, processCatalogue } from './edited-webhook.ts';
import { EditorFields } from './editor-fields.ts';
import {
  contentOf,
  contentWithoutSecrets,
  type EditedContent,
  eventOfField,
  type FormValues,
  fieldAndLineOf,
  homeOf,
  isSameContent,
  savedValues,
  shownContent,
  signingSecretText,
  valuesOf,
  wholeContentOf,
} from './form-values.ts';
import { HeldPointer } from './held-pointer.ts';
import { emptyMessage, MessageState } from './message-state.ts';
import { PayloadTools } from './payload-tools.ts';
import { PreviewState } from './preview.ts';
import { type EditorCapabilities, readCapabilities, webhookFields } from './settings.ts';
import { styles } from './styles.ts';

/**
 * `<webhook-editor>`: the fields of a webhook, its diagnostics, and the exact request for each event. In a form, it
 * submits its configuration as JSON under its `name`, and prevents submission while the configuration has errors.
 *
 * Events: `config-change` and `input` with every edit, `change` when an edited field loses the focus, `check` after a
 * check; `save-request` and `test-request` if its capabilities include the buttons for these.
 */
export class WebhookEditor extends LitElement {
  static readonly formAssociated = true;
  static override readonly properties = {
    config: { type: Object, noAccessor: true },
    events: { attribute: false, noAccessor: true },
    receivers: { attribute: false, noAccessor: true },
    disabled: { type: Boolean, reflect: true },
  };
  static override readonly shadowRootOptions: ShadowRootInit = {
    ...LitElement.shadowRootOptions,
    delegatesFocus: true,
  };
  static override readonly styles = [colors, styles];

  declare disabled: boolean;
  readonly #webhook = new EditedWebhook(processCatalogue, () => this.#onChecked());
  readonly #internals = this.attachInternals();
  #capabilities = readCapabilities({});
  #reported: readonly FoundDiagnostic[] = [];
  /** The content that was last set or saved. */
  #saved: EditedContent = contentOf(valuesOf({}));
  #isDisabledByForm = false;
  #isEdited = false;
  /** Whether it was saved, and not changed since. */
  #isSaved = false;
  readonly #fields = new EditorFields(this, {
    webhook: this.#webhook,
    edit: change => this.#edit(change),
    submit: () => this.#submit(),
    moved: cursor => {
      this.#preview.moved(cursor);
    },
    shownWords: () => this.#message.fieldsOf(this.#webhook.values, this.#webhook.catalogue),
    reveal: field => this.#showWords(eventOfField(field)),
  });
  readonly #message = new MessageState();
  #help: Help | undefined;
  /** The message that a payload was, until something else is set or saved. */
  #wasMessage: FormValues['message'];
  readonly #preview = new PreviewState({
    webhook: this.#webhook,
    changed: () => this.requestUpdate(),
    point: (field, source) => this.#fields.link(field, source),
    goTo: (field, source) => this.#goTo(field, source),
  });
  readonly #test = new ConnectionTestState(
    this.#webhook,
    event => this.#tell('test-request', { event }),
    () => this.requestUpdate(),
    focus => this.#fields.focus(focus),
  );
  readonly #tools = new PayloadTools({
    webhook: this.#webhook,
    fields: {
      editor: field => this.#fields.editor(field),
      focus: name => this.#fields.focus(name),
    },
    field: () => this.#message.fieldsOf(this.#webhook.values, this.#webhook.catalogue).at(-1) ?? 'payload',
    changed: () => this.requestUpdate(),
  });
  readonly #pointer = new HeldPointer();
  readonly #aboveBar = new AboveBar({
    root: () => this.renderRoot,
    released: () => this.#pointer.released,
  });
  #view: 'edit' | 'preview' = 'edit';

  constructor() {
    super();
    this.disabled = false;
  }

  /**
   * The configuration to save; the attribute takes it as JSON. A stored secret is `{ "set": true }` in it. Resetting a
   * form restores the configuration that was last set.
   */
  get config(): Record<string, unknown> {
    return this.#webhook.config;
  }

  set config(config: object | null | undefined) {
    this.#set(valuesOf(config, this.signingSecret));
  }

  /**
   * The signing secret: `{ "set": true }` if it is stored, `null` if the stored one is to be removed, undefined if
   * there is none.
   */
  get signingSecret(): string | UnshownSecret | null | undefined {
    return contentOf(this.#webhook.values).signingSecret;
  }

  set signingSecret(signingSecret: string | UnshownSecret | null | undefined) {
    this.#set({ ...this.#webhook.values, signingSecret: signingSecretText(signingSecret) });
  }

  /** The configuration and the signing secret, in the form that a page sends to its server. */
  get content(): EditedContent {
    return contentOf(this.#webhook.values);
  }

  /** The contents of all fields except for secrets that were typed, for a page that keeps unsaved changes. */
  get contentWithoutSecrets(): EditedContent {
    return contentWithoutSecrets(this.#webhook.values);
  }

  /** Writes a content into the fields as if somebody had typed it: it counts as unsaved. */
  restore({ config, signingSecret }: EditedContent): void {
    this.#edit(values => Object.assign(values, valuesOf(config, signingSecret)));
  }

  /**
   * Writes another draft of the URL, the payload or both, which nobody typed: it counts as unsaved, and undo in these fields
   * stops there. Default: the text as it is.
   */
  redraft({
    url,
    payload,
  }: {
    readonly url?: string | undefined;
    readonly payload?: string | undefined;
  }): void {
    this.#edit(values => {
      values.url = url ?? values.url;
      values.payload = payload ?? values.payload;
    });
  }

  /** Whether something was changed since the configuration was set or saved. */
  get isModified(): boolean {
    return !isSameContent(this.content, this.#saved);
  }

  /**
   * Call it when the page has saved this content: its secrets are stored from now on. Changes since it was sent stay,
   * and are still unsaved.
   */
  markSaved(content: EditedContent): void {
    const { values } = this.#webhook;
    this.#isSaved = isSameContent(content, this.content);
    if (this.#isSaved) this.#webhook.values = savedValues(values);
    this.#saved = contentOf(savedValues(valuesOf(content.config, content.signingSecret)));
    this.#refresh();
  }

  /**
   * The features that the page enables. Default: editing, without buttons.
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
   * The catalogue of events, made by `defineEvents`. Default: `processEvents`. Setting one with the same events and samples
   * changes nothing; with another one, the preview begins anew with its samples.
   *
   * @throws {TypeError} for anything else.
   */
  get events(): AnyCatalogue {
    return this.#webhook.catalogue;
  }

  set events(catalogue: AnyCatalogue) {
    const given = aCatalogue(catalogue, 'events');
    // A page may set it at every render, and the samples that somebody wrote belong to it.
    if (isSameCatalogue(given, this.#webhook.catalogue)) return;
    this.#webhook.catalogue = given;
    this.#refresh();
  }

  /**
   * Receivers that a webhook may name besides those of `hookplate/receivers`. Default: none.
   *
   * @throws {TypeError} for anything else.
   */
  get receivers(): readonly KnownReceiver[] {
    return this.#webhook.receivers;
  }

  set receivers(receivers: readonly KnownReceiver[]) {
    this.#webhook.receivers = aListOfReceivers(receivers, 'receivers');
    this.#refresh();
  }

  /**
   * The diagnostics of the last check, which runs a moment after the last edit, and those set by the page: a page whose
   * server refuses the webhook sets the server's. They are dropped with the next edit.
   */
  get diagnostics(): readonly FoundDiagnostic[] {
    const found = this.#webhook.allDiagnostics;
    return [...found, ...unknownAmong(this.#reported, found)];
  }

  set diagnostics(reported: readonly ReportedDiagnostic[]) {
    this.#reported = readDiagnostics(reported, 'diagnostics');
    this.#judge();
    this.requestUpdate();
  }

  /**
   * Shows the request for an event with these facts in place of the catalogue's sample, as if somebody had written them as sample
   * data; facts that are left out are those of the sample.
   *
   * @throws {TypeError} for an event that the catalogue does not have, and for facts that it does not accept.
   */
  showSample(event: string, facts: object): void {
    this.#preview.showSample(event, facts);
  }

  /** Moves the focus to a field, by the name that diagnostics have for it, and selects a part of its text. */
  select(field: string, range: SourceRange): void {
    this.#goTo(field, range);
  }

  get form(): HTMLFormElement | null {
    return this.#internals.form;
  }

  /** Whether the configuration has no errors in its current state. */
  checkValidity(): boolean {
    this.#flush();
    return this.#internals.checkValidity();
  }

  /** Like `checkValidity`, but makes the browser show the mistake. */
  reportValidity(): boolean {
    this.#flush();
    return this.#internals.reportValidity();
  }

  /** The result of the last test: set it when your server has answered `test-request`. */
  set testResult(result: TestResult | undefined) {
    this.#test.end(result && readTestResult(result, 'testResult'));
  }

  /** The content including settings that its method does not use, such as the payload of a GET. */
  get wholeContent(): EditedContent {
    return wholeContentOf(this.#webhook.values);
  }

  /** A content after it went through the fields: only differences from that are edits by somebody. */
  asEdited(content: EditedContent): EditedContent {
    return shownContent(content);
  }

  /** Asks the page to save, like the button *Save*; if there are errors, shows the first of them instead. */
  save(): void {
    if (!this.#isDisabled) this.#ask(() => this.#tell('save-request'));
  }

  formResetCallback(): void {
    this.#set(valuesOf(this.#saved.config, this.#saved.signingSecret));
  }

  formDisabledCallback(isDisabled: boolean): void {
    this.#isDisabledByForm = isDisabled;
    this.requestUpdate();
  }

  /** The browser's saved state has no credentials: the current ones stay. */
  formStateRestoreCallback(state: unknown): void {
    if (typeof state !== 'string') return;
    const { authentication } = this.config;
    this.config = { ...JSON.parse(state), ...(authentication !== undefined && { authentication }) };
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#pointer.connect();
    // Controls that a page shows as long as this element is not defined are not submitted any more.
    for (const control of this.querySelectorAll('input, select, textarea, button'))
      control.toggleAttribute('disabled', true);
    void galleryLoaded.then(() => this.requestUpdate());
    void this.updateComplete.then(() => this.#withHelp());
    this.#refresh();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#pointer.disconnect();
    this.#aboveBar.left();
    this.#webhook.stop();
    this.#fields.end();
  }

  protected override render(): TemplateResult {
    const found = this.#found;
    return html`<div
      class="panel"
      @input=${keepInside}
      @change=${keepInside}
      @focusin=${({ target }: FocusEvent) => this.#aboveBar.focused(target as Element)}
      @focusout=${() => this.#left()}
      @keydown=${(event: KeyboardEvent) => this.#onKey(event)}
    >
      <div class="columns show-${this.#view}">
        ${viewTabs(this.#view, view => this.#show(view))}
        <div class="settings" id="edit">${this.#settings(found)}</div>
        ${this.#testPanel()}
        ${this.#requestPreview(found)}
      </div>
      ${this.#bar(found)}
    </div>`;
  }

  /** Leaving a field checks it, and problems that go or come would move what is being clicked from under the pointer. */
  protected override async scheduleUpdate(): Promise<void> {
    await this.#pointer.released;
    super.scheduleUpdate();
  }

  protected override updated(): void {
    this.#fields.setEnabled(!this.#isDisabled);
  }

  get #isDisabled(): boolean {
    return this.disabled || this.#isDisabledByForm || !this.#capabilities.edit;
  }

  get #verdict(): Verdict {
    const { diagnostics, payloadOutput: output, checkedReceiver: receiver, isVarying } = this.#webhook;
    return verdictOf(diagnostics && this.diagnostics, { output, receiver, isVarying });
  }

  /** Over what was proved, what the receiver answered counts. */
  get #shownVerdict(): Pick<DiagnosticsModel, 'verdict' | 'attend'> {
    const verdict = this.#verdict;
    const { first, kind } = verdict;
    const attend = first && (() => this.#goTo(first.field, first.range));
    if (attend && kind !== 'warned') return { verdict, attend };
    const { refusal } = this.#test;
    if (kind === 'unknown' || refusal === undefined) return { verdict, attend };
    return {
      verdict: { kind: 'unsafe', sentence: refusal, errors: 0 },
      attend: () => this.#fields.focus('test-panel'),
    };
  }

  /** Changes the values as if somebody had typed. */
  #edit(change: (values: FormValues) => void): void {
    change(this.#webhook.values);
    this.#isEdited = true;
    this.#isSaved = false;
    this.#reported = [];
    this.#tools.edited();
    this.#test.edited();
    this.#refresh();
    this.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    this.#tell('config-change');
  }

  /** Raises an event with the content in its detail. */
  #tell(type: string, more: object = {}): void {
    this.dispatchEvent(new CustomEvent(type, { detail: { ...this.content, ...more }, bubbles: true }));
  }

  /** What is not checked at once is not valid yet. */
  #flush(): void {
    this.#webhook.flush();
    if (!this.#webhook.diagnostics) this.#judge();
  }

  #left(): void {
    this.#aboveBar.left();
    this.#commit();
  }

  /** A field loses the focus: the edit is complete, and a form may be submitted next. */
  #commit(): void {
    this.#flush();
    if (!this.#isEdited) return;
    this.#isEdited = false;
    this.dispatchEvent(new Event('change', { bubbles: true }));
  }

  /** Submits the form, or saves if there is none, when Enter is pressed in a single-line field. */
  #submit(): void {
    this.#commit();
    if (this.form) this.form.requestSubmit();
    else if (this.#capabilities.save) this.save();
  }

  #set(values: FormValues): void {
    this.#wasMessage = undefined;
    this.#webhook.values = values;
    this.#saved = this.content;
    this.#isSaved = false;
    this.#reported = [];
    this.#test.edited();
    this.#refresh();
  }

  #refresh(): void {
    const value = JSON.stringify(this.config);
    const { authentication, ...kept } = this.contentWithoutSecrets.config;
    const hasSecrets =
      authentication !== undefined || secretsOf(this.config, { level: 'declared' }).length > 0;
    this.#internals.setFormValue(value, hasSecrets ? JSON.stringify(kept) : value);
    if (this.isConnected) this.#webhook.check();
    if (!this.#webhook.diagnostics) this.#judge();
    this.requestUpdate();
  }

  #onChecked(): void {
    this.#judge();
    this.#preview.checked();
    this.#fields.showChecked();
    this.requestUpdate();
    this.dispatchEvent(new Event('check', { bubbles: true }));
  }

  #judge(): void {
    const { kind, sentence } = this.#verdict;
    const isWrong = kind === 'unsafe' || kind === 'unknown';
    this.#internals.setValidity({ customError: isWrong }, isWrong ? sentence : '', this.#fields.anchor);
  }

  #settings(found: DiagnosticsModel): TemplateResult {
    const { diagnostics } = found;
    const { values, catalogue, receiver } = this.#webhook;
    return webhookFields({
      ...this.#fields.model,
      wordsOf: this.#message.eventOf(values, catalogue),
      help: this.#help,
      showWords: event => this.#showWords(event),
      editPayload: this.#webhook.payloadOfMessage === undefined ? undefined : () => this.#editPayload(),
      undoPayload: this.#wasMessage && (() => this.#writeWords(changed => this.#takeBack(changed))),
      writeMessage:
        receiver?.message &&
        (() =>
          this.#writeWords(changed => {
            changed.message = emptyMessage();
          })),
      capabilities: this.capabilities,
      payloadTools: this.#tools.model,
      isDisabled: this.#isDisabled,
      isWrong: field => diagnostics.some(each => each.field === field && each.severity === 'error'),
      problemsAt: home => {
        const own = diagnostics.filter(({ field }) => homeOf(field, values) === home);
        return problemList(home, own, found);
      },
    });
  }

  #requestPreview(found: DiagnosticsModel): TemplateResult {
    const help = this.#help;
    // The same place, before its content comes.
    if (!help)
      return html`<div class="preview" id="preview" role="group" aria-label="What will be sent"><h2>What will be sent</h2></div>`;
    const preview = this.#preview;
    return html`${guard([help, ...preview.dependencies], () => help.requestPreview(preview.model, firstProblem(found)))}`;
  }

  /** Loads what is shown beside the fields, and what few need at first. */
  async #withHelp(): Promise<void> {
    if (this.#help) return;
    const help = await loadHelp();
    if (!help || this.#help) return;
    this.#help = help;
    const root = this.renderRoot as ShadowRoot;
    const sheets = [help.panelStyles, ...help.messageLookStyles].flatMap(
      ({ styleSheet }) => styleSheet ?? [],
    );
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, ...sheets];
    this.requestUpdate();
  }

  #showWords(event: string | undefined): void {
    this.#message.choose(event);
    if (event !== undefined) this.#preview.choose(event);
    this.requestUpdate();
  }

  /** The payload that a message becomes sends the same. */
  #editPayload(): void {
    const { payloadOfMessage = '', receiver, values } = this.#webhook;
    const { method = 'POST', contentType = 'application/json' } = receiver ?? {};
    const was = values.message;
    // A stored one is not known here: its place is to be filled in.
    const to = was?.to.text
      ? JSON.stringify(was.to.text).slice(1, -1).replaceAll('$', '\\$')
      : recipientPlaceholder;
    const payload = payloadOfMessage.replaceAll(recipientPlaceholder, () => to);
    this.#edit(changed =>
      Object.assign(changed, { message: undefined, method, contentType, output: '', payload }),
    );
    this.#wasMessage = was;
    this.#fields.focus('undo-payload');
  }

  /** Writes a message in place of the payload, and moves the focus there. */
  #writeWords(change: (values: FormValues) => void): void {
    this.#edit(change);
    const { values, catalogue } = this.#webhook;
    const field = this.#message.fieldsOf(values, catalogue).at(-1);
    if (field !== undefined) void this.updateComplete.then(() => this.#goTo(field, { start: 0, end: 0 }));
  }

  #takeBack(values: FormValues): void {
    values.message = this.#wasMessage;
    values.payload = '';
    this.#wasMessage = undefined;
  }

  get #found(): DiagnosticsModel {
    const webhook = this.#webhook;
    const { values, catalogue } = webhook;
    const { verdict, attend } = this.#shownVerdict;
    const checkedText = (field: string): string => webhook.checkedText(field);
    return {
      verdict,
      attend,
      diagnostics: this.diagnostics,
      isDisabled: this.#isDisabled,
      placeOf: diagnostic => fieldAndLineOf(diagnostic, { values, catalogue, checkedText }),
      eventsOf: diagnostic => concernedEvents(diagnostic, catalogue, this.#test.enabled),
      goTo: ({ field, range }) => this.#goTo(field, range),
      apply: ({ field }, fix) => this.#fields.mend(field, applyFix(webhook.checkedText(field), fix)),
      applySafe: () => {
        const { diagnostics: found = [] } = webhook;
        for (const field of new Set(found.map(each => each.field))) {
          const own = found.filter(each => each.field === field);
          this.#fields.mend(field, applyFixes(webhook.checkedText(field), own, { kind: 'safe' }));
        }
      },
    };
  }

  #testPanel(): TemplateResult | typeof nothing {
    const model =
      this.#test.isOpen && this.#test.model({ isModified: this.isModified, reason: this.#reasonNotToTest });
    return model && this.#help ? this.#help.connectionTest(model) : nothing;
  }

  /** What is to be known and done wherever the page is scrolled to. */
  #bar(found: DiagnosticsModel): TemplateResult {
    const { save, test } = this.capabilities;
    const isReadOnly = this.#isDisabled;
    return html`<div class="bar">
      ${verdictLine(found, {
        isUnsaved: save && !isReadOnly && this.isModified,
        saved: this.#isSaved ? this.#savedWords : '',
      })}
      ${
        isReadOnly || !(save || test)
          ? nothing
          : actions({
              save: save ? { reason: this.#reasonNotToSave, act: () => this.save() } : undefined,
              test: test ? { reason: this.#reasonNotToTest, act: () => this.#beginTest() } : undefined,
            })
      }
    </div>`;
  }

  /** What follows from saving. */
  get #savedWords(): string {
    if (this.#verdict.kind === 'unfinished') return 'Saved, to be filled in later.';
    const titles = this.#test.enabled.map(name => this.events.events[name]?.title ?? name);
    if (titles.length === 0) return 'Saved. Nothing is sent: no event is switched on.';
    const events = new Intl.ListFormat('en').format(titles);
    return `Saved. From now on, ${events} ${titles.length === 1 ? 'is' : 'are'} sent.`;
  }

  get #reasonNotToSave(): string {
    const { errors } = this.#verdict;
    return errors > 0 ? `Correct ${count(errors, 'error')} first.` : '';
  }

  get #reasonNotToTest(): string {
    const nothingOn = 'There is nothing to test: switch an event on first.';
    return this.#test.enabled.length === 0 ? nothingOn : this.#reasonNotToSave;
  }

  #beginTest(): void {
    if (this.#test.enabled.length > 0) void this.#withHelp().then(() => this.#ask(() => this.#test.begin()));
  }

  /** Calls `act`, unless there are errors: then the first of them is shown. */
  #ask(act: () => void): void {
    this.#commit();
    const wrong = this.diagnostics.find(({ severity }) => severity === 'error');
    if (wrong) this.#goTo(wrong.field, wrong.range);
    else act();
  }

  #onKey(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (key.toLowerCase() !== 's' || ctrlKey === metaKey || altKey || shiftKey) return;
    if (!this.capabilities.save || this.#isDisabled) return;
    event.preventDefault();
    this.save();
  }

  #show(view: 'edit' | 'preview'): void {
    this.#view = view;
    this.requestUpdate();
  }

  /** Shows the field first, if it is hidden. */
  #goTo(field: string, range: SourceRange): void {
    this.#show('edit');
    void this.updateComplete.then(() => this.#fields.goTo(field, range));
  }
}

interface ActionsModel {
  /** Each is undefined without its button. */
  readonly save: Action | undefined;
  readonly test: Action | undefined;
}

interface Action {
  /** Empty if it can be used. */
  readonly reason: string;
  readonly act: () => void;
}

/** *Test Connection* and *Save*. A disabled button can still be focused, and says why. */
function actions({ save, test }: ActionsModel): TemplateResult {
  const reasons = new Set([save?.reason, test?.reason].filter(reason => reason));
  return html`<div class="actions buttons">
    <span id="reason" class="hint">${[...reasons].join(' ')}</span>
    ${test ? button('Test Connection', 'test', test) : nothing} ${save ? button('Save', 'save', save) : nothing}
  </div>`;
}

function button(name: string, field: 'save' | 'test', { reason, act }: Action): TemplateResult {
  const isOff = reason !== '';
  return html`<button
    type="button"
    class=${field === 'save' ? 'primary' : 'plain'}
    data-field=${field}
    aria-disabled=${isOff ? 'true' : nothing}
    aria-describedby=${isOff ? 'reason' : nothing}
    aria-keyshortcuts=${field === 'save' ? 'Control+S Meta+S' : nothing}
    @click=${act}
  >
    ${name}
    ${field === 'save' ? html`<kbd aria-hidden="true">${saveKey}</kbd>` : nothing}
  </button>`;
}

const saveKey = /^(?:Mac|iP)/.test(navigator.platform) ? '⌘S' : 'Ctrl+S';

type View = 'edit' | 'preview';

const views: readonly (readonly [view: View, title: string])[] = [
  ['edit', 'Edit'],
  ['preview', 'Preview'],
];

/** Without room for both, the fields and the preview take turns. */
function viewTabs(shown: View, show: (view: View) => void): TemplateResult {
  return html`<div
    class="views"
    role="tablist"
    aria-label="View"
    @keydown=${(event: KeyboardEvent) => {
      if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
      event.preventDefault();
      show(shown === 'edit' ? 'preview' : 'edit');
      const tabs = (event.currentTarget as HTMLElement).children;
      for (const tab of tabs) if (tab instanceof HTMLElement && tab.id !== `view-${shown}`) tab.focus();
    }}
  >
    ${views.map(
      ([view, title]) => html`<button
        type="button"
        role="tab"
        id="view-${view}"
        aria-selected=${view === shown}
        aria-controls=${view}
        tabindex=${view === shown ? 0 : -1}
        @click=${() => show(view)}
      >
        ${title}
      </button>`,
    )}
  </div>`;
}

/** Pages should hear only the element's own events. */
function keepInside(event: Event): void {
  event.stopPropagation();
}

/** Makes the element known to the page, which may load two copies of the package. */
export function defineEditor(): void {
  if (!customElements.get('webhook-editor')) customElements.define('webhook-editor', WebhookEditor);
}
