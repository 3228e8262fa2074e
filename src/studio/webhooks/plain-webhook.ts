import { css, html, LitElement, type TemplateResult } from 'lit';
import type { EditedContent, ReportedDiagnostic } from '../../editor/index.ts';
import {
  bodySettings,
  type FieldName,
  lineFields,
  settingIn,
  settings,
} from '../../webhook/config/settings.ts';
import type { AnyCatalogue } from '../../webhook/events/event-catalogue.ts';
import { eventsName } from '../../webhook/events/events-name.ts';
import { actionButton } from '../parts/acting.ts';
import { type Field, field } from '../parts/form.ts';
import { changesBetween } from '../unsaved/fields.ts';
import type { DraftedTexts } from './following-draft.ts';
import { fieldsOf } from './stored-webhook.ts';

/** Browsers check the spelling, and complete what they know. */
const helped = { spellcheck: undefined, autocomplete: undefined };

type Config = EditedContent['config'];

/**
 * The fields of a webhook if the editor's script failed to load: they can be saved, and the server checks them. It has
 * those properties, methods and events of the editor that keep, restore and save the content.
 */
export class PlainWebhook extends LitElement {
  static override readonly properties = { catalogue: { attribute: false } };

  declare catalogue: AnyCatalogue;
  #saved: EditedContent = { config: {} };
  /** The saved content with edits. */
  #content: EditedContent = this.#saved;
  #diagnostics: readonly ReportedDiagnostic[] = [];

  set config(config: Config) {
    this.#set({ ...this.#saved, config });
  }

  set signingSecret(signingSecret: EditedContent['signingSecret']) {
    const { config } = this.#saved;
    this.#set({ config, ...(signingSecret !== undefined && { signingSecret }) });
  }

  /** Diagnostics of the server; dropped with the next edit. */
  set diagnostics(diagnostics: readonly ReportedDiagnostic[]) {
    this.#diagnostics = diagnostics;
    this.requestUpdate();
  }

  /** The content to save, without settings that its method does not use. */
  get content(): EditedContent {
    const { config, ...beside } = this.wholeContent;
    const { method } = config;
    const used = Object.entries(config).filter(([name]) => method !== 'GET' || !bodySettings.includes(name));
    return { ...beside, config: Object.fromEntries(used) };
  }

  /** Includes settings that its method does not use: somebody may change the method back. */
  get wholeContent(): EditedContent {
    const method = this.#textOf('method').trim().toUpperCase();
    return { ...this.#content, config: withoutEmpty({ ...this.#content.config, method }) };
  }

  /** The whole content: no secret can be typed here. */
  get contentWithoutSecrets(): EditedContent {
    return this.wholeContent;
  }

  /** The content unchanged, which these fields show as it is. */
  asEdited(content: EditedContent): EditedContent {
    return content;
  }

  /** Whether something was changed since the content was set or saved. */
  get isModified(): boolean {
    return changesBetween(fieldsOf(this.#saved), fieldsOf(this.content)).length > 0;
  }

  restore(content: EditedContent): void {
    this.#edit(content);
  }

  /** Writes another draft of these texts: it counts as unsaved. */
  redraft(texts: DraftedTexts): void {
    this.#edit(this.#with({ ...texts }));
  }

  /** Marks this content as saved; edits since it was sent are still unsaved. */
  markSaved(content: EditedContent): void {
    this.#saved = content;
    this.#diagnostics = [];
    this.requestUpdate();
  }

  /** Asks the page to save, like the button. */
  save(): void {
    this.dispatchEvent(new CustomEvent('save-request', { detail: this.content }));
  }

  /** Moves the focus to its first field. */
  override focus(): void {
    this.querySelector('input')?.focus();
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    return html`<div class="notice">
        <p>The editor could not be loaded: these plain fields save as well.</p>
        ${actionButton({ word: 'Try again', act: () => location.reload() })}
      </div>
      <form class="plain" @submit=${this.#submit}>
        ${lineFields.map(name => this.#field(name))}
        <fieldset class="line">
          <legend>${eventsName(this.catalogue)}</legend>
          ${this.catalogue.names.map(name => this.#eventBox(name))}
        </fieldset>
        ${this.#field('method')} ${this.#field('url')} ${this.#field('contentType')}
        ${this.#field('payload', { kind: 'lines', attributes: { ...helped, rows: '10' } })}
        ${this.#diagnostics.map(({ field, message }) => html`<p class="wrong" role="alert">${field}: ${message}</p>`)}
        <div class="buttons"><button type="submit" class="button primary" aria-keyshortcuts="Control+S Meta+S">Save</button></div>
      </form>`;
  }

  readonly #submit = (event: SubmitEvent): void => {
    event.preventDefault();
    this.save();
  };

  #eventBox(name: string): TemplateResult {
    const { events } = this.#content.config;
    const on: Config = { ...(events as object) };
    const change = (event: Event): void => {
      const { checked } = event.target as HTMLInputElement;
      this.#edit(this.#with({ events: { ...on, [name]: checked } }));
    };
    return html`<label class="check">
      <input type="checkbox" .checked=${on[name] === true} @change=${change} />
      ${this.catalogue.events[name]?.title ?? name}
    </label>`;
  }

  #field(name: FieldName, more: Partial<Field> = {}): TemplateResult {
    const { label } = settings[name];
    const input = (text: string): void => this.#edit(this.#with({ [name]: text }));
    return field({ label, name, value: this.#textOf(name), input, attributes: helped, ...more });
  }

  #textOf(name: string): string {
    const text = this.#content.config[name];
    return typeof text === 'string' ? text : '';
  }

  #with(changes: Config): EditedContent {
    return { ...this.#content, config: { ...this.#content.config, ...changes } };
  }

  #set(content: EditedContent): void {
    this.#saved = content;
    this.#content = content;
    this.#diagnostics = [];
    this.requestUpdate();
  }

  #edit(content: EditedContent): void {
    this.#content = content;
    this.#diagnostics = [];
    this.requestUpdate();
    this.dispatchEvent(new CustomEvent('config-change'));
  }
}

/** Without texts that may be left out, and are empty. */
function withoutEmpty(config: Config): Config {
  const isLeftOut = (name: string, value: unknown): boolean =>
    value === undefined || (value === '' && settingIn(settings, name)?.isOptional === true);
  return Object.fromEntries(Object.entries(config).filter(([name, value]) => !isLeftOut(name, value)));
}

export const plainStyles = css`
  plain-webhook,
  .plain {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
  }
  .plain legend {
    font-size: 13px;
    font-weight: 600;
  }
`;
