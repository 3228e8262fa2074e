import type { Change } from './find-changes.ts';

/** Changes that wait for one client, who comes for them when it has taken the ones before. */
export class ChangeLine {
  #waiting: readonly Change[] = [];
  #hasNews = false;
  #isOver = false;
  #wake = (): void => {};

  get length(): number {
    return this.#waiting.length;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** No changes are news as well: who waits is told of none. */
  add(changes: readonly Change[]): void {
    this.#waiting = [...this.#waiting, ...changes];
    this.#hasNews = true;
    this.#wake();
  }

  end(): void {
    this.#isOver = true;
    this.#wake();
  }

  /** All that waits, at once where there is news; else when there is, and none after `longestMs` or at the end. */
  async next(longestMs: number): Promise<readonly Change[]> {
    if (!this.#hasNews && !this.#isOver) await this.#sleep(longestMs);
    const changes = this.#waiting;
    this.#waiting = [];
    this.#hasNews = false;
    return changes;
  }

  #sleep(longestMs: number): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, longestMs).unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
