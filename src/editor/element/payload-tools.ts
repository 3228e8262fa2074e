import { html, nothing, type TemplateResult } from 'lit';
import type { Insertion, Insertions } from '../../assist/insertions.ts';
import { loadHelp } from '../template-assistance.ts';
import type { EditedWebhook } from './edited-webhook.ts';
import type { FieldEditor } from './field-editor.ts';
import { isPrettyable } from './pretty-body.ts';

interface ToolsWiring {
  readonly webhook: EditedWebhook;
  readonly fields: {
    /** The editor of the payload, once there is one. */
    readonly payload: FieldEditor | undefined;
    /** Moves the focus to a control. */
    readonly focus: (name: string) => void;
  };
  readonly changed: () => void;
}

export interface PayloadToolsModel {
  /** What can be inserted, while that is asked. */
  readonly insertions: Insertions | undefined;
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

/** The state of the buttons above the payload. */
export class PayloadTools {
  readonly #wiring: ToolsWiring;
  #insertions: Insertions | undefined;
  #isTall = false;
  #note = '';

  constructor(wiring: ToolsWiring) {
    this.#wiring = wiring;
  }

  /** Call it after each edit: what was said of the text before it may not hold any more. */
  edited(): void {
    this.#note = '';
    this.#insertions = undefined;
  }

  get model(): PayloadToolsModel {
    const { webhook, fields } = this.#wiring;
    return {
      insertions: this.#insertions,
      isTall: this.#isTall,
      canFormat: isPrettyable(webhook.payloadOutput),
      note: this.#note,
      toggleInsertions: () => void this.#toggleInsertions(),
      closeInsertions: () => {
        this.#show(undefined);
        fields.focus('insert');
      },
      insert: insertion => fields.payload?.insert(this.#insertions?.offset ?? 0, insertion),
      format: () => void this.#format(),
      toggleTall: () => {
        this.#isTall = !this.#isTall;
        this.#wiring.changed();
        if (this.#isTall) requestAnimationFrame(() => fields.payload?.bringUp());
      },
    };
  }

  #show(insertions: Insertions | undefined): void {
    this.#insertions = insertions;
    this.#wiring.changed();
  }

  async #toggleInsertions(): Promise<void> {
    if (this.#insertions) {
      this.#show(undefined);
      return;
    }
    const help = await loadHelp();
    const { webhook, fields } = this.#wiring;
    const { payload } = fields;
    if (!payload) return;
    const scope = webhook.scopeOf(webhook.payloadOutput ?? 'text', 'payload');
    this.#show(help?.insertionsAt(payload.text, payload.view.state.selection.main.head, scope));
  }

  async #format(): Promise<void> {
    const isDone = await this.#wiring.fields.payload?.format();
    this.#note = isDone ? '' : 'Not formatted: correct the tags and quotes first.';
    this.#wiring.changed();
  }
}

/** The buttons above the payload, which follow it and its problems for whoever uses the keyboard: they are about where the cursor is. */
export function payloadTools(model: PayloadToolsModel): TemplateResult {
  const { insertions, isTall, canFormat, note } = model;
  return html`<div class="tools">
    <span class="hint note" aria-live="polite">${note}</span>
    <button
      type="button"
      class="quiet"
      data-field="insert"
      aria-expanded=${insertions !== undefined}
      aria-controls="insertions"
      @click=${model.toggleInsertions}
    >
      Insert variable
      <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4 6l4 4l4-4" /></svg>
    </button>
    ${
      canFormat
        ? html`<button type="button" class="quiet" aria-keyshortcuts="Shift+Alt+F" title="Format (Shift-Alt-F)" @click=${model.format}>
          Format
        </button>`
        : nothing
    }
    <button
      type="button"
      class="quiet toggle"
      aria-label="Full height"
      title="Full height"
      aria-pressed=${isTall}
      @click=${model.toggleTall}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M9 2h5v5M14 2l-5 5M7 14H2V9M2 14l5-5" /></svg>
    </button>
  </div>`;
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
    ${group(
      'Conditions',
      conditions.map(condition => chip(condition)),
    )}
    ${group(
      'Lists',
      lists.map(list => chip(list)),
    )}
  </div>`;
}
