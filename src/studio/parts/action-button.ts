import { html, nothing, type TemplateResult } from 'lit';
import { icon } from './icon.ts';

export interface ActionButton {
  readonly word: string;
  readonly svg?: string;
  readonly look?: 'primary' | 'danger';
  /** What it is called, where the word alone would not tell it from others. */
  readonly label?: string;
  /** Why it cannot be used now; it can still be reached, so that people learn of it. */
  readonly reason?: string | undefined;
  readonly isBusy?: boolean;
  readonly act: () => void;
}

/** A button that says why it cannot be used, where that is so. */
export function actionButton({ word, svg, look, label, reason, isBusy, act }: ActionButton): TemplateResult {
  const isOff = reason !== undefined || isBusy === true;
  return html`<button
    type="button"
    class="button ${look ?? ''}"
    aria-label=${label ?? nothing}
    aria-disabled=${isOff}
    aria-description=${reason ?? nothing}
    title=${reason ?? nothing}
    @click=${() => isOff || act()}
  >
    ${svg === undefined ? nothing : icon(svg)} ${word}
  </button>`;
}
