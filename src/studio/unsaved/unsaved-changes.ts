import { html, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { Debounce } from '../../timing/debounce.ts';
import { actionButton, ask } from '../parts/acting.ts';
import { ago } from '../parts/time.ts';
import { type FieldChanges, isSame } from './fields.ts';

/** Unsaved changes, without secrets that were typed. */
export interface KeptDraft {
  /** Unchanged settings are not kept. */
  readonly changes: FieldChanges;
  /** The version that was changed; 0 for something new. */
  readonly version: number;
}

/** A kept draft; other tabs and other visits may have kept further drafts of the same thing. */
export interface FoundDraft extends KeptDraft {
  readonly id: string;
  readonly owner: string;
  /** In milliseconds since 1970. */
  readonly keptAt: number;
}

const common = 'hookplate draft ';

/** Abandoned drafts are kept for 30 days, in milliseconds. */
const keptMs = 30 * 24 * 3_600_000;

/** Unique across all tabs; later ids sort after earlier ones. Pages without TLS have no `randomUUID`. */
export function createId(): string {
  return `${Date.now()}-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
}

/**
 * The drafts of one user and one page in the browser. Each belongs to the tab that keeps it, so that two tabs keep
 * separate drafts.
 */
export class KeptDrafts {
  readonly #prefix: string;

  constructor(user: string, page: string) {
    this.#prefix = `${common}${JSON.stringify([user, page])} `;
    forgetOld();
  }

  /** The drafts of one thing, latest first. */
  find(id: string): readonly FoundDraft[] {
    return this.all.filter(draft => draft.id === id);
  }

  /** The drafts of the page, latest first. */
  get all(): readonly FoundDraft[] {
    const own = storedKeys().filter(key => key.startsWith(this.#prefix));
    const found = own.flatMap(key => {
      const draft = read(key);
      const [, id = '', owner = ''] = /^(.*) (.*)$/s.exec(key.slice(this.#prefix.length)) ?? [];
      return draft && owner !== '' ? [{ ...draft, id, owner }] : [];
    });
    return found.toSorted((a, b) => b.keptAt - a.keptAt);
  }

  /** `false` if the browser stores nothing, or has no room left: the page still asks before it is left. */
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

type StoredDraft = Omit<FoundDraft, 'id' | 'owner'>;

function read(key: string): StoredDraft | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isDraft(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Removes drafts of any user and page that are too old or cannot be read. */
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

/** Empty if the browser does not let the page store anything. */
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

/** Time without typing before a draft is kept: a payload may be long, and keys come fast. */
const quietMs = 300;

interface UnsavedOptions {
  readonly drafts: KeptDrafts;
  /** The id of the thing, which changes when something new is saved. */
  readonly id: () => string;
  /** The draft to keep; undefined if there are no unsaved changes. */
  readonly read: () => KeptDraft | undefined;
}

/** The draft of one edited thing in the browser, in addition to those of other tabs and earlier visits. */
export class UnsavedChanges implements ReactiveController {
  readonly #options: UnsavedOptions;
  readonly #firstId: string;
  #owner = createId();
  #found: readonly FoundDraft[];
  /** Restored drafts, until the current one is kept in their place, or saved. */
  #taken: readonly FoundDraft[] = [];
  #isOver = false;
  readonly #quiet = new Debounce();

  constructor(host: LitElement, options: UnsavedOptions) {
    this.#options = options;
    this.#firstId = options.id();
    this.#found = options.drafts.find(this.#firstId);
    host.addController(this);
  }

  /** A page that is closed, or sent to the background, may get no other chance to keep its draft. */
  hostConnected(): void {
    addEventListener('pagehide', this.#keepNow);
    document.addEventListener('visibilitychange', this.#keepHidden);
  }

  hostDisconnected(): void {
    removeEventListener('pagehide', this.#keepNow);
    document.removeEventListener('visibilitychange', this.#keepHidden);
    this.#keepNow();
  }

  /** Earlier drafts that the user has yet to be asked about, latest first. */
  get found(): readonly FoundDraft[] {
    return this.#found;
  }

  /** Keeps the draft once nothing was typed for a moment. */
  changed(): void {
    this.#quiet.start(this.#keepNow, quietMs);
  }

  /**
   * Returns the latest found draft, for writing it into the fields. If these contradict it, they are kept as another
   * draft.
   */
  restored(): FoundDraft | undefined {
    const [latest] = this.#found;
    const own = latest && this.#options.read();
    const taken = this.#answered();
    if (own && contradicts(own, latest)) this.#setAside();
    this.#taken = [...this.#taken, ...taken];
    return latest;
  }

  /** Drops the latest found draft, which the user does not want. */
  discarded(): void {
    for (const draft of this.#answered()) this.#options.drafts.forget(draft);
  }

  /** Keeps the draft now, or drops it if everything was saved; found drafts stay. */
  keep(): void {
    this.#keepNow();
  }

  /** Drops the current draft. */
  forget(): void {
    this.#isOver = true;
    this.#quiet.cancel();
    this.#forgetOwn();
  }

  /** Drops all drafts: the thing is gone. */
  forgetAll(): void {
    this.forget();
    for (const draft of this.#found) this.#options.drafts.forget(draft);
    this.#found = [];
  }

  /** Two tabs may have kept the same changes; one answer counts for both. */
  #answered(): readonly FoundDraft[] {
    const [latest] = this.#found;
    const isAnswered = ({ changes }: FoundDraft) => latest !== undefined && isSame(changes, latest.changes);
    const answered = this.#found.filter(isAnswered);
    this.#found = this.#found.filter(draft => !isAnswered(draft));
    return answered;
  }

  /** Keeps the current draft as one to ask about. */
  #setAside(): void {
    this.#keepNow();
    const { drafts, id } = this.#options;
    const aside = drafts.find(id()).filter(({ owner }) => owner === this.#owner);
    this.#found = [...aside, ...this.#found];
    this.#owner = createId();
  }

  /** Keeps the draft without further delay. */
  readonly #keepNow = (): void => {
    this.#quiet.cancel();
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

  /** Drops the restored drafts, and the current one from before the thing was stored. */
  #forgetTaken(): void {
    const { drafts, id } = this.#options;
    for (const draft of this.#taken) drafts.forget(draft);
    this.#taken = [];
    if (this.#firstId !== id()) drafts.forget({ id: this.#firstId, owner: this.#owner });
  }
}

/** Whether two drafts give a setting different values. */
function contradicts(one: KeptDraft, other: KeptDraft): boolean {
  const said = new Map(other.changes.map(([field, value]) => [field, value]));
  return one.changes.some(([field, value]) => said.has(field) && !isSame(value, said.get(field)));
}

/** A question about unsaved changes from an earlier visit. */
interface KeptChanges {
  /** The latest is asked about first; without any, nothing is asked. */
  readonly found: readonly FoundDraft[];
  /** Introduces the changes, if the page around the question does not say whose they are. */
  readonly text?: string;
  /** Whether the fields have other changes that are not saved. */
  readonly isModified?: boolean;
  readonly restore: () => void;
  readonly discard: () => void;
}

/** Somebody else may read the storage of a browser. */
const leftOut = 'without passwords, signing secrets and credentials in headers and URLs';

/** Each question has buttons of its own, so that a second click does not answer the next one. */
export function keptChanges({
  found,
  text = `Changes that you did not save were kept in this browser, ${leftOut}.`,
  isModified = false,
  restore,
  discard,
}: KeptChanges): TemplateResult {
  const [latest, ...others] = found;
  if (!latest) return html``;
  const kept = ago(new Date(latest.keptAt).toISOString(), Date.now());
  const earlier = others.length === 0 ? '' : '; those kept earlier are asked about next';
  // What they contradict is set aside.
  const meanwhile = isModified
    ? ' If you restore them, they replace what you have changed in the same fields meanwhile, and that is kept instead.'
    : '';
  return html`${keyed(
    latest.owner,
    html`<div class="notice">
      <p>${text} They were kept ${kept}${earlier}.${meanwhile}</p>
      ${actionButton({ word: 'Restore them', act: restore })} ${actionButton({ word: 'Discard them', act: discard })}
    </div>`,
  )}`;
}

/** Asks before a page with unsaved changes is left. */
export function askToLeave(): Promise<boolean> {
  return ask({
    title: 'Leave without saving?',
    text: `Your changes are kept in this browser, ${leftOut}, and you can restore them when you come back.`,
    action: 'Leave',
    otherwise: 'Stay',
  });
}
