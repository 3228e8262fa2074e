import { html, type TemplateResult } from 'lit';

/** What may be chosen, each with the word that says it. */
export type Choices = readonly (readonly [value: string, word: string])[];

export interface Choice {
  readonly label: string;
  readonly chosen: string;
  readonly choices: Choices;
  readonly choose: (value: string) => void;
}

/** A field by which a list is filtered. */
export function choice({ label, chosen, choices, choose }: Choice): TemplateResult {
  const onChange = ({ target }: Event): void => choose((target as HTMLSelectElement).value);
  return html`<label class="field">
    <span>${label}</span>
    <select @change=${onChange}>
      ${choices.map(([value, word]) => html`<option value=${value} .selected=${value === chosen}>${word}</option>`)}
    </select>
  </label>`;
}
