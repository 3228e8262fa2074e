import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import type { PreviewData } from '../../../src/cli/language-server/extension-requests.ts';
import { colors } from '../../../src/editor/element/colors.ts';
import { EditedWebhook, processCatalogue } from '../../../src/editor/element/edited-webhook.ts';
import { valuesOf } from '../../../src/editor/element/form-values.ts';
import { messageLookStyles } from '../../../src/editor/element/look/message-look-styles.ts';
import { panelStyles } from '../../../src/editor/element/panel-styles.ts';
import { PreviewState } from '../../../src/editor/element/preview.ts';
import { requestPreview } from '../../../src/editor/element/preview-panel.ts';
import { styles } from '../../../src/editor/element/styles.ts';
import { createCatalogue } from '../../../src/webhook/events/define-events.ts';

/* The preview of `<webhook-editor>`, alone, of the webhook in the file beside it. */

declare function acquireVsCodeApi(): { readonly postMessage: (message: unknown) => void };

class HookplatePreview extends LitElement {
  static override readonly styles = [
    colors,
    styles,
    panelStyles,
    ...messageLookStyles,
    css`
      :host {
        display: block;
        font-family: var(--vscode-font-family);
        color-scheme: light dark;
      }
    `,
  ];
  readonly #webhook = new EditedWebhook(processCatalogue, () => {
    this.#preview.checked();
    this.requestUpdate();
  });
  readonly #preview = new PreviewState({
    webhook: this.#webhook,
    changed: () => this.requestUpdate(),
    point: () => {},
    goTo: () => {},
  });
  #events = '';
  #isThere = true;
  #trouble: string | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('message', ({ data }: MessageEvent<PreviewData | null>) => this.#show(data));
    acquireVsCodeApi().postMessage('ready');
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#webhook.stop();
  }

  #show(data: PreviewData | null): void {
    this.#isThere = data !== null;
    this.#trouble = data?.trouble;
    this.requestUpdate();
    if (!data) return;
    const events = JSON.stringify(data.events);
    // The samples that somebody wrote here belong to their catalogue.
    if (events !== this.#events)
      this.#webhook.catalogue = isOfProcesses(data)
        ? processCatalogue
        : createCatalogue({ events: data.events });
    this.#events = events;
    this.#webhook.receivers = data.receivers;
    this.#webhook.values = valuesOf(data.webhook);
    this.#webhook.check();
  }

  protected override render(): TemplateResult {
    if (!this.#isThere) return html`<p class="hint">There is no webhook at the cursor.</p>`;
    const count = this.#webhook.diagnostics?.filter(({ severity }) => severity === 'error').length ?? 0;
    const problem =
      count > 0 ? html`${count === 1 ? '1 mistake' : `${count} mistakes`} in the file` : undefined;
    const trouble = this.#trouble === undefined ? nothing : html`<p class="hint">${this.#trouble}</p>`;
    return html`${trouble}${requestPreview(this.#preview.model, problem)}`;
  }
}

function isOfProcesses({ events }: PreviewData): boolean {
  return Object.keys(events).join() === processCatalogue.names.join();
}

customElements.define('hookplate-preview', HookplatePreview);
