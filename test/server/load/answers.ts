import { type Percentiles, percentilesOf } from './percentiles.ts';

interface Answer {
  readonly status: number;
  readonly retryAfter: unknown;
  readonly body: string;
}

/** A summary of the answers to all that was offered. */
export interface AnswerReport {
  readonly offeringMs: number;
  /** Those that were due when too many others had no answer yet. */
  readonly unsent: number;
  readonly offered: number;
  /** The processes that were taken, or the messages about events that were. */
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

  add({ status, retryAfter, body }: Answer, tookMs: number): void {
    this.#offered++;
    const { pid, items, code } = JSON.parse(body);
    const name = status === 202 ? '202' : `${status} ${code}`;
    this.#statuses[name] = (this.#statuses[name] ?? 0) + 1;
    if (status === 202) {
      this.#taken.push(...(items?.[0]?.messages ?? [pid]));
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
