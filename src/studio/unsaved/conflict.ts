import { css, html, type TemplateResult } from 'lit';
import { ago } from '../parts/time.ts';
import { changesBetween, type Fields, fieldNamesIn, isSame, withChanges } from './fields.ts';

/** A version that somebody else has saved, with its settings. */
interface OtherVersion<Stored> {
  readonly stored: Stored;
  readonly fields: Fields;
}

/**
 * Two versions of something, and a choice for each setting; at first, everything that was not changed here is theirs.
 */
export class Conflict<Stored> {
  readonly differences: readonly FieldDifference[];
  readonly #mine: Fields;
  readonly #base: Fields;
  readonly #theirs: OtherVersion<Stored>;
  /** The settings to take from the other version. */
  readonly #chosen: Set<string>;

  constructor(mine: Fields, base: Fields, theirs: OtherVersion<Stored>) {
    this.#mine = mine;
    this.#base = base;
    this.#theirs = theirs;
    this.differences = differences(mine, theirs.fields, base);
    this.#chosen = new Set(this.differences.filter(({ isMine }) => !isMine).map(({ field }) => field));
  }

  /** The other version. */
  get stored(): Stored {
    return this.#theirs.stored;
  }

  /** The conflict after another edit here: choices for other settings are kept. */
  edited(mine: Fields): Conflict<Stored> {
    const next = new Conflict(mine, this.#base, this.#theirs);
    const isEdited = new Set(changesBetween(this.#mine, mine).map(([field]) => field));
    for (const { field } of this.differences)
      if (!isEdited.has(field)) next.choose(field, this.isTheirs(field));
    return next;
  }

  isTheirs(field: string): boolean {
    return this.#chosen.has(field);
  }

  choose(field: string, isTheirs: boolean): void {
    if (isTheirs) this.#chosen.add(field);
    else this.#chosen.delete(field);
  }

  /** The settings that result from the choices. */
  get choice(): Fields {
    const own = this.differences.filter(({ field }) => !this.isTheirs(field));
    return withChanges(
      this.#theirs.fields,
      own.map(({ field, mine }) => [field, mine]),
    );
  }
}

/** A setting with different values in two versions. */
interface FieldDifference {
  readonly field: string;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** Whether it was changed here, not only there. */
  readonly isMine: boolean;
}

/** The settings in which two versions with the common `base` differ. */
function differences(mine: Fields, theirs: Fields, base: Fields): readonly FieldDifference[] {
  return fieldNamesIn(mine, theirs)
    .filter(field => !isSame(mine[field], theirs[field]))
    .map(field => ({
      field,
      mine: mine[field],
      theirs: theirs[field],
      isMine: !isSame(mine[field], base[field]),
    }));
}

/** The labels of settings, and a function to show their values. */
export interface FieldWords {
  /** In the order of the form. */
  readonly labels: Readonly<Record<string, string>>;
  /** Never shows the values of secrets. */
  readonly show: (field: string, value: unknown) => string;
}

interface ConflictModel {
  readonly conflict: Conflict<{ readonly updatedBy: string; readonly updatedAt: string }>;
  /** The noun for the thing that two people changed, such as `this webhook`. */
  readonly what: string;
  /** Distinguishes it from others on the page. */
  readonly id: string;
  readonly words: FieldWords;
  /** Called when a choice was changed. */
  readonly changed: () => void;
  /** Accepts the choices, which are not saved yet. */
  readonly use: () => void;
}

/** Two versions side by side, field by field, after somebody else saved one in the meantime. */
export function conflictView(model: ConflictModel): TemplateResult {
  const { conflict, what, id, words, use } = model;
  const { updatedBy, updatedAt } = conflict.stored;
  const order = Object.keys(words.labels);
  const fields = conflict.differences.toSorted((a, b) => order.indexOf(a.field) - order.indexOf(b.field));
  return html`<section class="panel conflict" aria-labelledby="conflict-${id}">
    <h2 id="conflict-${id}" tabindex="-1">${updatedBy} saved ${what} ${ago(updatedAt, Date.now())}</h2>
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

export const conflictStyles = css`
  .conflict fieldset {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 280px), 1fr));
    gap: 8px 16px;
    min-width: 0;
  }
  .conflict legend {
    font-weight: 600;
  }
  .version:has(:checked) .text {
    box-shadow: inset 4px 0 var(--hookplate-accent);
  }
  .version {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 4px;
    align-content: start;
  }
  .version input[type='radio'] {
    flex: none;
    width: 16px;
    min-height: 16px;
    height: 16px;
    margin: 0;
    padding: 0;
    accent-color: var(--hookplate-accent);
  }
  .version pre {
    margin: 0;
    overflow-wrap: anywhere;
  }
`;
