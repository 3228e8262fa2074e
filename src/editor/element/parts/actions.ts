import { html, nothing, type TemplateResult } from 'lit';

export interface ActionsModel {
  /** A button for each; where it cannot be used, why not. */
  readonly save: Action | undefined;
  readonly test: Action | undefined;
}

interface Action {
  /** Empty where nothing stands in its way. */
  readonly reason: string;
  readonly act: () => void;
}

/** *Save* and *Test Connection*. A button that cannot be used can still be reached, and says why. */
export function actions({ save, test }: ActionsModel): TemplateResult {
  const reasons = new Set([save?.reason, test?.reason].filter(reason => reason));
  return html`<div class="actions buttons">
    ${save ? button('Save', 'save', save) : nothing} ${test ? button('Test Connection', 'test', test) : nothing}
    <span id="reason" class="hint">${[...reasons].join(' ')}</span>
  </div>`;
}

function button(name: string, field: 'save' | 'test', { reason, act }: Action): TemplateResult {
  const isOff = reason !== '';
  return html`<button
    type="button"
    class=${field === 'save' ? 'primary' : 'plain'}
    data-field=${field}
    aria-disabled=${isOff ? 'true' : nothing}
    aria-describedby=${isOff ? 'reason' : nothing}
    @click=${act}
  >
    ${name}
  </button>`;
}
