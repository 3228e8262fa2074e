import type { LitElement, ReactiveController } from 'lit';

/** `Mod-S` saves what a page edits, wherever the focus is, in place of the page's own source. */
export class SaveKey implements ReactiveController {
  readonly #save: () => void;

  constructor(host: LitElement, save: () => void) {
    this.#save = save;
    host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener('keydown', this.#onKey);
  }

  hostDisconnected(): void {
    document.removeEventListener('keydown', this.#onKey);
  }

  /** The editor of a webhook takes the key itself; under an open question, nothing is saved. */
  readonly #onKey = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
    if (defaultPrevented || key.toLowerCase() !== 's' || ctrlKey === metaKey || altKey || shiftKey) return;
    event.preventDefault();
    if (!document.querySelector('dialog[open]')) this.#save();
  };
}
