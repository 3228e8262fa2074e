import { html, noChange, nothing, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';

/** The values of a field with their labels. */
export type Choices = readonly (readonly [value: string, word: string])[];

/** A field of a form, or one by itself. */
export interface Field {
  readonly label: string;
  /** Its name in the form, and in the id of its hint. */
  readonly name?: string;
  /** Default: `text`; `lines` is a text of several lines. */
  readonly kind?: 'text' | 'search' | 'password' | 'number' | 'datetime-local' | 'lines';
  /** The values to choose from, in place of a text. */
  readonly choices?: Choices;
  /** What it holds; the page changes it after what is typed. */
  readonly value?: string;
  /** What it holds at first. */
  readonly initial?: string;
  /** Called at each key. */
  readonly input?: (value: string) => void;
  /** Called once a value is entered or chosen. */
  readonly change?: (value: string) => void;
  /** What to enter, below the field. */
  readonly hint?: unknown;
  /** What is wrong with the value, behind the hint. */
  readonly wrong?: string | undefined;
  /** Texts to propose. */
  readonly proposals?: readonly string[];
  /** Others of HTML, such as `maxlength`. */
  readonly attributes?: Attributes;
}

type Attributes = Readonly<Record<string, string | undefined>>;

/** A field with its label, and its hint if it has one. */
export function field(of: Field): TemplateResult {
  const { label, hint, wrong } = of;
  const control = of.choices ? choice(of, of.choices) : of.kind === 'lines' ? lines(of) : line(of);
  const labelled = html`<label class="field"><span>${label}</span> ${control}</label>`;
  if (hint === undefined) return labelled;
  return html`<div>
    ${labelled}
    <p class="hint" id="${of.name}-hint">${hint} ${wrong === undefined ? nothing : html`<span class="wrong">${wrong}</span>`}</p>
  </div>`;
}

function choice(of: Field, choices: Choices): TemplateResult {
  const { value, initial } = of;
  // Its box may be too narrow for what is chosen.
  const title = choices.find(([each]) => each === value)?.[1];
  return html`<select ${attributes(of, { title })} @change=${tell(of.change)}>
    ${choices.map(([each, word]) => html`<option value=${each} ?selected=${each === initial} .selected=${value === undefined ? noChange : each === value}>${word}</option>`)}
  </select>`;
}

function lines(of: Field): TemplateResult {
  const { value = noChange, initial = noChange } = of;
  return html`<textarea ${attributes(of, unchecked)} .defaultValue=${initial} .value=${value} @input=${tell(of.input)}></textarea>`;
}

function line(of: Field): TemplateResult {
  const { kind = 'text', value = noChange, initial = noChange, proposals, name } = of;
  const usual = { type: kind, autocomplete: /text|search/.test(kind) ? 'off' : undefined, ...unchecked };
  const list = proposals && `${name}-proposals`;
  return html`<input ${attributes(of, { ...usual, list })} .defaultValue=${initial} .value=${value} @input=${tell(of.input)} @change=${tell(of.change)} />
    ${proposals && html`<datalist id=${list}>${proposals.map(each => html`<option value=${each}></option>`)}</datalist>`}`;
}

/** Names, addresses and JSON are no prose. */
const unchecked = { spellcheck: 'false' };

function attributes({ name, hint, wrong, attributes }: Field, usual: Attributes): unknown {
  const all = {
    name,
    'aria-describedby': hint === undefined ? undefined : `${name}-hint`,
    'aria-invalid': wrong === undefined ? undefined : 'true',
    ...usual,
    ...attributes,
  };
  return ref(control => {
    for (const [each, value] of Object.entries(all))
      if (value === undefined) control?.removeAttribute(each);
      else control?.setAttribute(each, value);
  });
}

function tell(told: ((value: string) => void) | undefined) {
  return ({ target }: Event): void => told?.((target as HTMLInputElement).value);
}

interface Form {
  /** Its heading, if that has an id, and else its name for screen readers. */
  readonly title: string;
  readonly id?: string;
  /** Why it was refused. */
  readonly problem?: unknown;
  /** Beside each other; below each other if one has several lines. */
  readonly fields: readonly Field[];
  /** What stands between the fields and their hint. */
  readonly more?: unknown;
  readonly hint: unknown;
  /** The label of the button that submits it. */
  readonly action: string;
  /** A path, or what closes the form; absent for a form that stays. */
  readonly cancel?: string | (() => void);
  /** Whether its buttons stand beside its fields. */
  readonly isRow?: true;
  readonly isBusy: boolean;
  /** Called with what reads a field: its text without spaces around it; empty if there is no such field. */
  readonly submit: (text: (name: string) => string, form: HTMLFormElement) => void;
}

/** What a field has that the hint of its form is about, too. */
export const byFormHint = { 'aria-describedby': 'form-hint' };

/** A form whose fields are read when it is submitted. */
export function form(of: Form): TemplateResult {
  const { title, id, problem, fields, more, hint, isRow, submit } = of;
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const submitted = event.currentTarget as HTMLFormElement;
    const values = new FormData(submitted);
    submit(name => String(values.get(name) ?? '').trim(), submitted);
  };
  const shown = fields.map(field);
  const areBelow = fields.some(({ kind }) => kind === 'lines');
  return html`<form class="panel" aria-label=${id ? nothing : title} aria-labelledby=${id ?? nothing} @submit=${onSubmit}>
    ${id && html`<h2 id=${id} tabindex="-1">${title}</h2>`} ${problem}
    ${areBelow ? shown : html`<div class="filters">${shown} ${isRow && buttons(of)}</div>`}
    ${more}
    <p class="hint" id="form-hint">${hint}</p>
    ${isRow ? nothing : html`<div class="buttons">${buttons(of)}</div>`}
  </form>`;
}

function buttons({ action, cancel, isBusy }: Form): TemplateResult {
  return html`<button type="submit" class="button primary" ?disabled=${isBusy}>${action}</button>
    ${typeof cancel === 'string' ? html`<a class="button" href=${cancel}>Cancel</a>` : nothing}
    ${typeof cancel === 'function' ? html`<button type="button" class="button" @click=${cancel}>Cancel</button>` : nothing}`;
}
