import { type Backoff, backoffMs, pause } from '../../timing/wait.ts';
import type { BoundedStore } from '../store/bounded-store.ts';
import type { RecordedEvent } from '../store/process-store.ts';
import type { ProcessRecord } from './process-record.ts';

/** The waits before a record is stored again, in milliseconds: doubled after each failure. */
export const rewriting: Backoff = { firstMs: 250, longestMs: 60_000 };

export interface RecordWriterOptions {
  readonly store: Pick<BoundedStore, 'save'>;
  /** Aborts when there is no time left: from then on, each record is tried only once. */
  readonly lastCall: AbortSignal;
  /** Called for each failure. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Stores the records of one process until the newest one has been stored, with any number of retries before the last
 * call.
 */
export class RecordWriter {
  readonly #options: RecordWriterOptions;
  #newest: ProcessRecord | undefined;
  #written: ProcessRecord | undefined;
  /** Raised events that are not yet stored, in order. */
  #events: readonly RecordedEvent[] = [];
  #writing: Promise<void> | undefined;
  /** The number of times that an older record was stored late, perhaps over the newest one. */
  #overwrites = 0;

  constructor(options: RecordWriterOptions) {
    this.#options = options;
  }

  get isWritten(): boolean {
    return this.#written === this.#newest;
  }

  /** Resolves when this record, or a newer one, has been stored, or was tried after the last call. */
  write(record: ProcessRecord, events: readonly RecordedEvent[] = []): Promise<void> {
    this.#newest = record;
    this.#events = [...this.#events, ...events];
    if (this.isWritten) return Promise.resolve();
    this.#writing ??= this.#writeNewest();
    return this.#writing;
  }

  async #writeNewest(): Promise<void> {
    const { store, lastCall, onFailure } = this.#options;
    let failures = 0;
    while (this.#newest && !this.isWritten) {
      const record = this.#newest;
      const overwrites = this.#overwrites;
      const events = this.#events;
      const land = (): void => this.#land(record, overwrites);
      try {
        await store.save(record, land, events);
        this.#events = this.#events.slice(events.length);
        land();
        failures = 0;
      } catch (error) {
        onFailure(error);
        failures++;
        // A process with nothing else to do must not wait for a store that may never come back.
        const pausing = { signal: lastCall, keepsAlive: false };
        if (!lastCall.aborted) await pause(backoffMs(failures, rewriting), pausing);
        else if (record === this.#newest) break;
      }
    }
    this.#writing = undefined;
  }

  /**
   * A record has been stored. A call that was given up may take effect late, over a record that was stored after it.
   */
  #land(record: ProcessRecord, overwritesBefore: number): void {
    if (record !== this.#newest) {
      this.#overwrites++;
      this.#written = undefined;
      if (this.#newest) void this.write(this.#newest);
    } else if (this.#overwrites === overwritesBefore) {
      this.#written = record;
    }
  }
}
