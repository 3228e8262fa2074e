import type { KeptDraft, KeptDrafts } from './kept-drafts.ts';
import type { WebhookRecord } from './webhook-record.ts';

/** What is kept in the browser of one webhook, under its id once it was saved. */
export class UnsavedChanges {
  readonly #drafts: KeptDrafts;
  readonly #record: WebhookRecord;
  /** Of a webhook that is new. */
  readonly #firstId: string;
  readonly #read: () => KeptDraft | undefined;
  #found: KeptDraft | undefined;

  constructor(
    drafts: KeptDrafts,
    { record, id, read }: { record: WebhookRecord; id: string; read: () => KeptDraft | undefined },
  ) {
    this.#drafts = drafts;
    this.#record = record;
    this.#firstId = id;
    this.#read = read;
    this.#found = drafts.find(id);
  }

  /** What was kept before, until somebody has said what becomes of it. */
  get found(): KeptDraft | undefined {
    return this.#found;
  }

  /** Nothing is kept over what was found. */
  changed(): void {
    if (!this.#found) this.#drafts.keepSoon(this.#id, this.#read);
  }

  restored(): void {
    this.#found = undefined;
  }

  /** Of what was found, or is saved now; what was edited since is kept. */
  settled(): void {
    this.#found = undefined;
    this.#drafts.forget(this.#firstId);
    this.#drafts.forget(this.#id);
    if (this.#read()) this.changed();
  }

  forget(): void {
    this.#drafts.forget(this.#id);
  }

  /** Does not wait any longer. */
  keepNow(): void {
    this.#drafts.keepNow(this.#id);
  }

  get #id(): string {
    return this.#record.stored?.id ?? this.#firstId;
  }
}
