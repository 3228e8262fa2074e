/** Something to be done again and again; a failure of it is told, and it is tried again the next time. */
export class Upkeep {
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> = Promise.resolve();
  #isRunning = false;

  constructor(work: () => Promise<unknown>, everyMs: number, onError: (error: unknown) => void) {
    this.#timer = setInterval(() => {
      if (this.#isRunning) return;
      this.#isRunning = true;
      this.#running = work()
        .then(() => {}, onError)
        .finally(() => {
          this.#isRunning = false;
        });
    }, everyMs);
    // What keeps a process alive is its work, not its upkeep.
    this.#timer.unref();
  }

  /** Resolves when what runs has ended. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}
