import type { EditedContent } from '../../editor/index.ts';

/** What somebody has changed and not saved, without the secrets that they typed. */
export interface KeptDraft {
  readonly content: EditedContent;
  /** The version that they had changed; 0 for a webhook that is new. */
  readonly version: number;
}

/** Where unsaved changes are kept in the browser, for each who is logged in. */
export class KeptDrafts {
  readonly #prefix: string;

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
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
    return keys.filter(key => key.startsWith(this.#prefix)).map(key => key.slice(this.#prefix.length));
  }

  keep(id: string, draft: KeptDraft): void {
    try {
      localStorage.setItem(this.#prefix + id, JSON.stringify(draft));
    } catch {
      // The browser keeps nothing, or no more: the page still asks before it is left.
    }
  }

  forget(id: string): void {
    localStorage.removeItem(this.#prefix + id);
  }
}

function isDraft(value: unknown): value is KeptDraft {
  if (typeof value !== 'object' || value === null || !('content' in value)) return false;
  const { content } = value;
  return typeof content === 'object' && content !== null && 'config' in content;
}
