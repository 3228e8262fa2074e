/**
 * One call of `send` or `deliver`, which can be aborted by whoever made it or by the end of the dispatcher. It waits
 * for one thing at a time: its turn, its secrets, an answer, or the time of the next attempt.
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

  /** Calls `stop` on an abort, even one in the past, until `waitFor` is called again. */
  waitFor(stop: (() => void) | undefined): void {
    this.#stopWaiting = stop;
    if (this.#aborted) stop?.();
  }

  /** What `promise` comes to, unless the call is aborted or the time is over before. */
  within<T>(promise: Promise<T>, timeoutMs: number): Promise<T | 'aborted' | 'timeout'> {
    return new Promise((resolve, reject) => {
      let isOver = false;
      const end = (settle: () => void): void => {
        if (isOver) return;
        isOver = true;
        clearTimeout(timer);
        this.waitFor(undefined);
        settle();
      };
      const timer = setTimeout(() => end(() => resolve('timeout')), timeoutMs);
      promise.then(
        value => end(() => resolve(value)),
        error => end(() => reject(error)),
      );
      this.waitFor(() => end(() => resolve('aborted')));
    });
  }
}
