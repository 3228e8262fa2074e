import type { LitElement, ReactiveController } from 'lit';
import type { KeptDraft, KeptDrafts } from './kept-drafts.ts';

/** How long nothing is typed before it is kept: a payload may be long, and keys come fast. */
const quietMs = 300;

export interface UnsavedOptions {
  readonly drafts: KeptDrafts;
  /** What it is called, which something new is until it is saved. */
  readonly id: () => string;
  /** What there is to keep; undefined where there is nothing to save. */
  readonly read: () => KeptDraft | undefined;
}

/** What is kept in the browser of something that is edited. */
export class UnsavedChanges implements ReactiveController {
  readonly #options: UnsavedOptions;
  readonly #firstId: string;
  #found: KeptDraft | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: LitElement, options: UnsavedOptions) {
    this.#options = options;
    this.#firstId = options.id();
    this.#found = options.drafts.find(this.#firstId);
    host.addController(this);
  }

  /** A page that is closed, or sent to the background, may get no other chance. */
  hostConnected(): void {
    addEventListener('pagehide', this.#keepNow);
    document.addEventListener('visibilitychange', this.#keepNow);
  }

  hostDisconnected(): void {
    removeEventListener('pagehide', this.#keepNow);
    document.removeEventListener('visibilitychange', this.#keepNow);
    this.#keepNow();
  }

  /** What was kept before, until somebody has said what becomes of it. */
  get found(): KeptDraft | undefined {
    return this.#found;
  }

  /** Keeps what there is when nothing was typed for a moment; nothing is kept over what was found. */
  changed(): void {
    if (this.#found) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#keepNow, quietMs);
  }

  restored(): void {
    this.#found = undefined;
  }

  /** What was found is still to be asked about, and what was edited since is kept. */
  saved(): void {
    if (!this.#found) this.discarded();
  }

  /** Forgets what was found, and keeps what there is. */
  discarded(): void {
    this.forget();
    if (this.#options.read()) this.changed();
  }

  forget(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#found = undefined;
    const { drafts, id } = this.#options;
    drafts.forget(this.#firstId);
    drafts.forget(id());
  }

  /** Does not wait any longer. */
  readonly #keepNow = (): void => {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { drafts, id, read } = this.#options;
    const draft = read();
    if (draft) drafts.keep(id(), draft);
    else drafts.forget(id());
  };
}
