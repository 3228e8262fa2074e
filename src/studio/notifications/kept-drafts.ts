import type { EditedContent } from '../../editor/index.ts';

/** What somebody has changed and not saved, without the secrets that they typed. */
export interface KeptDraft {
  readonly content: EditedContent;
  /** The version that they had changed; 0 for a webhook that is new. */
  readonly version: number;
}

/** How long nothing is typed before it is kept: a payload may be long, and keys come fast. */
const quietMs = 300;

/** Where unsaved changes are kept in the browser, for each who is logged in. */
export class KeptDrafts {
  readonly #prefix: string;
  readonly #waiting = new Map<
    string,
    { readonly timer: number; readonly read: () => KeptDraft | undefined }
  >();

  constructor(user: string, profile: string) {
    this.#prefix = `hookplate draft ${JSON.stringify([user, profile])} `;
  }

  find(id: string): KeptDraft | undefined {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(this.#prefix + id) ?? 'null');
      return isDraft(kept) ? kept : undefined;
    } catch {
      return undefined;
    }
  }

  /** The ids of all that are kept. */
  get ids(): readonly string[] {
    const keys = storedKeys();
    return keys.filter(key => key.startsWith(this.#prefix)).map(key => key.slice(this.#prefix.length));
  }

  /** Keeps what there is when nothing was typed for a moment; nothing where there is nothing to save. */
  keepSoon(id: string, read: () => KeptDraft | undefined): void {
    clearTimeout(this.#waiting.get(id)?.timer);
    this.#waiting.set(id, { read, timer: window.setTimeout(() => this.keepNow(id), quietMs) });
  }

  /** Does not wait any longer. */
  keepNow(id: string): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    clearTimeout(waiting.timer);
    this.#waiting.delete(id);
    const draft = waiting.read();
    if (draft) this.#keep(id, draft);
    else this.forget(id);
  }

  #keep(id: string, draft: KeptDraft): void {
    try {
      localStorage.setItem(this.#prefix + id, JSON.stringify(draft));
    } catch {
      // The browser keeps nothing, or no more: the page still asks before it is left.
    }
  }

  forget(id: string): void {
    clearTimeout(this.#waiting.get(id)?.timer);
    this.#waiting.delete(id);
    try {
      localStorage.removeItem(this.#prefix + id);
    } catch {
      // Nothing was kept.
    }
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

function isDraft(value: unknown): value is KeptDraft {
  if (typeof value !== 'object' || value === null || !('content' in value)) return false;
  const { content } = value;
  return typeof content === 'object' && content !== null && 'config' in content;
}
