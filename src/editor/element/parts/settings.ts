import { html, nothing, type TemplateResult } from 'lit';
import { hasBody } from '../../../webhook/config/webhook-config.ts';
import { furtherSettings } from './further-settings.ts';
import { headers } from './headers.ts';
import { frame, type SettingsModel } from './settings-model.ts';
import { textField } from './text-field.ts';

const common = ['GET', 'POST'];
const mediaTypes = [
  'application/json',
  'application/x-ndjson',
  'application/xml',
  'application/x-www-form-urlencoded',
  'text/plain; charset=utf-8',
];

/** The fields of a webhook. */
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
    ${headers(model)} ${furtherSettings(model)}
    ${hasBody({ method: draft.method, payload: '' }) ? body(model) : nothing}
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

/** The method of the draft is offered whether the page offers it or not. */
function method({ draft, capabilities, isDisabled, change }: SettingsModel): TemplateResult {
  const offered = capabilities.methods;
  const known = offered.includes(draft.method) ? offered : [draft.method, ...offered];
  const more = known.filter(name => !common.includes(name));
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
      ${known.filter(name => common.includes(name)).map(option)}
      ${more.length > 0 ? html`<optgroup label="More">${more.map(option)}</optgroup>` : nothing}
    </select>
  </label>`;
}

function body(model: SettingsModel): TemplateResult {
  const { isDisabled, editorOf, isWrong } = model;
  return html`
    ${textField(
      {
        label: 'Content type',
        key: 'contentType',
        placeholder: 'text/plain; charset=utf-8',
        suggestions: ['media-types', mediaTypes],
      },
      model,
    )}
    <div class="field">
      <span class="label" aria-hidden="true">Payload</span>
      <div class="${frame(isWrong('payload'))} payload">${editorOf('payload', 'Payload', 'many')}</div>
      <span id="leave" class="hint" ?hidden=${isDisabled}
        >Tab indents: press Escape, then Tab, to leave the payload.</span
      >
    </div>
  `;
}
