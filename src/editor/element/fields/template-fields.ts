import type { SourceRange } from '../../../diagnostics/diagnostic.ts';
import type { WebhookDiagnostic } from '../../../webhook/diagnostic.ts';
import { FieldEditor, type FieldSettings } from './field-editor.ts';

type Wiring = Pick<FieldSettings, 'root' | 'onEnter'> & {
  readonly onInput: (key: string, text: string) => void;
  readonly onCursor: (key: string, offset: number) => void;
};

type Wanted = Pick<FieldSettings, 'label' | 'text' | 'lines' | 'scope'>;

/** The editors of the fields that hold templates, each made when it is first shown. */
export class TemplateFields {
  readonly #wiring: Wiring;
  readonly #editors = new Map<string, FieldEditor>();

  constructor(wiring: Wiring) {
    this.#wiring = wiring;
  }

  /** The editor of a field, as it should be now. */
  dom(key: string, wanted: Wanted): HTMLElement {
    let editor = this.#editors.get(key);
    if (!editor) {
      const { root, onEnter, onInput, onCursor } = this.#wiring;
      editor = new FieldEditor({
        ...wanted,
        root,
        onEnter,
        onInput: text => onInput(key, text),
        onCursor: offset => onCursor(key, offset),
      });
      this.#editors.set(key, editor);
    }
    editor.setScope(wanted.scope);
    editor.setText(wanted.text);
    return editor.view.dom;
  }

  get(key: string): FieldEditor | undefined {
    return this.#editors.get(key);
  }

  /** Shows what was found in each field. `textOf` says which text was checked. */
  show(diagnosticsOf: (key: string) => readonly WebhookDiagnostic[], textOf: (key: string) => string): void {
    for (const [key, editor] of this.#editors) editor.show(diagnosticsOf(key), textOf(key));
  }

  setEnabled(isEnabled: boolean): void {
    for (const editor of this.#editors.values()) editor.setEnabled(isEnabled);
  }

  /** Marks a range of one field, and nothing in the others. */
  link(key: string, range: SourceRange | undefined): void {
    for (const [each, editor] of this.#editors) editor.link(each === key ? range : undefined);
  }

  /** Ends those that are not shown any more. */
  keepOnly(keys: readonly string[]): void {
    for (const [key, editor] of this.#editors) {
      if (keys.includes(key)) continue;
      editor.view.destroy();
      this.#editors.delete(key);
    }
  }
}
