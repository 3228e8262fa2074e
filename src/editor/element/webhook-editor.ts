import { html, type TemplateResult } from 'lit';
import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import { applyFix } from '../../diagnostics/fixes/apply-fix.ts';
import { applyFixes } from '../../diagnostics/fixes/apply-fixes.ts';
import type { OutputName } from '../../output/output.ts';
import { headerRow } from './draft.ts';
import {
  editorOfHeader,
  fieldOfEditor,
  fieldOfPage,
  placeOf,
  setTextOfField,
  textOfField,
} from './field-names.ts';
import { TemplateFields } from './fields/template-fields.ts';
import { FormWebhook, processCatalogue } from './form-webhook.ts';
import { colors } from './looks/colors.ts';
import { styles } from './looks/styles.ts';
import { preview } from './parts/preview.ts';
import { problems } from './parts/problems.ts';
import { settings } from './parts/settings.ts';
import { verdictOf } from './verdict.ts';

/**
 * `<webhook-editor>`: the fields of a webhook, what is wrong with them, and the exact request for each event. A form sends
 * its configuration as JSON under its `name`, and is not sent while the configuration has errors.
 *
 * Events: `input` with every edit, `change` when a field that was edited is left, `check` when something was checked.
 */
export class WebhookEditor extends FormWebhook {
  static override readonly shadowRootOptions: ShadowRootInit = {
    ...FormWebhook.shadowRootOptions,
    delegatesFocus: true,
  };
  static override readonly styles = [colors, styles];

  #fields: TemplateFields | undefined;
  #chosen: string | undefined;
  #cursor: { readonly field: string; readonly offset: number } | undefined;
  #hasCopied = false;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#fields?.keepOnly([]);
    this.#fields = undefined;
  }

  protected override get anchor(): HTMLElement | undefined {
    return this.#fields?.get('url')?.view.contentDOM;
  }

  protected override showChecked(): void {
    const { webhook } = this;
    const fieldOf = (key: string) => fieldOfEditor(key, webhook.draft);
    this.#fields?.show(
      key => this.diagnostics.filter(({ field }) => field === fieldOf(key)),
      key => webhook.checkedText(fieldOf(key)),
    );
  }

  protected override render(): TemplateResult {
    return html`<div
      class="columns"
      @input=${keepInside}
      @change=${keepInside}
      @focusout=${() => this.commit()}
    >
      <div class="settings">${this.#settings()} ${this.#problems()}</div>
      ${this.#preview()}
    </div>`;
  }

  protected override updated(): void {
    this.#fields?.setEnabled(!this.isDisabled);
  }

  #settings(): TemplateResult {
    const { webhook, isDisabled, diagnostics } = this;
    const { draft, catalogue } = webhook;
    const fields = this.#templateFields();
    fields.keepOnly(['url', 'payload', ...draft.headers.map(editorOfHeader)]);
    return settings({
      draft,
      catalogue,
      isDisabled,
      eventsName: catalogue === processCatalogue ? 'Process' : 'Events',
      editorOf: (key, label, lines) => {
        const scope = webhook.scopeOf(this.#outputOf(key));
        return fields.dom(key, { label, lines, text: this.#textOf(key), scope });
      },
      isWrong: field => diagnostics.some(each => each.field === field && each.severity === 'error'),
      change: change => this.edit(change),
      addHeader: () => this.edit(({ headers }) => headers.push(headerRow())),
      removeHeader: row =>
        this.edit(draft => {
          draft.headers = draft.headers.filter(each => each !== row);
        }),
    });
  }

  #problems(): TemplateResult {
    const { webhook, isDisabled, diagnostics } = this;
    return problems({
      verdict: verdictOf(webhook.diagnostics, webhook.payloadOutput),
      diagnostics,
      isDisabled,
      placeOf: diagnostic => placeOf(diagnostic, webhook.draft, webhook.checkedText(diagnostic.field)),
      goTo: ({ field, range }) => this.#goTo(field, range),
      apply: ({ field }, fix) => this.#mend(field, applyFix(webhook.checkedText(field), fix)),
      applySafe: () => {
        for (const field of new Set(diagnostics.map(each => each.field))) {
          const own = diagnostics.filter(each => each.field === field);
          this.#mend(field, applyFixes(webhook.checkedText(field), own, { kind: 'safe' }));
        }
      },
    });
  }

  #preview(): TemplateResult {
    const { draft, catalogue, requests, areRequestsOld } = this.webhook;
    const isOn = (name: string): boolean => draft.events[name] === true;
    return preview({
      catalogue,
      events: requests,
      isOn,
      chosen: this.#chosen ?? catalogue.names.find(isOn) ?? catalogue.names[0] ?? '',
      isOld: areRequestsOld,
      cursor: this.#cursor,
      choose: name => {
        this.#chosen = name;
        this.#hasCopied = false;
        this.requestUpdate();
      },
      point: (field, source) => this.#fields?.link(fieldOfPage(field, draft).editor ?? '', source),
      goTo: (field, source) => this.#goTo(field, source),
      copied: this.#hasCopied,
      copy: curl => this.#copy(curl),
    });
  }

  #templateFields(): TemplateFields {
    this.#fields ??= new TemplateFields({
      root: this.renderRoot as ShadowRoot,
      onEnter: () => this.submit(),
      onInput: (key, text) => this.#onInput(key, text),
      onCursor: (key, offset) => {
        this.#cursor = { field: fieldOfEditor(key, this.webhook.draft), offset };
        this.requestUpdate();
      },
    });
    return this.#fields;
  }

  /** Also called where an editor is given a text that the draft has already. */
  #onInput(key: string, text: string): void {
    if (text === this.#textOf(key)) return;
    this.edit(draft => {
      const row = draft.headers.find(header => editorOfHeader(header) === key);
      if (row) row.value = text;
      else if (key === 'url' || key === 'payload') draft[key] = text;
    });
  }

  #textOf(key: string): string {
    const { url, payload, headers } = this.webhook.draft;
    if (key === 'url') return url;
    return key === 'payload' ? payload : (headers.find(row => editorOfHeader(row) === key)?.value ?? '');
  }

  #outputOf(key: string): OutputName {
    if (key === 'url') return 'url';
    return key === 'payload' ? (this.webhook.payloadOutput ?? 'text') : 'header';
  }

  /** Writes a text that a fix made, unless something was typed since it was checked; the next check brings it again. */
  #mend(field: string, text: string): void {
    const { webhook } = this;
    const before = webhook.checkedText(field);
    if (text === before || textOfField(this.value, field) !== before) return;
    const editor = this.#fields?.get(fieldOfPage(field, webhook.draft).editor ?? '');
    if (!editor) {
      this.edit(draft => setTextOfField(draft, field, text));
      return;
    }
    editor.setText(text);
    editor.view.focus();
  }

  #goTo(field: string, range: SourceRange): void {
    const editor = this.#fields?.get(fieldOfPage(field, this.webhook.draft).editor ?? '');
    if (editor) editor.goTo(range);
    else this.renderRoot.querySelector<HTMLElement>(`[data-field="${field.split('.')[0]}"]`)?.focus();
  }

  #copy(curl: string): void {
    const copied = (): void => {
      this.#hasCopied = true;
      this.requestUpdate();
    };
    // Where a page may not write to the clipboard, nothing is said to be copied.
    navigator.clipboard?.writeText(curl).then(copied, () => {});
  }
}

/** What a page hears of is the element's own. */
function keepInside(event: Event): void {
  event.stopPropagation();
}
