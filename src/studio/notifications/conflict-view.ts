import { html, type TemplateResult } from 'lit';
import { ago } from '../parts/time.ts';
import { type FieldDifference, shownValue } from './field-differences.ts';
import type { StoredWebhook } from './stored-webhook.ts';

export interface ConflictModel {
  readonly theirs: StoredWebhook;
  readonly differences: readonly FieldDifference[];
  /** The settings that were chosen from the other version. */
  readonly chosen: ReadonlySet<string>;
  readonly choose: (field: string, isTheirs: boolean) => void;
  /** Goes on with what was chosen, which is still to be saved. */
  readonly use: () => void;
}

/** Two versions of a webhook side by side, field by field: somebody saved it meanwhile. */
export function conflictView({ theirs, differences, chosen, choose, use }: ConflictModel): TemplateResult {
  const { updatedBy, updatedAt } = theirs;
  return html`<section class="panel conflict" aria-labelledby="conflict-${theirs.id}">
    <h3 id="conflict-${theirs.id}" tabindex="-1">${updatedBy} saved this webhook ${ago(updatedAt, Date.now())}</h3>
    <p>
      ${
        differences.length === 0
          ? 'Both versions are the same.'
          : 'Nothing of yours is lost: choose what counts in each field, then save.'
      }
    </p>
    ${differences.map(
      ({ field, label, mine, theirs: other }) => html`<fieldset class="versions">
        <legend>${label}</legend>
        ${version({ field, id: theirs.id, name: 'Yours', value: mine, isOn: !chosen.has(field) }, () => choose(field, false))}
        ${version({ field, id: theirs.id, name: `Saved by ${updatedBy}`, value: other, isOn: chosen.has(field) }, () => choose(field, true))}
      </fieldset>`,
    )}
    <div class="buttons">
      <button type="button" class="button primary" @click=${use}>Use this choice</button>
    </div>
  </section>`;
}

interface Version {
  readonly id: string;
  readonly field: string;
  readonly name: string;
  readonly value: unknown;
  readonly isOn: boolean;
}

function version({ id, field, name, value, isOn }: Version, choose: () => void): TemplateResult {
  return html`<div class="version">
    <label class="check">
      <input type="radio" name="${id} ${field}" .checked=${isOn} @change=${choose} />
      ${name}
    </label>
    <pre class="text" tabindex="0" role="group" aria-label=${name}>${shownValue(value)}</pre>
  </div>`;
}
