/** Repeats a task. A failed one is tried again the next time; the first of consecutive failures is reported. */
export class Upkeep {
  readonly #timer: NodeJS.Timeout;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #isRunning = false;
  #isFailing = false;
  #restUntil = 0;

  constructor(
    work: (signal: AbortSignal) => Promise<unknown>,
    everyMs: number,
    onError: (error: unknown) => void,
  ) {
    this.#timer = setInterval(() => {
      if (this.#isRunning || performance.now() < this.#restUntil) return;
      this.#isRunning = true;
      const begun = performance.now();
      this.#running = work(this.#stopping.signal)
        .then(
          () => {
            this.#isFailing = false;
          },
          error => {
            // Errors of aborted upkeep are not worth reporting.
            if (!this.#isFailing && !this.#stopping.signal.aborted) onError(error);
            this.#isFailing = true;
          },
        )
        .then(() => {
          this.#isRunning = false;
          // The task takes a twentieth of the time at most.
          const now = performance.now();
          this.#restUntil = now + 19 * (now - begun) - everyMs;
        });
    }, everyMs);
    // Upkeep alone should not keep the process alive.
    this.#timer.unref();
  }

  /** Tells the running task to end, and resolves once it has. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    await this.#running;
  }
}
