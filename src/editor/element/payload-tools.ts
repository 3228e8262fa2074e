import { html, nothing, type TemplateResult } from 'lit';
import type { Insertions } from '../../assist/insertions.ts';
import { loadHelp } from '../template-assistance.ts';
import type { EditedWebhook } from './edited-webhook.ts';
import type { FieldEditor } from './field-editor.ts';
import type { PayloadToolsModel } from './payload-tools-panel.ts';
import { isPrettyable } from './pretty-output.ts';

interface ToolsWiring {
  readonly webhook: EditedWebhook;
  readonly fields: {
    /** The editor of a field, once there is one. */
    readonly editor: (field: string) => FieldEditor | undefined;
    /** Moves the focus to a control. */
    readonly focus: (name: string) => void;
  };
  /** The field that is written: the payload, or the text of a message. */
  readonly field: () => string;
  readonly changed: () => void;
}

/** The state of the buttons above the payload, or above a message. */
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
    const isMessage = webhook.values.message !== undefined;
    return {
      insertions: this.#insertions,
      isMessage,
      isTall: this.#isTall,
      canFormat: !isMessage && isPrettyable(webhook.payloadOutput),
      note: this.#note,
      toggleInsertions: () => void this.#toggleInsertions(),
      closeInsertions: () => {
        this.#show(undefined);
        fields.focus('insert');
      },
      insert: insertion => this.#editor?.insert(this.#insertions?.offset ?? 0, insertion),
      format: () => void this.#format(),
      toggleTall: () => {
        this.#isTall = !this.#isTall;
        this.#wiring.changed();
        if (this.#isTall) requestAnimationFrame(() => this.#editor?.bringUp());
      },
    };
  }

  get #editor(): FieldEditor | undefined {
    return this.#wiring.fields.editor(this.#wiring.field());
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
    const { webhook, field } = this.#wiring;
    const editor = this.#editor;
    if (!editor) return;
    const output = webhook.values.message ? 'text' : (webhook.payloadOutput ?? 'text');
    const scope = webhook.scopeOf(output, field());
    this.#show(help?.insertionsAt(editor.text, editor.view.state.selection.main.head, scope));
  }

  async #format(): Promise<void> {
    const isDone = await this.#editor?.format();
    this.#note = isDone ? '' : 'Not formatted: correct the tags and quotes first.';
    this.#wiring.changed();
  }
}

/** The buttons above the payload, which follow it and its problems for whoever uses the keyboard: they are about where the cursor is. */
export function payloadTools(model: PayloadToolsModel): TemplateResult {
  const { insertions, isMessage, isTall, canFormat, note } = model;
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
    ${isMessage ? nothing : heightButton(model, isTall)}
  </div>`;
}

function heightButton(model: PayloadToolsModel, isTall: boolean): TemplateResult {
  return html`<button
      type="button"
      class="quiet toggle"
      aria-label="Full height"
      title="Full height"
      aria-pressed=${isTall}
      @click=${model.toggleTall}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M9 2h5v5M14 2l-5 5M7 14H2V9M2 14l5-5" /></svg>
    </button>`;
}
