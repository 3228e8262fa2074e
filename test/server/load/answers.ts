import { type Percentiles, percentilesOf } from './percentiles.ts';

interface Answer {
  readonly status: number;
  readonly retryAfter: unknown;
  readonly body: string;
  /** The pid of the event that was reported; undefined of a run. */
  readonly reported: string | undefined;
}

/** A summary of the answers to all that was offered. */
export interface AnswerReport {
  readonly offeringMs: number;
  /** Those that were due when too many others had no answer yet. */
  readonly unsent: number;
  readonly offered: number;
  /** The pids of the processes that were taken, or of the events that were. */
  readonly taken: readonly string[];
  readonly statuses: Readonly<Record<string, number>>;
  /** Refusals that do not say when to come again. */
  readonly withoutRetryAfter: number;
  /** Connections that broke, by the codes of their errors. */
  readonly broken: Readonly<Record<string, number>>;
  /** In milliseconds; none of such an answer is `null`. */
  readonly acceptedMs: Percentiles | null;
  readonly refusedMs: Percentiles | null;
}

/** Counts answers as they come. */
export class Answers {
  readonly #taken: string[] = [];
  readonly #statuses: Record<string, number> = {};
  readonly #broken: Record<string, number> = {};
  readonly #acceptedMs: number[] = [];
  readonly #refusedMs: number[] = [];
  #withoutRetryAfter = 0;
  #offered = 0;

  add({ status, retryAfter, body, reported }: Answer, tookMs: number): void {
    this.#offered++;
    const { pid, code } = JSON.parse(body);
    // 200: an event was stored, and the answer lost.
    const isTaken = status === 202 || status === 200;
    const name = isTaken ? String(status) : `${status} ${code}`;
    this.#statuses[name] = (this.#statuses[name] ?? 0) + 1;
    if (isTaken) {
      this.#taken.push(reported ?? pid);
      this.#acceptedMs.push(tookMs);
    } else {
      this.#refusedMs.push(tookMs);
      if (retryAfter === undefined) this.#withoutRetryAfter++;
    }
  }

  fail(error: unknown): void {
    this.#offered++;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    this.#broken[code] = (this.#broken[code] ?? 0) + 1;
  }

  report(): Omit<AnswerReport, 'offeringMs' | 'unsent'> {
    return {
      offered: this.#offered,
      taken: this.#taken,
      statuses: this.#statuses,
      withoutRetryAfter: this.#withoutRetryAfter,
      broken: this.#broken,
      acceptedMs: percentilesOf(this.#acceptedMs),
      refusedMs: percentilesOf(this.#refusedMs),
    };
  }
}
