import { LitElement } from 'lit';
import { hasErrors } from '../../diagnostics/diagnostic.ts';
import type { WebhookDiagnostic } from '../../webhook/diagnostic.ts';
import type { AnyCatalogue, EventCatalogue, EventMap } from '../../webhook/events/event-catalogue.ts';
import { processEvents } from '../../webhook/events/process-events.ts';
import { aCatalogue } from '../../webhook/webhook-options.ts';
import { type Draft, draftOf } from './draft.ts';
import { EditedWebhook } from './edited-webhook.ts';
import { verdictOf } from './verdict.ts';

export const processCatalogue = processEvents as EventCatalogue<EventMap>;

/** A webhook as a control of a form: what the form sends, when it may be sent, and what a page hears of edits. */
export abstract class FormWebhook extends LitElement {
  static readonly formAssociated = true;
  static override readonly properties = {
    value: { type: Object, noAccessor: true },
    events: { attribute: false, noAccessor: true },
    disabled: { type: Boolean, reflect: true },
  };

  declare disabled: boolean;
  protected readonly webhook = new EditedWebhook(processCatalogue, () => this.#onChecked());
  readonly #internals = this.attachInternals();
  #initial: object | null | undefined;
  #isDisabledByForm = false;
  #isEdited = false;

  constructor() {
    super();
    this.disabled = false;
  }

  /** The configuration as it is to be saved; the attribute has it as JSON. A form's reset goes back to what was set last. */
  get value(): Record<string, unknown> {
    return this.webhook.config;
  }

  set value(config: object | null | undefined) {
    this.#initial = config;
    this.#take(config);
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

  /** What was found when the configuration was last checked, a moment after the last edit. */
  get diagnostics(): readonly WebhookDiagnostic[] {
    return this.webhook.diagnostics ?? [];
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
    this.#take(this.#initial);
  }

  formDisabledCallback(isDisabled: boolean): void {
    this.#isDisabledByForm = isDisabled;
    this.requestUpdate();
  }

  /** What the browser kept has no credentials: those stay as they are. */
  formStateRestoreCallback(state: unknown): void {
    if (typeof state !== 'string') return;
    const { authentication } = this.value;
    this.#take({ ...JSON.parse(state), ...(authentication !== undefined && { authentication }) });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#refresh();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.webhook.stop();
  }

  protected get isDisabled(): boolean {
    return this.disabled || this.#isDisabledByForm;
  }

  /** Changes what the fields hold, as somebody does who types. */
  protected edit(change: (draft: Draft) => void): void {
    change(this.webhook.draft);
    this.#isEdited = true;
    this.#refresh();
    this.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
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

  #take(config: unknown): void {
    this.webhook.draft = draftOf(config);
    this.#refresh();
  }

  #refresh(): void {
    const { value } = this;
    const { authentication: _, ...kept } = value;
    this.#internals.setFormValue(JSON.stringify(value), JSON.stringify(kept));
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
    const { diagnostics, payloadOutput } = this.webhook;
    const isWrong = !diagnostics || hasErrors(diagnostics);
    const { sentence } = verdictOf(diagnostics, payloadOutput);
    this.#internals.setValidity({ customError: isWrong }, isWrong ? sentence : '', this.anchor);
  }
}
