import { html, nothing, type TemplateResult } from 'lit';
import type { Insertion, Insertions } from '../../assist/insertions.ts';

export interface PayloadToolsModel {
  /** What can be inserted, while that is asked. */
  readonly insertions: Insertions | undefined;
  /** Whether it is a message, of which there is less to know. */
  readonly isMessage: boolean;
  readonly isTall: boolean;
  /** Whether its format has a layout. */
  readonly canFormat: boolean;
  /** Why nothing was formatted. */
  readonly note: string;
  readonly toggleInsertions: () => void;
  readonly closeInsertions: () => void;
  readonly insert: (insertion: Insertion) => void;
  readonly format: () => void;
  readonly toggleTall: () => void;
}

/** What can be inserted where the cursor is. */
export function insertPanel(model: PayloadToolsModel): TemplateResult | typeof nothing {
  const { insertions, insert } = model;
  if (!insertions) return nothing;
  const { variables, conditions, lists } = insertions;
  const group = (title: string, chips: readonly TemplateResult[]) =>
    chips.length === 0
      ? nothing
      : html`<div role="group" aria-label=${title}><span class="label" aria-hidden="true">${title}</span>${chips}</div>`;
  const chip = (insertion: Insertion, more: TemplateResult | typeof nothing = nothing, title = '') =>
    html`<button type="button" class="chip" title=${title || nothing} @click=${() => insert(insertion)}>
      ${insertion.label}${more}
    </button>`;
  return html`<div
    class="insertions"
    id="insertions"
    role="group"
    aria-label="Insert"
    @keydown=${(event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      model.closeInsertions();
    }}
  >
    ${group(
      'Variables',
      variables.map(variable => {
        const { type, meaning, samples } = variable.explanation;
        const [sample] = samples;
        const about = [meaning?.replaceAll('`', ''), sample && `such as ${sample.text}`].filter(part => part);
        return chip(variable, html` <span class="hint">${type}</span>`, about.join('; '));
      }),
    )}
    ${group('Conditions', model.isMessage ? [] : conditions.map(condition => chip(condition)))}
    ${group('Lists', model.isMessage ? [] : lists.map(list => chip(list)))}
  </div>`;
}
