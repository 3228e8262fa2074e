import { html, type TemplateResult } from 'lit';
import { ago } from '../parts/time.ts';
import type { Conflict } from './conflict.ts';

/** What people call the settings of something, and how each is shown. */
export interface FieldWords {
  /** In the order in which they are edited. */
  readonly labels: Readonly<Record<string, string>>;
  /** Secrets without their values. */
  readonly show: (field: string, value: unknown) => string;
}

export interface ConflictModel {
  readonly conflict: Conflict<{ readonly updatedBy: string; readonly updatedAt: string }>;
  /** What two people changed: `this webhook`. */
  readonly what: string;
  /** Tells it apart from others on the page. */
  readonly id: string;
  readonly words: FieldWords;
  /** Something else was chosen. */
  readonly changed: () => void;
  /** Goes on with what was chosen, which is still to be saved. */
  readonly use: () => void;
}

/** Two versions of something side by side, field by field: somebody saved it meanwhile. */
export function conflictView(model: ConflictModel): TemplateResult {
  const { conflict, what, id, words, use } = model;
  const { updatedBy, updatedAt } = conflict.stored;
  const order = Object.keys(words.labels);
  const fields = conflict.differences.toSorted((a, b) => order.indexOf(a.field) - order.indexOf(b.field));
  return html`<section class="panel conflict" aria-labelledby="conflict-${id}">
    <h3 id="conflict-${id}" tabindex="-1">${updatedBy} saved ${what} ${ago(updatedAt, Date.now())}</h3>
    <p>
      ${
        fields.length === 0
          ? 'Both versions are the same.'
          : 'Nothing of yours is lost: choose what counts in each field, then save.'
      }
    </p>
    ${fields.map(
      ({ field, mine, theirs }) => html`<fieldset class="versions">
        <legend>${words.labels[field] ?? field}</legend>
        ${version(model, { field, name: 'Yours', value: mine, isTheirs: false })}
        ${version(model, { field, name: `Saved by ${updatedBy}`, value: theirs, isTheirs: true })}
      </fieldset>`,
    )}
    <div class="buttons">
      <button type="button" class="button primary" @click=${use}>Use this choice</button>
    </div>
  </section>`;
}

interface Version {
  readonly field: string;
  readonly name: string;
  readonly value: unknown;
  readonly isTheirs: boolean;
}

function version(
  { conflict, id, words, changed }: ConflictModel,
  { field, name, value, isTheirs }: Version,
): TemplateResult {
  const choose = (): void => {
    conflict.choose(field, isTheirs);
    changed();
  };
  return html`<div class="version">
    <label class="check">
      <input
        type="radio"
        name="${id} ${field}"
        .checked=${conflict.isTheirs(field) === isTheirs}
        @change=${choose}
      />
      ${name}
    </label>
    <pre class="text" tabindex="0" role="group" aria-label=${name}>${words.show(field, value)}</pre>
  </div>`;
}
