/** Puts something off until nothing has happened for a while. */
export class Debounce {
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Calls `run` after `quietMs` milliseconds, unless `start` or `cancel` is called first. */
  start(run: () => void, quietMs: number): void {
    this.cancel();
    this.#timer = setTimeout(run, quietMs);
  }

  cancel(): void {
    clearTimeout(this.#timer);
  }
}
