import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { hasBody } from '../../../webhook/config/webhook-config.ts';
import type { AnyCatalogue } from '../../../webhook/events/event-catalogue.ts';
import { methods } from '../../../webhook/webhook-request.ts';
import type { Draft, HeaderRow } from '../draft.ts';

/** What the fields show, and what they do when somebody uses them. */
export interface SettingsModel {
  readonly draft: Draft;
  readonly catalogue: AnyCatalogue;
  /** What the group of the events is called. */
  readonly eventsName: string;
  readonly isDisabled: boolean;
  /** The editor of a template's field. */
  readonly editorOf: (key: string, label: string, lines: 'one' | 'many') => HTMLElement;
  /** Whether something is wrong with a field. */
  readonly isWrong: (field: string) => boolean;
  readonly change: (change: (draft: Draft) => void) => void;
  readonly addHeader: () => void;
  readonly removeHeader: (row: HeaderRow) => void;
}

const common = ['GET', 'POST'];
const mediaTypes = [
  'application/json',
  'application/x-ndjson',
  'application/xml',
  'application/x-www-form-urlencoded',
  'text/plain; charset=utf-8',
];

export function settings(model: SettingsModel): TemplateResult {
  const { draft, editorOf } = model;
  return html`
    ${eventBoxes(model)}
    <div class="line">
      ${method(model)}
      <div class="field wide">
        <span class="label" aria-hidden="true">URL</span>
        <div class=${frame(model.isWrong('url'))}>${editorOf('url', 'URL', 'one')}</div>
      </div>
    </div>
    ${headers(model)} ${hasBody({ method: draft.method, payload: '' }) ? body(model) : nothing}
  `;
}

function eventBoxes({ draft, catalogue, eventsName, isDisabled, change }: SettingsModel): TemplateResult {
  return html`<fieldset ?disabled=${isDisabled}>
    <legend>${eventsName}</legend>
    <div class="boxes">
      ${catalogue.names.map(name => {
        const { title = name, description = '' } = catalogue.events[name] ?? {};
        return html`<label class="box" title=${description}>
          <input
            type="checkbox"
            data-field="events"
            .checked=${draft.events[name] === true}
            @change=${(event: Event) => {
              const { checked } = event.target as HTMLInputElement;
              change(changed => {
                changed.events[name] = checked;
              });
            }}
          />
          ${title}
        </label>`;
      })}
    </div>
  </fieldset>`;
}

function method({ draft, isDisabled, change }: SettingsModel): TemplateResult {
  const option = (name: string) =>
    html`<option value=${name} ?selected=${draft.method === name}>${name}</option>`;
  return html`<label class="field">
    <span class="label">Method</span>
    <select
      data-field="method"
      ?disabled=${isDisabled}
      .value=${draft.method}
      @change=${(event: Event) => {
        const { value } = event.target as HTMLSelectElement;
        change(changed => {
          changed.method = value;
        });
      }}
    >
      ${common.map(option)}
      <optgroup label="More">${methods.filter(name => !common.includes(name)).map(option)}</optgroup>
    </select>
  </label>`;
}

function headers(model: SettingsModel): TemplateResult {
  return html`<fieldset ?disabled=${model.isDisabled}>
    <legend>Headers</legend>
    ${repeat(
      model.draft.headers,
      ({ key }) => key,
      (row, index) => header(row, index + 1, model),
    )}
    <button type="button" class="quiet" @click=${model.addHeader}>Add header</button>
  </fieldset>`;
}

function header(row: HeaderRow, number: number, model: SettingsModel): TemplateResult {
  return html`<div class="header">
    <input
      type="text"
      class="frame name"
      aria-label="Name of header ${number}"
      placeholder="Name"
      autocomplete="off"
      spellcheck="false"
      .value=${row.name}
      @input=${(event: Event) => {
        const { value } = event.target as HTMLInputElement;
        model.change(() => {
          row.name = value;
        });
      }}
    />
    <div class=${frame(false)}>${model.editorOf(`header ${row.key}`, `Value of header ${number}`, 'one')}</div>
    <button
      type="button"
      class="quiet"
      aria-label="Remove header ${number}"
      @click=${() => model.removeHeader(row)}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4 4l8 8M12 4l-8 8" /></svg>
    </button>
  </div>`;
}

function body({ draft, isDisabled, editorOf, isWrong, change }: SettingsModel): TemplateResult {
  return html`
    <label class="field">
      <span class="label">Content type</span>
      <input
        type="text"
        class=${frame(isWrong('contentType'))}
        data-field="contentType"
        list="media-types"
        autocomplete="off"
        spellcheck="false"
        placeholder="text/plain; charset=utf-8"
        ?disabled=${isDisabled}
        .value=${draft.contentType}
        @input=${(event: Event) => {
          const { value } = event.target as HTMLInputElement;
          change(changed => {
            changed.contentType = value;
          });
        }}
      />
    </label>
    <datalist id="media-types">${mediaTypes.map(type => html`<option value=${type}></option>`)}</datalist>
    <div class="field">
      <span class="label" aria-hidden="true">Payload</span>
      <div class="${frame(isWrong('payload'))} payload">${editorOf('payload', 'Payload', 'many')}</div>
      <span id="leave" class="hint">Tab indents: press Escape, then Tab, to leave the payload.</span>
    </div>
  `;
}

function frame(isWrong: boolean): string {
  return isWrong ? 'frame wrong' : 'frame';
}
