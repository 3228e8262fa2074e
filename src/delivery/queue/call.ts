/**
 * One call of `send` or `deliver`, which can be aborted by whoever made it or by the end of the dispatcher. It waits
 * for one thing at a time: its turn, an answer, or the time of the next attempt.
 */
export class Call {
  #aborted = false;
  #stopWaiting: (() => void) | undefined;

  get aborted(): boolean {
    return this.#aborted;
  }

  abort(): void {
    this.#aborted = true;
    this.#stopWaiting?.();
  }

  /** Calls `stop` upon an abort, also one of the past, until `waitFor` is called again. */
  waitFor(stop: (() => void) | undefined): void {
    this.#stopWaiting = stop;
    if (this.#aborted) stop?.();
  }
}
