import { html, LitElement, type TemplateResult } from 'lit';
import { Check, Copy } from 'lucide-static';
import { icon } from './icon.ts';

/** The time for which a note says that something was copied, in milliseconds. */
const saidMs = 2000;

/** `<copy-button .text="…" label="Copy the base URL">` */
export class CopyButton extends LitElement {
  static override readonly properties = {
    text: { attribute: false },
    label: { type: String },
    shown: { type: String },
    result: { state: true },
  };

  declare text: string;
  /** Its accessible name. */
  declare label: string;
  /** The word next to the icon, if any. */
  declare shown: string;
  declare protected result: 'copied' | 'refused' | undefined;

  constructor() {
    super();
    this.text = '';
    this.label = 'Copy';
    this.shown = '';
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    const said = { copied: 'Copied', refused: 'The browser does not let it be copied' };
    return html`<button
        type="button"
        class="button small"
        aria-label=${this.label}
        title=${this.label}
        @click=${() => void this.#copy()}
      >
        ${icon(this.result === 'copied' ? Check : Copy)} ${this.shown}
      </button>
      <span class="unseen" role="status">${this.result ? said[this.result] : ''}</span>`;
  }

  async #copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.text);
      this.result = 'copied';
    } catch {
      this.result = 'refused';
    }
    setTimeout(() => {
      this.result = undefined;
    }, saidMs);
  }
}
