import { html, nothing, type TemplateResult } from 'lit';
import type { ApiDraft } from './api-draft.ts';

export type WrongFields = Partial<Record<keyof ApiDraft, string>>;

const hints = {
  baseUrl: "For display only. Leave empty to use this server's address.",
  parameters:
    'One per line: name = path in the body, such as tables = job/tables or region = value of region.',
  sampleBody: 'The JSON that Test runs with. While nobody has changed it, it follows the parameters.',
} as const;

/** The fields of a flow's API, each with what is wrong with it. */
export function apiFields(
  { enabled, baseUrl, parameters, sampleBody }: ApiDraft,
  wrong: WrongFields,
): TemplateResult {
  const area = (name: keyof typeof hints, text: string) => html`<textarea
    name=${name}
    spellcheck="false"
    aria-describedby="${name}-hint"
    .value=${text}
  ></textarea>`;
  const url = html`<input
    class="code"
    name="baseUrl"
    inputmode="url"
    autocomplete="off"
    aria-describedby="baseUrl-hint"
    .value=${baseUrl}
  />`;
  const field = (name: keyof typeof hints, label: string, control: TemplateResult) => html`<div>
    <label class="field"><span>${label}</span> ${control}</label>
    <p class="hint" id="${name}-hint">
      ${hints[name]} ${wrong[name] === undefined ? nothing : html`<span class="wrong">${wrong[name]}</span>`}
    </p>
  </div>`;
  return html`<label class="check">
      <input type="checkbox" name="enabled" .checked=${enabled} /> The API may start this task
    </label>
    ${field('baseUrl', 'Base URL', url)} ${field('parameters', 'Parameters', area('parameters', parameters))}
    ${field('sampleBody', 'Sample body', area('sampleBody', sampleBody))}`;
}
