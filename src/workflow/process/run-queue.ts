/** Must not reject. */
export type Job = () => Promise<void>;

/** A place in the queue that is held while a run is being prepared; ends with either of its functions. */
export interface Reservation {
  readonly start: (job: Job) => void;
  readonly release: () => void;
}

export interface RunQueueOptions {
  /** How many jobs run at the same time. */
  readonly concurrency: number;
  /** How many may wait for them. */
  readonly maxQueued: number;
}

/** Runs jobs in their order, some at a time, and takes no more than it may hold. */
export class RunQueue {
  readonly #concurrency: number;
  readonly #capacity: number;
  readonly #waiting = new Set<Job>();
  #reserved = 0;
  #running = 0;

  constructor({ concurrency, maxQueued }: RunQueueOptions) {
    this.#concurrency = concurrency;
    this.#capacity = concurrency + maxQueued;
  }

  /** Nothing if the queue is full. */
  reserve(): Reservation | undefined {
    if (this.#running + this.#waiting.size + this.#reserved >= this.#capacity) return undefined;
    this.#reserved++;
    return {
      start: job => {
        this.#reserved--;
        this.#waiting.add(job);
        this.#startNext();
      },
      release: () => {
        this.#reserved--;
      },
    };
  }

  /** Takes out a job that still waits. */
  remove(job: Job): void {
    this.#waiting.delete(job);
  }

  #startNext(): void {
    const [job] = this.#waiting;
    if (!job || this.#running >= this.#concurrency) return;
    this.#waiting.delete(job);
    this.#running++;
    job().finally(() => {
      this.#running--;
      this.#startNext();
    });
  }
}
