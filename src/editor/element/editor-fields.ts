import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import type { OutputName } from '../../output/output.ts';
import type { Draft } from './draft.ts';
import type { EditedWebhook } from './edited-webhook.ts';
import {
  editorOfHeader,
  eventsName,
  fieldOfEditor,
  fieldOfPage,
  setTextOfField,
  textOfField,
} from './field-names.ts';
import { TemplateFields } from './fields/template-fields.ts';
import type { SettingsModel } from './parts/settings-model.ts';
import { written } from './secrets/secret-text.ts';

/** The element that the fields stand in. */
interface Host {
  readonly renderRoot: HTMLElement | DocumentFragment;
  readonly updateComplete: Promise<boolean>;
}

interface Wiring {
  readonly webhook: EditedWebhook;
  readonly edit: (change: (draft: Draft) => void) => void;
  readonly submit: () => void;
  /** The cursor was moved, not by typing. */
  readonly moved: (cursor: { readonly field: string; readonly offset: number }) => void;
}

/** The fields of the element: what they show, and how they are found by the names that diagnostics have for them. */
export class EditorFields {
  readonly #host: Host;
  readonly #wiring: Wiring;
  #templates: TemplateFields | undefined;

  constructor(host: Host, wiring: Wiring) {
    this.#host = host;
    this.#wiring = wiring;
  }

  get model(): Omit<SettingsModel, 'capabilities' | 'isDisabled' | 'isWrong'> {
    const { webhook, edit } = this.#wiring;
    const { draft, catalogue } = webhook;
    const templates = this.#templateFields();
    templates.keepOnly([
      'url',
      'payload',
      ...draft.headers.filter(({ isSecret }) => !isSecret).map(editorOfHeader),
    ]);
    return {
      draft,
      catalogue,
      eventsName: eventsName(catalogue),
      editorOf: (key, label, lines) => {
        const scope = webhook.scopeOf(this.#outputOf(key));
        return templates.dom(key, { label, lines, text: this.#textOf(key), scope });
      },
      change: edit,
      focus: field => this.focus(field),
    };
  }

  /** What the browser points at where something is wrong. */
  get anchor(): HTMLElement | undefined {
    return this.#templates?.get('url')?.view.contentDOM;
  }

  setEnabled(isEnabled: boolean): void {
    this.#templates?.setEnabled(isEnabled);
  }

  /** Moves the focus to a control, once it is there. */
  focus(name: string): void {
    void this.#host.updateComplete.then(() => this.#control(name)?.focus());
  }

  /** Marks what the last check found. */
  showChecked(): void {
    const { webhook } = this.#wiring;
    const fieldOf = (key: string) => fieldOfEditor(key, webhook.draft);
    this.#templates?.show(
      key => (webhook.diagnostics ?? []).filter(({ field }) => field === fieldOf(key)),
      key => webhook.checkedText(fieldOf(key)),
    );
  }

  /** Lights up a tag of a field. */
  link(field: string, source: SourceRange | undefined): void {
    this.#templates?.link(this.#find(field).editor ?? '', source);
  }

  /** Puts the cursor there, and unfolds what hides it. */
  goTo(field: string, range: SourceRange): void {
    const { editor, control } = this.#find(field);
    const template = editor === undefined ? undefined : this.#templates?.get(editor);
    if (template) {
      template.goTo(range);
      return;
    }
    const found = this.#control(control ?? '');
    const fold = found?.closest('details');
    if (fold) fold.open = true;
    found?.focus();
  }

  /** Writes a text that a fix made, unless something was typed since it was checked; the next check brings it again. */
  mend(field: string, text: string): void {
    const { webhook, edit } = this.#wiring;
    const before = webhook.checkedText(field);
    if (text === before || textOfField(webhook.config, field) !== before) return;
    const editor = this.#templates?.get(this.#find(field).editor ?? '');
    if (!editor) {
      edit(draft => setTextOfField(draft, field, text));
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
    return fieldOfPage(field, this.#wiring.webhook.draft);
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
      onCursor: (key, offset) => moved({ field: fieldOfEditor(key, webhook.draft), offset }),
    });
    return this.#templates;
  }

  /** Also called where an editor is given a text that the draft has already. */
  #onInput(key: string, text: string): void {
    if (text === this.#textOf(key)) return;
    this.#wiring.edit(draft => {
      const row = draft.headers.find(header => editorOfHeader(header) === key);
      if (row) row.value = written(row.value, text);
      else if (key === 'url' || key === 'payload') draft[key] = text;
    });
  }

  #textOf(key: string): string {
    const { url, payload, headers } = this.#wiring.webhook.draft;
    if (key === 'url') return url;
    return key === 'payload' ? payload : (headers.find(row => editorOfHeader(row) === key)?.value.text ?? '');
  }

  #outputOf(key: string): OutputName {
    if (key === 'url') return 'url';
    return key === 'payload' ? (this.#wiring.webhook.payloadOutput ?? 'text') : 'header';
  }
}
