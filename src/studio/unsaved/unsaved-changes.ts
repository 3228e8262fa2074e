import { html, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { actionButton, ask } from '../parts/acting.ts';
import { type FieldChanges, isSame } from './fields.ts';

/** Changes that somebody has not saved, without the secrets that they typed. */
export interface KeptDraft {
  /** Other settings are not kept. */
  readonly changes: FieldChanges;
  /** The version that they had changed; 0 for something that is new. */
  readonly version: number;
}

/** A draft that was kept; other tabs and other visits may have kept others of the same thing. */
export interface FoundDraft extends KeptDraft {
  readonly id: string;
  readonly owner: string;
}

const common = 'hookplate draft ';

/** Drafts that nobody comes back for are kept for 30 days, in milliseconds. */
const keptMs = 30 * 24 * 3_600_000;

/** Differs from all others, in every tab; the later one sorts behind. Pages without TLS have no `randomUUID`. */
export function createId(): string {
  return `${Date.now()}-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
}

/**
 * The drafts in the browser of one person and one page. Each has the tab that keeps it as its owner, so that of two tabs both
 * keep theirs.
 */
export class KeptDrafts {
  readonly #prefix: string;

  constructor(user: string, page: string) {
    this.#prefix = `${common}${JSON.stringify([user, page])} `;
    forgetOld();
  }

  /** The drafts of one thing, the latest first. */
  find(id: string): readonly FoundDraft[] {
    return this.all.filter(draft => draft.id === id);
  }

  /** The drafts of the page, the latest first. */
  get all(): readonly FoundDraft[] {
    const own = storedKeys().filter(key => key.startsWith(this.#prefix));
    const found = own.flatMap(key => {
      const draft = read(key);
      const [, id = '', owner = ''] = /^(.*) (.*)$/s.exec(key.slice(this.#prefix.length)) ?? [];
      return draft && owner !== '' ? [{ ...draft, id, owner }] : [];
    });
    return found.toSorted((a, b) => b.keptAt - a.keptAt);
  }

  /** `false` where the browser keeps nothing, or no more: the page still asks before it is left. */
  keep(id: string, owner: string, { changes, version }: KeptDraft): boolean {
    try {
      const kept = { changes, version, keptAt: Date.now() } satisfies StoredDraft;
      localStorage.setItem(this.#keyOf({ id, owner }), JSON.stringify(kept));
      return true;
    } catch {
      return false;
    }
  }

  forget(draft: Pick<FoundDraft, 'id' | 'owner'>): void {
    remove(this.#keyOf(draft));
  }

  #keyOf({ id, owner }: Pick<FoundDraft, 'id' | 'owner'>): string {
    return `${this.#prefix}${id} ${owner}`;
  }
}

interface StoredDraft extends KeptDraft {
  readonly keptAt: number;
}

function read(key: string): StoredDraft | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isDraft(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Removes the drafts of anybody, of any page, that are too old or cannot be read. */
function forgetOld(): void {
  const oldest = Date.now() - keptMs;
  for (const key of storedKeys())
    if (key.startsWith(common) && (read(key)?.keptAt ?? 0) < oldest) remove(key);
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

/** None where the browser lets the page keep nothing. */
function storedKeys(): readonly string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

function isDraft(value: unknown): value is StoredDraft {
  if (typeof value !== 'object' || value === null) return false;
  const { changes, version, keptAt } = value as Partial<StoredDraft>;
  const isChange = (each: unknown): boolean => Array.isArray(each) && typeof each[0] === 'string';
  return (
    typeof version === 'number' &&
    typeof keptAt === 'number' &&
    Array.isArray(changes) &&
    changes.every(isChange)
  );
}

/** How long nothing is typed before it is kept: a payload may be long, and keys come fast. */
const quietMs = 300;

interface UnsavedOptions {
  readonly drafts: KeptDrafts;
  /** The name of the thing, which is another one once something new was saved. */
  readonly id: () => string;
  /** The draft to keep; undefined where there is nothing to save. */
  readonly read: () => KeptDraft | undefined;
}

/** The draft of one edited thing in the browser, beside those that other tabs and earlier visits keep of it. */
export class UnsavedChanges implements ReactiveController {
  readonly #options: UnsavedOptions;
  readonly #firstId: string;
  #owner = createId();
  #found: readonly FoundDraft[];
  /** Restored drafts, until the own one is kept in their place, or saved. */
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

  /** Drafts that were kept before and are still to be asked about, the latest first. */
  get found(): readonly FoundDraft[] {
    return this.#found;
  }

  /** Keeps the draft when nothing was typed for a moment. */
  changed(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#keepNow, quietMs);
  }

  /** The latest found draft, to be written into the fields; if they contradict it, they are kept as a draft to be asked about. */
  restored(): FoundDraft | undefined {
    const [latest] = this.#found;
    const own = latest && this.#options.read();
    const taken = this.#answered();
    if (own && contradicts(own, latest)) this.#setAside();
    this.#taken = [...this.#taken, ...taken];
    return latest;
  }

  /** The latest found draft is not wanted. */
  discarded(): void {
    for (const draft of this.#answered()) this.#options.drafts.forget(draft);
  }

  /** Keeps the draft now, or forgets it where all was saved; found drafts are still to be asked about. */
  keep(): void {
    this.#keepNow();
  }

  /** The own draft is not wanted, and not kept any more. */
  forget(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#forgetOwn();
  }

  /** No draft is: the thing is gone. */
  forgetAll(): void {
    this.forget();
    for (const draft of this.#found) this.#options.drafts.forget(draft);
    this.#found = [];
  }

  /** Two tabs may have kept the same changes: they are asked about once. */
  #answered(): readonly FoundDraft[] {
    const [latest] = this.#found;
    const isAnswered = ({ changes }: FoundDraft) => latest !== undefined && isSame(changes, latest.changes);
    const answered = this.#found.filter(isAnswered);
    this.#found = this.#found.filter(draft => !isAnswered(draft));
    return answered;
  }

  /** Keeps the own draft as one to be asked about. */
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

  /** Forgets the restored drafts, and the own one from before the thing was stored. */
  #forgetTaken(): void {
    const { drafts, id } = this.#options;
    for (const draft of this.#taken) drafts.forget(draft);
    this.#taken = [];
    if (this.#firstId !== id()) drafts.forget({ id: this.#firstId, owner: this.#owner });
  }
}

/** Whether they give a setting different values. */
function contradicts(one: KeptDraft, other: KeptDraft): boolean {
  const said = new Map(other.changes.map(([field, value]) => [field, value]));
  return one.changes.some(([field, value]) => said.has(field) && !isSame(value, said.get(field)));
}

/** A question about changes that were left unsaved the last time. */
interface KeptChanges {
  /** The latest is asked about first; without any, nothing is asked. */
  readonly found: readonly FoundDraft[];
  /** Introduces the changes, where the page around the question does not tell whose they are. */
  readonly text?: string;
  readonly restore: () => void;
  readonly discard: () => void;
}

/** Somebody else may read the storage of a browser. */
const leftOut = 'without passwords, signing secrets and credentials in headers and URLs';

/** Each question has buttons of its own, so that a second press does not answer the next one. */
export function keptChanges({
  found,
  text = `Changes that you did not save were kept in this browser, ${leftOut}.`,
  restore,
  discard,
}: KeptChanges): TemplateResult {
  const [latest, ...others] = found;
  if (!latest) return html``;
  const count = others.length === 0 ? '' : ` They were kept ${found.length} times: these are the latest.`;
  return html`${keyed(
    latest.owner,
    html`<div class="notice">
      <p>${text}${count}</p>
      ${actionButton({ word: 'Restore them', act: restore })} ${actionButton({ word: 'Discard them', act: discard })}
    </div>`,
  )}`;
}

/** Asks before a page is left on which there is something to save. */
export function askToLeave(): Promise<boolean> {
  return ask({
    title: 'Leave without saving?',
    text: `What you changed is kept in this browser, ${leftOut}, and you can restore it when you come back.`,
    action: 'Leave',
    otherwise: 'Stay',
  });
}
