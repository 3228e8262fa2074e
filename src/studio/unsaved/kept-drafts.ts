import type { FieldChanges } from './fields.ts';

/** What somebody has changed and not saved, without the secrets that they typed. */
export interface KeptDraft {
  /** What was not changed is not kept. */
  readonly changes: FieldChanges;
  /** The version that they had changed; 0 for something that is new. */
  readonly version: number;
}

const common = 'hookplate draft ';

/** How long it is kept that nobody comes back for, in milliseconds: 30 days. */
const keptMs = 30 * 24 * 3_600_000;

/** Where unsaved changes are kept in the browser, for each who is logged in and each page. */
export class KeptDrafts {
  readonly #prefix: string;

  constructor(user: string, page: string) {
    this.#prefix = `${common}${JSON.stringify([user, page])} `;
    forgetOld();
  }

  find(id: string): KeptDraft | undefined {
    return read(this.#prefix + id);
  }

  /** The ids of all that are kept. */
  get ids(): readonly string[] {
    const keys = storedKeys();
    return keys.filter(key => key.startsWith(this.#prefix)).map(key => key.slice(this.#prefix.length));
  }

  keep(id: string, { changes, version }: KeptDraft): void {
    try {
      const kept = { changes, version, keptAt: Date.now() } satisfies StoredDraft;
      localStorage.setItem(this.#prefix + id, JSON.stringify(kept));
    } catch {
      // The browser keeps nothing, or no more: the page still asks before it is left.
    }
  }

  forget(id: string): void {
    remove(this.#prefix + id);
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
