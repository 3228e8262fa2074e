import type { FinalStatus, ProcessCounts, ProcessRecord } from './process-record.ts';
import { isFinal } from './process-record.ts';

/** How a process ended. */
export interface ProcessEnd {
  readonly status: FinalStatus;
  readonly error?: string;
}

/**
 * A process that has not ended, or just has.
 *
 *     queued ──begin──▶ running ──end──▶ completed
 *        │                 ├──────end──▶ error
 *        └───────end───────┴──────end──▶ interrupted
 */
export class LiveProcess {
  readonly #interruption = new AbortController();
  #record: ProcessRecord;

  constructor(record: ProcessRecord) {
    this.#record = record;
  }

  get record(): ProcessRecord {
    return this.#record;
  }

  /** Aborts when the process is told to stop. */
  get signal(): AbortSignal {
    return this.#interruption.signal;
  }

  begin(startedAt: Date): void {
    this.#record = { ...this.#record, status: 'running', startedAt };
  }

  /** Tells the process to stop; `false` if it has been told before, or has ended. */
  interrupt(reason: string): boolean {
    if (this.signal.aborted || isFinal(this.#record.status)) return false;
    this.#interruption.abort(new DOMException(reason, 'AbortError'));
    return true;
  }

  /** Counts of a process that has ended do not change. */
  report(counts: Partial<ProcessCounts>): void {
    const { recordsProcessed = this.#record.recordsProcessed, errorCount = this.#record.errorCount } = counts;
    assertCount('recordsProcessed', recordsProcessed);
    assertCount('errorCount', errorCount);
    if (isFinal(this.#record.status)) return;
    this.#record = { ...this.#record, recordsProcessed, errorCount };
  }

  /** `false` if it has ended before. */
  end({ status, error }: ProcessEnd, endedAt: Date): boolean {
    if (isFinal(this.#record.status)) return false;
    this.#record = { ...this.#record, status, endedAt, ...(error !== undefined && { error }) };
    return true;
  }
}

function assertCount(name: string, count: unknown): void {
  if (Number.isSafeInteger(count) && Number(count) >= 0) return;
  throw new TypeError(`${name}: expected a whole number from 0`);
}
