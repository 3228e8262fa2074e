import type { FieldChanges } from './fields.ts';

/** What somebody has changed and not saved, without the secrets that they typed. */
export interface KeptDraft {
  /** What was not changed is not kept. */
  readonly changes: FieldChanges;
  /** The version that they had changed; 0 for something that is new. */
  readonly version: number;
}

/** A draft that was kept, told apart from others of the same thing: those of other tabs, and of other visits. */
export interface FoundDraft extends KeptDraft {
  readonly id: string;
  readonly owner: string;
}

const common = 'hookplate draft ';

/** How long it is kept that nobody comes back for, in milliseconds: 30 days. */
const keptMs = 30 * 24 * 3_600_000;

/** Differs from all others, in every tab; the later one sorts behind. Pages without TLS have no `randomUUID`. */
export function createId(): string {
  return `${Date.now()}-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
}

/**
 * Where unsaved changes are kept in the browser, for each who is logged in and each page. Whoever keeps something is its
 * owner, so that two tabs keep both of what they changed.
 */
export class KeptDrafts {
  readonly #prefix: string;

  constructor(user: string, page: string) {
    this.#prefix = `${common}${JSON.stringify([user, page])} `;
    forgetOld();
  }

  /** What is kept of something, the latest first. */
  find(id: string): readonly FoundDraft[] {
    return this.all.filter(draft => draft.id === id);
  }

  /** All that is kept of the page, the latest first. */
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

/** Nothing stays for ever: of anybody, on any page, what is too old goes, and what cannot be read. */
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
