/** Something to be done again and again; a failure of it is told, and it is tried again the next time. */
export class Upkeep {
  readonly #timer: NodeJS.Timeout;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #isRunning = false;

  constructor(
    work: (signal: AbortSignal) => Promise<unknown>,
    everyMs: number,
    onError: (error: unknown) => void,
  ) {
    this.#timer = setInterval(() => {
      if (this.#isRunning) return;
      this.#isRunning = true;
      this.#running = work(this.#stopping.signal)
        .catch(error => {
          // Upkeep that was given up is not worth telling.
          if (!this.#stopping.signal.aborted) onError(error);
        })
        .then(() => {
          this.#isRunning = false;
        });
    }, everyMs);
    // What keeps a process alive is its work, not its upkeep.
    this.#timer.unref();
  }

  /** Tells what runs to end, and resolves when it has. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    await this.#running;
  }
}
