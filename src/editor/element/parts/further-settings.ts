import { html, nothing, type TemplateResult } from 'lit';
import { hasBody, payloadOutputs } from '../../../webhook/config/webhook-config.ts';
import { secretField } from './secret-field.ts';
import type { SettingsModel } from './settings-model.ts';
import { textField } from './text-field.ts';

const zones = Intl.supportedValuesOf('timeZone');

const outputNames: Readonly<Record<(typeof payloadOutputs)[number], string>> = {
  text: 'Text',
  json: 'JSON',
  'json-lines': 'JSON, a value in each line',
  form: 'Form',
  xml: 'XML',
};

/** What few webhooks need: folded until somebody opens it, with a word of what is set in it. */
export function furtherSettings(model: SettingsModel): TemplateResult {
  const { capabilities, draft } = model;
  const isSet = summary(model);
  return html`<details class="further">
    <summary>
      Authentication, ${capabilities.signing ? 'signing, ' : ''}time zone, output
      ${isSet === '' ? nothing : html`<span class="hint">${isSet}</span>`}
    </summary>
    <div class="folded">
      ${credentials(model)} ${capabilities.signing ? signing(model) : nothing}
      ${textField(
        {
          label: 'Time zone',
          key: 'timeZone',
          placeholder: 'UTC',
          suggestions: ['time-zones', zones],
        },
        model,
      )}
      ${hasBody({ method: draft.method, payload: '' }) ? output(model) : nothing}
    </div>
  </details>`;
}

/** What is set, in a few words: it counts although it is folded. */
function summary({ draft }: SettingsModel): string {
  const { username, password, signingSecret, timeZone, output } = draft;
  const isFilled = (secret: typeof password): boolean => secret.isKept || secret.text !== '';
  return [
    ...(username !== '' || isFilled(password) ? ['with credentials'] : []),
    ...(isFilled(signingSecret) ? ['signed'] : []),
    ...(timeZone === '' ? [] : [timeZone]),
    ...(output === '' ? [] : [`as ${output}`]),
  ].join(', ');
}

function credentials(model: SettingsModel): TemplateResult {
  const { draft, isDisabled, change, focus } = model;
  return html`<fieldset>
    <legend>Authentication</legend>
    <div class="line">
      ${textField({ label: 'Username', key: 'username', field: 'authentication.username' }, model)}
      ${secretField({
        label: 'Password',
        isLabelled: true,
        field: 'authentication.password',
        secret: draft.password,
        isDisabled,
        isRemovable: true,
        focus,
        change: secret =>
          change(changed => {
            changed.password = secret;
          }),
      })}
    </div>
  </fieldset>`;
}

function signing({ draft, isDisabled, change, focus }: SettingsModel): TemplateResult {
  return secretField({
    label: 'Signing secret',
    isLabelled: true,
    field: 'signingSecret',
    secret: draft.signingSecret,
    isDisabled,
    isRemovable: true,
    placeholder: 'whsec_ and base64',
    focus,
    change: secret =>
      change(changed => {
        changed.signingSecret = secret;
      }),
  });
}

function output({ draft, isDisabled, change }: SettingsModel): TemplateResult {
  return html`<label class="field">
    <span class="label">Output</span>
    <select
      data-field="output"
      ?disabled=${isDisabled}
      .value=${draft.output}
      @change=${(event: Event) => {
        const { value } = event.target as HTMLSelectElement;
        change(changed => {
          changed.output = value;
        });
      }}
    >
      <option value="" ?selected=${draft.output === ''}>What the content type says</option>
      ${payloadOutputs.map(
        name => html`<option value=${name} ?selected=${draft.output === name}>${outputNames[name]}</option>`,
      )}
    </select>
  </label>`;
}
