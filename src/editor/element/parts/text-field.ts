import { html, nothing, type TemplateResult } from 'lit';
import type { Draft } from '../draft.ts';
import { frame, type SettingsModel } from './settings-model.ts';

interface TextField {
  readonly label: string;
  readonly key: TextKey;
  /** What it is called in a diagnostic. */
  readonly field?: string;
  readonly placeholder?: string;
  /** The id of a list of values to choose from, and those. */
  readonly suggestions?: readonly [id: string, values: readonly string[]];
}

type TextKey = { [Key in keyof Draft]: Draft[Key] extends string ? Key : never }[keyof Draft];

/** A field for plain text, not a template. */
export function textField(
  { label, key, field = key, placeholder, suggestions }: TextField,
  { draft, isDisabled, isWrong, change }: SettingsModel,
): TemplateResult {
  return html`<label class="field">
      <span class="label">${label}</span>
      <input
        type="text"
        class=${frame(isWrong(field))}
        data-field=${field}
        list=${suggestions?.[0] ?? nothing}
        autocomplete="off"
        spellcheck="false"
        placeholder=${placeholder ?? nothing}
        ?disabled=${isDisabled}
        .value=${draft[key]}
        @input=${(event: Event) => {
          const { value } = event.target as HTMLInputElement;
          change(changed => {
            changed[key] = value;
          });
        }}
      />
    </label>
    ${
      suggestions
        ? html`<datalist id=${suggestions[0]}>
          ${suggestions[1].map(value => html`<option value=${value}></option>`)}
        </datalist>`
        : nothing
    }`;
}
