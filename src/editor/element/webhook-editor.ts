import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import { applyFix } from '../../diagnostics/fixes/apply-fix.ts';
import { applyFixes } from '../../diagnostics/fixes/apply-fixes.ts';
import { concernedEvents } from './concerned-events.ts';
import { ConnectionTestState } from './connection-test-state.ts';
import { type EditedContent, shownContent, wholeContentOf } from './content.ts';
import { EditorFields } from './editor-fields.ts';
import { placeOf } from './field-names.ts';
import { FormWebhook } from './form-webhook.ts';
import { colors } from './looks/colors.ts';
import { styles } from './looks/styles.ts';
import { actions } from './parts/actions.ts';
import { connectionTest } from './parts/connection-test.ts';
import { type ProblemsModel, problems, verdictLine } from './parts/problems.ts';
import { settings } from './parts/settings.ts';
import { viewTabs } from './parts/view-tabs.ts';
import { preview } from './preview/preview.ts';
import { PreviewState } from './preview/preview-state.ts';
import { readTestResult, type TestResult } from './test-result.ts';
import { count } from './verdict.ts';

/**
 * `<webhook-editor>`: the fields of a webhook, what is wrong with them, and the exact request for each event. A form sends
 * its configuration as JSON under its `name`, and is not sent while the configuration has errors.
 *
 * Events: `config-change` and `input` with every edit, `change` when a field that was edited is left, `check` when something
 * was checked; `save-request` and `test-request` where its capabilities say that there are buttons for these.
 */
export class WebhookEditor extends FormWebhook {
  static override readonly shadowRootOptions: ShadowRootInit = {
    ...FormWebhook.shadowRootOptions,
    delegatesFocus: true,
  };
  static override readonly styles = [colors, styles];

  readonly #fields = new EditorFields(this, {
    webhook: this.webhook,
    edit: change => this.edit(change),
    submit: () => this.submit(),
    moved: cursor => {
      this.#preview.moved(cursor);
    },
  });
  readonly #preview = new PreviewState({
    webhook: this.webhook,
    changed: () => this.requestUpdate(),
    point: (field, source) => this.#fields.link(field, source),
    goTo: (field, source) => this.#goTo(field, source),
  });
  readonly #test = new ConnectionTestState(
    this.webhook,
    event => this.tell('test-request', { event }),
    () => this.requestUpdate(),
    () => this.#fields.focus('test'),
  );
  #view: 'edit' | 'preview' = 'edit';

  /** What became of the test that was asked for last: set it when your server has answered `test-request`. */
  set testResult(result: TestResult | undefined) {
    this.#test.end(result && readTestResult(result, 'testResult'));
  }

  /** What is to be saved with what the method has no use for, such as the payload of a GET. */
  get wholeContent(): EditedContent {
    return wholeContentOf(this.webhook.draft);
  }

  /** A content as it is once the fields have shown it: what differs from that was edited. */
  asEdited(content: EditedContent): EditedContent {
    return shownContent(content);
  }

  /** Asks the page to save, as the button *Save* does: where there are errors, the first of them is shown instead. */
  save(): void {
    if (!this.isDisabled) this.#ask(() => this.tell('save-request'));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#fields.end();
  }

  protected override get anchor(): HTMLElement | undefined {
    return this.#fields.anchor;
  }

  protected override showChecked(): void {
    this.#preview.checked();
    this.#fields.showChecked();
  }

  protected override submit(): void {
    super.submit();
    if (!this.form && this.capabilities.save) this.save();
  }

  protected override render(): TemplateResult {
    const found = this.#found;
    return html`<div
      class="columns show-${this.#view}"
      @input=${keepInside}
      @change=${keepInside}
      @focusout=${() => this.commit()}
      @keydown=${(event: KeyboardEvent) => this.#onKey(event)}
    >
      ${viewTabs(this.#view, view => this.#show(view))}
      <div class="settings" id="edit">
        ${this.#settings()} ${verdictLine(found)} ${this.#actions()} ${problems(found)}
      </div>
      ${guard(this.#preview.dependencies, () => preview(this.#preview.model))}
    </div>`;
  }

  protected override updated(): void {
    this.#fields.setEnabled(!this.isDisabled);
  }

  #settings(): TemplateResult {
    return settings({
      ...this.#fields.model,
      capabilities: this.capabilities,
      isDisabled: this.isDisabled,
      isWrong: field => this.diagnostics.some(each => each.field === field && each.severity === 'error'),
    });
  }

  get #found(): ProblemsModel {
    const { webhook, isDisabled, diagnostics, verdict } = this;
    const { draft, catalogue } = webhook;
    const checkedText = (field: string): string => webhook.checkedText(field);
    return {
      verdict,
      diagnostics,
      isDisabled,
      placeOf: problem => placeOf(problem, { draft, catalogue, checkedText }),
      eventsOf: problem => concernedEvents(problem, catalogue, this.#test.enabled),
      goTo: ({ field, range }) => this.#goTo(field, range),
      apply: ({ field }, fix) => this.#fields.mend(field, applyFix(webhook.checkedText(field), fix)),
      applySafe: () => {
        const { diagnostics: found = [] } = webhook;
        for (const field of new Set(found.map(each => each.field))) {
          const own = found.filter(each => each.field === field);
          this.#fields.mend(field, applyFixes(webhook.checkedText(field), own, { kind: 'safe' }));
        }
      },
    };
  }

  #actions(): TemplateResult {
    const { capabilities, isDisabled } = this;
    if (isDisabled || !(capabilities.save || capabilities.test)) return html``;
    const { errors } = this.verdict;
    const wrong = errors > 0 ? `Correct ${count(errors, 'error')} first.` : '';
    const nothingOn = 'There is nothing to test: switch an event on first.';
    const reason = this.#test.enabled.length === 0 ? nothingOn : wrong;
    const model = this.#test.isOpen && this.#test.model({ isModified: this.isModified, reason });
    return html`${actions({
      save: capabilities.save ? { reason: wrong, act: () => this.save() } : undefined,
      test: capabilities.test ? { reason, act: () => this.#beginTest() } : undefined,
    })}
    ${model ? connectionTest(model) : nothing}`;
  }

  #beginTest(): void {
    if (this.#test.enabled.length > 0) this.#ask(() => this.#test.begin());
  }

  /** Asks the page for something, unless there are errors: then the first of them is shown. */
  #ask(act: () => void): void {
    this.commit();
    const wrong = this.diagnostics.find(({ severity }) => severity === 'error');
    if (wrong) this.#goTo(wrong.field, wrong.range);
    else act();
  }

  #onKey(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (key.toLowerCase() !== 's' || ctrlKey === metaKey || altKey || shiftKey) return;
    if (!this.capabilities.save || this.isDisabled) return;
    event.preventDefault();
    this.save();
  }

  #show(view: 'edit' | 'preview'): void {
    this.#view = view;
    this.requestUpdate();
  }

  /** Where the field cannot be seen, it is shown first. */
  #goTo(field: string, range: SourceRange): void {
    this.#show('edit');
    void this.updateComplete.then(() => this.#fields.goTo(field, range));
  }
}

/** What a page hears of is the element's own. */
function keepInside(event: Event): void {
  event.stopPropagation();
}
