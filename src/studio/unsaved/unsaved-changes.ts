import type { LitElement, ReactiveController } from 'lit';
import { isSame } from './fields.ts';
import { createId, type FoundDraft, type KeptDraft, type KeptDrafts } from './kept-drafts.ts';

/** How long nothing is typed before it is kept: a payload may be long, and keys come fast. */
const quietMs = 300;

export interface UnsavedOptions {
  readonly drafts: KeptDrafts;
  /** What it is called, which something new is until it is saved. */
  readonly id: () => string;
  /** What there is to keep; undefined where there is nothing to save. */
  readonly read: () => KeptDraft | undefined;
}

/** What is kept in the browser of something that is edited, beside what other tabs keep of it, and earlier visits did. */
export class UnsavedChanges implements ReactiveController {
  readonly #options: UnsavedOptions;
  readonly #firstId: string;
  #owner = createId();
  #found: readonly FoundDraft[];
  /** What was restored, until what there is here is kept in its place, or saved. */
  #taken: readonly FoundDraft[] = [];
  #isOver = false;
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
    document.addEventListener('visibilitychange', this.#keepHidden);
  }

  hostDisconnected(): void {
    removeEventListener('pagehide', this.#keepNow);
    document.removeEventListener('visibilitychange', this.#keepHidden);
    this.#keepNow();
  }

  /** What was kept before, the latest first, until somebody has said of each what becomes of it. */
  get found(): readonly FoundDraft[] {
    return this.#found;
  }

  /** Keeps what there is when nothing was typed for a moment. */
  changed(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#keepNow, quietMs);
  }

  /** The latest of what was found, to be written over what is there; what that said otherwise is kept, and found from now on. */
  restored(): FoundDraft | undefined {
    const [latest] = this.#found;
    const own = latest && this.#options.read();
    const taken = this.#answered();
    if (own && contradicts(own, latest)) this.#setAside();
    this.#taken = [...this.#taken, ...taken];
    return latest;
  }

  /** The latest of what was found is not wanted. */
  discarded(): void {
    for (const draft of this.#answered()) this.#options.drafts.forget(draft);
  }

  /** Nothing of it was saved, or all but what was edited since; what was found is still to be asked about. */
  keep(): void {
    this.#keepNow();
  }

  /** What is edited here is not wanted, and not kept any more. */
  forget(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#forgetOwn();
  }

  /** Nothing of it is: what it was about is gone. */
  forgetAll(): void {
    this.forget();
    for (const draft of this.#found) this.#options.drafts.forget(draft);
    this.#found = [];
  }

  /** Two tabs may have kept the same: that is asked about once. */
  #answered(): readonly FoundDraft[] {
    const [latest] = this.#found;
    const isAnswered = ({ changes }: FoundDraft) => latest !== undefined && isSame(changes, latest.changes);
    const answered = this.#found.filter(isAnswered);
    this.#found = this.#found.filter(draft => !isAnswered(draft));
    return answered;
  }

  /** What there is here is kept as something of its own. */
  #setAside(): void {
    this.#keepNow();
    const { drafts, id } = this.#options;
    const aside = drafts.find(id()).filter(({ owner }) => owner === this.#owner);
    this.#found = [...aside, ...this.#found];
    this.#owner = createId();
  }

  /** Without waiting any longer. */
  readonly #keepNow = (): void => {
    clearTimeout(this.#timer);
    if (this.#isOver) return;
    const { drafts, id, read } = this.#options;
    const draft = read();
    if (!draft) this.#forgetOwn();
    else if (drafts.keep(id(), this.#owner, draft)) this.#forgetTaken();
  };

  readonly #keepHidden = (): void => {
    if (document.hidden) this.#keepNow();
  };

  #forgetOwn(): void {
    const { drafts, id } = this.#options;
    drafts.forget({ id: id(), owner: this.#owner });
    this.#forgetTaken();
  }

  /** What was restored, and what was kept of it before it was stored. */
  #forgetTaken(): void {
    const { drafts, id } = this.#options;
    for (const draft of this.#taken) drafts.forget(draft);
    this.#taken = [];
    if (this.#firstId !== id()) drafts.forget({ id: this.#firstId, owner: this.#owner });
  }
}

/** Whether one of them says something else of what the other one says something of. */
function contradicts(one: KeptDraft, other: KeptDraft): boolean {
  const said = new Map(other.changes.map(([field, value]) => [field, value]));
  return one.changes.some(([field, value]) => said.has(field) && !isSame(value, said.get(field)));
}
