import { setImmediate as answered } from 'node:timers/promises';
import type { RefusalReason } from './signature.ts';
import type { SourceStore } from './source-store.ts';

/** Milliseconds between two refusals of a source that are noted: anybody can have calls refused. */
const notedEveryMs = 10_000;

/** Stores why the last call for a source was refused: one note after the other, and none while a caller waits for its answer. */
export class RefusalNotes {
  readonly #store: Pick<SourceStore, 'noteRefusal'>;
  readonly #onError: (error: unknown) => void;
  readonly #quietUntil = new Map<string, number>();
  #written: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(store: Pick<SourceStore, 'noteRefusal'>, onError: (error: unknown) => void) {
    this.#store = store;
    this.#onError = onError;
  }

  /** Returns at once; `explain` is called after the answer, which would else come later for a source that exists. */
  add(source: string, explain: () => RefusalReason): void {
    const time = performance.now();
    if (this.#isClosed || time < (this.#quietUntil.get(source) ?? 0)) return;
    this.#quietUntil.set(source, time + notedEveryMs);
    this.#written = Promise.all([this.#written, answered()])
      .then(() => this.#store.noteRefusal(source, explain()))
      .catch(this.#onError);
  }

  /** Waits for what is being stored, so that the database can be closed. */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.#written;
  }
}
