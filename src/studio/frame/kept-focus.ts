import type { LitElement, ReactiveController } from 'lit';

/** Leads the focus to another place when what has it is gone after an update: at the top of a page, people would be lost. */
export class KeptFocus implements ReactiveController {
  readonly #host: LitElement;
  readonly #next: () => HTMLElement | null | undefined;
  #wasHere = false;

  /** `next` finds the place, once the host was updated. */
  constructor(host: LitElement, next: () => HTMLElement | null | undefined) {
    this.#host = host;
    this.#next = next;
    host.addController(this);
  }

  hostUpdate(): void {
    this.#wasHere = this.#host.contains(document.activeElement);
  }

  hostUpdated(): void {
    const { activeElement } = document;
    if (this.#wasHere && (activeElement === null || activeElement === document.body)) this.#next()?.focus();
  }
}
