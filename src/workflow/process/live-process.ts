import { wholeNumber } from '../../options/define-options.ts';
import { type FinalStatus, isFinal, type ProcessCounts, type ProcessRecord } from './process-record.ts';

const readCount = wholeNumber(0);

/** The end of a process. */
export interface ProcessEnd {
  readonly status: FinalStatus;
  readonly error?: string;
}

/**
 * A process that has not ended, or has just done so.
 *
 *     queued ──begin──▶ running ──end──▶ completed
 *        │                 ├──────end──▶ error
 *        └───────end───────┴──────end──▶ interrupted
 */
export class LiveProcess {
  /** Resolves when it ends. */
  readonly ended: Promise<void>;
  readonly #interruption = new AbortController();
  #announceEnd = (): void => {};
  #record: ProcessRecord;

  constructor(record: ProcessRecord) {
    this.#record = record;
    this.ended = new Promise(resolve => {
      this.#announceEnd = resolve;
    });
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

  /** Tells the process to stop; `false` if it was told before, or has ended. */
  interrupt(reason: string): boolean {
    if (this.signal.aborted || isFinal(this.#record.status)) return false;
    this.#interruption.abort(new DOMException(reason, 'AbortError'));
    return true;
  }

  /** Ignored once the process has ended. */
  report(counts: Partial<ProcessCounts>): void {
    const { recordsProcessed = this.#record.recordsProcessed, errorCount = this.#record.errorCount } = counts;
    readCount(recordsProcessed, 'recordsProcessed');
    readCount(errorCount, 'errorCount');
    if (isFinal(this.#record.status)) return;
    this.#record = { ...this.#record, recordsProcessed, errorCount };
  }

  /** `false` if it had already ended. */
  end({ status, error }: ProcessEnd, endedAt: Date): boolean {
    if (isFinal(this.#record.status)) return false;
    this.#record = { ...this.#record, status, endedAt, ...(error !== undefined && { error }) };
    this.#announceEnd();
    return true;
  }
}
