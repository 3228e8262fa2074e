import { html, nothing, type TemplateResult } from 'lit';
import { kept, type SecretText, written } from '../secrets/secret-text.ts';

export interface SecretModel {
  readonly label: string;
  /** Whether the label is shown above it. */
  readonly isLabelled: boolean;
  /** What tells it apart from other fields. */
  readonly field: string;
  readonly secret: SecretText;
  readonly isDisabled: boolean;
  /** Whether what is stored can be removed here; a header is removed with its row. */
  readonly isRemovable: boolean;
  readonly placeholder?: string;
  readonly change: (secret: SecretText) => void;
  /** Moves the focus to the control of this field that is there after a change. */
  readonly focus: (field: string) => void;
}

/** A secret: what is stored is kept, replaced or removed, and never shown. */
export function secretField(model: SecretModel): TemplateResult {
  const { label, isLabelled, secret, isRemovable } = model;
  const isGoing = isRemovable && secret.isStored && !secret.isKept && secret.text === '';
  return html`<div class="field secret wide">
    ${isLabelled ? html`<span class="label" aria-hidden="true">${label}</span>` : nothing}
    <div class="line">${secret.isKept ? stored(model) : input(model)}</div>
    ${isGoing ? html`<span class="hint">Left empty, the one that is stored is removed.</span>` : nothing}
  </div>`;
}

function stored({ secret, isRemovable, ...model }: SecretModel): TemplateResult {
  const empty = written(secret, '');
  return html`
    <span class="stored">Set, and not shown</span>
    ${button('Replace', empty, model, model.field)} ${isRemovable ? button('Remove', empty, model) : nothing}
  `;
}

function input({ secret, isRemovable, ...model }: SecretModel): TemplateResult {
  const { label, field, isDisabled, placeholder, change } = model;
  return html`
    <input
      type="password"
      class="frame"
      aria-label=${label}
      data-field=${field}
      autocomplete="new-password"
      spellcheck="false"
      placeholder=${placeholder ?? nothing}
      ?disabled=${isDisabled}
      .value=${secret.text}
      @input=${(event: Event) => change(written(secret, (event.target as HTMLInputElement).value))}
    />
    ${secret.isStored ? button('Keep', kept(secret), model) : nothing}
    ${secret.isLost && isRemovable ? button('Remove', written(secret, ''), model) : nothing}
  `;
}

type Wiring = Pick<SecretModel, 'label' | 'field' | 'isDisabled' | 'change' | 'focus'>;

/** Changes what becomes of the secret. */
function button(
  text: string,
  secret: SecretText,
  { label, field, isDisabled, change, focus }: Wiring,
  ownField?: string,
): TemplateResult {
  return html`<button
    type="button"
    class="quiet"
    aria-label="${text}: ${label}"
    data-field=${ownField ?? nothing}
    ?disabled=${isDisabled}
    @click=${() => {
      change(secret);
      focus(field);
    }}
  >
    ${text}
  </button>`;
}
