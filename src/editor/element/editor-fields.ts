import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import type { OutputName } from '../../output/output.ts';
import { readGiven, textOfField } from '../../webhook/config/given-config.ts';
import { textFields } from '../../webhook/config/settings.ts';
import type { WebhookDiagnostic } from '../../webhook/diagnostic.ts';
import { eventsName } from '../../webhook/events/events-name.ts';
import { problemId } from './diagnostics.ts';
import type { EditedWebhook } from './edited-webhook.ts';
import { FieldEditor, type FieldSettings } from './field-editor.ts';
import {
  editorOfHeader,
  type FormValues,
  fieldOfEditor,
  fieldOfPage,
  isSecretRow,
  isTemplateField,
  setTextOfField,
  wordsAt,
  written,
} from './form-values.ts';
import type { SettingsModel } from './settings.ts';

/** The element that contains the fields. */
interface Host {
  readonly renderRoot: HTMLElement | DocumentFragment;
  readonly updateComplete: Promise<boolean>;
}

interface Wiring {
  readonly webhook: EditedWebhook;
  readonly edit: (change: (values: FormValues) => void) => void;
  readonly submit: () => void;
  /** Called when the cursor was moved other than by typing. */
  readonly moved: (cursor: { readonly field: string; readonly offset: number }) => void;
  /** The fields of the message that are shown. */
  readonly shownWords: () => readonly string[];
  /** Shows the field of a message about another event. */
  readonly reveal: (field: string) => void;
}

/** The fields of the element, addressed by the names that diagnostics use for them. */
export class EditorFields {
  readonly #host: Host;
  readonly #wiring: Wiring;
  #templates: TemplateFields | undefined;

  constructor(host: Host, wiring: Wiring) {
    this.#host = host;
    this.#wiring = wiring;
  }

  get model(): Pick<
    SettingsModel,
    'values' | 'catalogue' | 'receivers' | 'receiver' | 'eventsName' | 'editorOf' | 'change' | 'focus'
  > {
    const { webhook, edit } = this.#wiring;
    const { values, catalogue } = webhook;
    const templates = this.#templateFields();
    templates.keepOnly([
      ...textFields.filter(isTemplateField),
      ...this.#wiring.shownWords(),
      ...values.headers.filter(row => !isSecretRow(row)).map(editorOfHeader),
    ]);
    return {
      values,
      catalogue,
      receivers: webhook.knownReceivers,
      receiver: webhook.receiver,
      eventsName: eventsName(catalogue),
      editorOf: (key, label, lines) => {
        const scope = webhook.scopeOf(this.#outputOf(key), key);
        const chips = wordsAt(key, values) !== undefined;
        return templates.dom(key, { label, lines, text: this.#textOf(key), scope, chips });
      },
      change: edit,
      focus: field => this.focus(field),
    };
  }

  /** The editor of a field, once there is one. */
  editor(field: string): FieldEditor | undefined {
    return this.#templates?.get(field);
  }

  /** The control that the browser points at when something is wrong. */
  get anchor(): HTMLElement | undefined {
    const field = this.#templates?.get('url')?.view.contentDOM;
    // While it moves to another place of the form, it is nowhere.
    return field?.isConnected ? field : undefined;
  }

  setEnabled(isEnabled: boolean): void {
    this.#templates?.setEnabled(isEnabled);
  }

  /** Moves the focus to a control, once it exists. */
  focus(name: string): void {
    void this.#host.updateComplete.then(() => this.#control(name)?.focus());
  }

  /** Marks the diagnostics of the last check. */
  showChecked(): void {
    const { webhook } = this.#wiring;
    const fieldOf = (key: string) => fieldOfEditor(key, webhook.values);
    this.#templates?.show(
      key => (webhook.diagnostics ?? []).filter(({ field }) => field === fieldOf(key)),
      key => webhook.checkedText(fieldOf(key)),
    );
  }

  /** Highlights a tag in a field. */
  link(field: string, source: SourceRange | undefined): void {
    this.#templates?.link(this.#find(field).editor ?? '', source);
  }

  /** Moves the cursor to a range, and unfolds settings that hide it. */
  goTo(field: string, range: SourceRange): void {
    const { editor, control } = this.#find(field);
    const template = editor === undefined ? undefined : this.#templates?.get(editor);
    if (template) {
      template.goTo(range);
      return;
    }
    if (editor !== undefined) {
      this.#wiring.reveal(editor);
      void this.#host.updateComplete.then(() => this.#templates?.get(editor)?.goTo(range));
      return;
    }
    const found = this.#control(control ?? '');
    const fold = found?.closest('details');
    if (fold) fold.open = true;
    found?.focus();
  }

  /** Writes a fixed text, unless something was typed since the check; the next check offers the fix again. */
  mend(field: string, text: string): void {
    const { webhook, edit } = this.#wiring;
    const before = webhook.checkedText(field);
    if (text === before || (textOfField(readGiven(webhook.config), field) ?? '') !== before) return;
    const editor = this.#templates?.get(this.#find(field).editor ?? '');
    if (!editor) {
      edit(values => setTextOfField(values, field, text));
      return;
    }
    editor.write(text);
    editor.view.focus();
  }

  end(): void {
    this.#templates?.keepOnly([]);
    this.#templates = undefined;
  }

  #find(field: string) {
    return fieldOfPage(field, this.#wiring.webhook.values);
  }

  #control(name: string): HTMLElement | null {
    return this.#host.renderRoot.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`);
  }

  #templateFields(): TemplateFields {
    const { webhook, submit, moved } = this.#wiring;
    this.#templates ??= new TemplateFields({
      root: this.#host.renderRoot as ShadowRoot,
      onEnter: submit,
      onInput: (key, text) => this.#onInput(key, text),
      onCursor: (key, offset) => moved({ field: fieldOfEditor(key, webhook.values), offset }),
    });
    return this.#templates;
  }

  /** Also called when an editor is given a text that the form already has. */
  #onInput(key: string, text: string): void {
    if (text === this.#textOf(key)) return;
    this.#wiring.edit(values => {
      const row = values.headers.find(header => editorOfHeader(header) === key);
      const words = wordsAt(key, values);
      if (row) row.value = written(row.value, text);
      else if (words) words.words[words.part] = text;
      else if (isTemplateField(key)) values[key] = text;
    });
  }

  #textOf(key: string): string {
    const { values } = this.#wiring.webhook;
    const words = wordsAt(key, values);
    if (words) return words.words[words.part];
    if (isTemplateField(key)) return values[key];
    return values.headers.find(row => editorOfHeader(row) === key)?.value.text ?? '';
  }

  #outputOf(key: string): OutputName {
    if (key === 'url') return 'url';
    if (wordsAt(key, this.#wiring.webhook.values)) return 'text';
    return key === 'payload' ? (this.#wiring.webhook.payloadOutput ?? 'text') : 'header';
  }
}

type TemplateWiring = Pick<FieldSettings, 'root' | 'onEnter'> & {
  readonly onInput: (key: string, text: string) => void;
  readonly onCursor: (key: string, offset: number) => void;
};

type TemplateField = Pick<FieldSettings, 'label' | 'text' | 'lines' | 'scope' | 'chips'>;

/** The editors of template fields, each created when it is first shown. */
class TemplateFields {
  readonly #wiring: TemplateWiring;
  readonly #editors = new Map<string, FieldEditor>();

  constructor(wiring: TemplateWiring) {
    this.#wiring = wiring;
  }

  /** The editor of a field, brought up to date. */
  dom(key: string, wanted: TemplateField): HTMLElement {
    let editor = this.#editors.get(key);
    if (!editor) {
      const { root, onEnter, onInput, onCursor } = this.#wiring;
      const hints = [...(wanted.lines === 'many' ? ['leave'] : []), ...(key === 'url' ? ['setup'] : [])];
      editor = new FieldEditor({
        ...wanted,
        descriptions: [problemId(key), ...hints].join(' '),
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

  /** Shows the diagnostics of each field. `textOf` returns the checked text. */
  show(diagnosticsOf: (key: string) => readonly WebhookDiagnostic[], textOf: (key: string) => string): void {
    for (const [key, editor] of this.#editors) editor.show(diagnosticsOf(key), textOf(key));
  }

  setEnabled(isEnabled: boolean): void {
    for (const editor of this.#editors.values()) editor.setEnabled(isEnabled);
  }

  /** Highlights a range in one field, and nothing in the others. */
  link(key: string, range: SourceRange | undefined): void {
    for (const [each, editor] of this.#editors) editor.link(each === key ? range : undefined);
  }

  /** Destroys the editors that are no longer shown. */
  keepOnly(keys: readonly string[]): void {
    for (const [key, editor] of this.#editors) {
      if (keys.includes(key)) continue;
      editor.view.destroy();
      this.#editors.delete(key);
    }
  }
}
