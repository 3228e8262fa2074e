import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { type HeaderRow, headerRow } from '../draft.ts';
import { editorOfHeader } from '../field-names.ts';
import { secretText } from '../secrets/secret-text.ts';
import { secretField } from './secret-field.ts';
import { frame, type SettingsModel } from './settings-model.ts';

/** The headers of a request: a row for each, and a button that adds one. */
export function headers(model: SettingsModel): TemplateResult {
  const { draft, isDisabled, change, focus } = model;
  return html`<fieldset ?disabled=${isDisabled}>
    <legend>Headers</legend>
    ${repeat(
      draft.headers,
      ({ key }) => key,
      (row, index) => header(row, index + 1, model),
    )}
    <button
      type="button"
      class="quiet"
      ?hidden=${isDisabled}
      data-field="headers"
      @click=${() => {
        const row = headerRow();
        change(({ headers: rows }) => rows.push(row));
        focus(`${editorOfHeader(row)} name`);
      }}
    >
      Add header
    </button>
  </fieldset>`;
}

function header(row: HeaderRow, number: number, model: SettingsModel): TemplateResult {
  const { capabilities, isDisabled } = model;
  return html`<div class="header">
    <input
      type="text"
      class="frame name"
      aria-label="Name of header ${number}"
      data-field="${editorOfHeader(row)} name"
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
    ${value(row, number, model)}
    ${capabilities.secretHeaders || row.isSecret ? secretBox(row, number, model) : nothing}
    <button
      type="button"
      class="quiet"
      aria-label="Remove header ${number}"
      ?hidden=${isDisabled}
      @click=${() => {
        model.change(draft => {
          draft.headers = draft.headers.filter(each => each !== row);
        });
        model.focus('headers');
      }}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4 4l8 8M12 4l-8 8" /></svg>
    </button>
  </div>`;
}

function value(row: HeaderRow, number: number, model: SettingsModel): TemplateResult {
  const label = `Value of header ${number}`;
  if (!row.isSecret)
    return html`<div class=${frame(false)}>${model.editorOf(editorOfHeader(row), label, 'one')}</div>`;
  return secretField({
    label,
    isLabelled: false,
    field: `${editorOfHeader(row)} value`,
    secret: row.value,
    isDisabled: model.isDisabled,
    isRemovable: false,
    focus: model.focus,
    change: secret =>
      model.change(() => {
        row.value = secret;
      }),
  });
}

/** What is stored is not known here, so that it cannot be shown from now on: it is to be written again. */
function secretBox(row: HeaderRow, number: number, model: SettingsModel): TemplateResult {
  return html`<label class="box">
    <input
      type="checkbox"
      aria-label="Header ${number} is secret"
      .checked=${row.isSecret}
      @change=${(event: Event) => {
        const { checked } = event.target as HTMLInputElement;
        model.change(() => {
          row.isSecret = checked;
          row.wasSecret = true;
          row.value = secretText(row.value.text);
        });
      }}
    />
    <span aria-hidden="true">Secret</span>
  </label>`;
}
