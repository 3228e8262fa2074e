import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import type { EditedContent } from '../../editor/index.ts';
import type { AnyCatalogue } from '../../webhook/events/event-catalogue.ts';
import type { FieldProblem } from '../api/api-error.ts';
import { actionButton } from '../parts/action-button.ts';

/**
 * The fields of a webhook where the script of the editor did not come: they still save, and the server checks them. Event
 * `modified` when something was changed.
 */
export class PlainWebhook extends LitElement {
  static override readonly properties = {
    content: { attribute: false },
    catalogue: { attribute: false },
    problems: { attribute: false },
  };

  declare content: EditedContent;
  declare catalogue: AnyCatalogue;
  declare problems: readonly FieldProblem[];
  /** What the fields began with: what is stored since then is what was sent, and something may be typed over it. */
  #shown: EditedContent | undefined;
  #isModified = false;
  #isTyped = false;

  /** Whether something was changed since it was set or saved. */
  get isModified(): boolean {
    return this.#isModified;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues): void {
    this.#shown ??= this.content;
    if (changed.has('content')) this.#isModified = this.#isTyped;
  }

  protected override render(): TemplateResult {
    const { events, method, url, contentType, payload } = (this.#shown ?? this.content).config;
    const isOn = (name: string): boolean => (events as Record<string, boolean> | undefined)?.[name] === true;
    return html`<div class="notice">
        <p>The editor could not be loaded: these plain fields save as well.</p>
        ${actionButton({ word: 'Try again', act: () => location.reload() })}
      </div>
      <form
        class="plain"
        @submit=${(event: SubmitEvent) => this.#submit(event)}
        @input=${() => this.#modified()}
      >
        <fieldset class="line">
          <legend>Process</legend>
          ${this.catalogue.names.map(
            name => html`<label class="check">
              <input type="checkbox" name="event" value=${name} .checked=${isOn(name)} />
              ${this.catalogue.events[name]?.title ?? name}
            </label>`,
          )}
        </fieldset>
        ${field('Method', 'method', method)} ${field('URL', 'url', url)} ${field('Content type', 'contentType', contentType)}
        <label class="field">
          <span>Payload</span>
          <textarea name="payload" rows="10" .value=${textOf(payload)}></textarea>
        </label>
        ${this.problems.map(({ field, message }) => html`<p class="wrong" role="alert">${field}: ${message}</p>`)}
        <div class="buttons"><button type="submit" class="button primary">Save</button></div>
      </form>`;
  }

  #modified(): void {
    this.#isModified = true;
    this.#isTyped = true;
    this.dispatchEvent(new CustomEvent('modified', { bubbles: true }));
  }

  #submit(event: SubmitEvent): void {
    event.preventDefault();
    this.#isTyped = false;
    const given = new FormData(event.currentTarget as HTMLFormElement);
    const on = given.getAll('event');
    const { contentType: _type, payload: _payload, output, ...kept } = this.content.config;
    const text = (name: string): string => String(given.get(name) ?? '');
    const method = text('method').toUpperCase();
    const body = { contentType: text('contentType'), payload: text('payload'), output };
    const config = {
      ...kept,
      events: Object.fromEntries(this.catalogue.names.map(name => [name, on.includes(name)])),
      method,
      url: text('url'),
      ...(method !== 'GET' &&
        Object.fromEntries(Object.entries(body).filter(([, value]) => value !== '' && value !== undefined))),
    };
    this.dispatchEvent(new CustomEvent('save-request', { detail: { ...this.content, config } }));
  }
}

function field(label: string, name: string, value: unknown): TemplateResult {
  return html`<label class="field">
    <span>${label}</span>
    <input type="text" name=${name} .value=${textOf(value)} />
  </label>`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
