/** How a pause ends early, and whether it keeps the process alive. */
export interface PauseOptions {
  /** Ends the pause at once, without an error: whoever pauses looks at the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Whether a Node process lives on for this pause alone. Default true. */
  readonly keepsAlive?: boolean;
}

/** Resolves after `delayMs` milliseconds, or as soon as the signal is aborted. Never rejects. */
export function pause(delayMs: number, { signal, keepsAlive = true }: PauseOptions = {}): Promise<void> {
  return new Promise(resolve => {
    const wake = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', wake);
      resolve();
    };
    const timer = startTimer(wake, delayMs, keepsAlive);
    if (signal?.aborted) wake();
    else signal?.addEventListener('abort', wake);
  });
}

/** Starts a timer. In a browser, which has no process to keep alive, it is a plain one. */
export function startTimer(
  callback: () => void,
  delayMs: number,
  keepsAlive: boolean,
): ReturnType<typeof setTimeout> {
  const timer: unknown = setTimeout(callback, delayMs);
  if (!keepsAlive && typeof timer === 'object' && timer !== null && 'unref' in timer) {
    const { unref } = timer;
    if (typeof unref === 'function') unref.call(timer);
  }
  // `setTimeout` made it.
  return timer as ReturnType<typeof setTimeout>;
}

/** Milliseconds before a first and a longest retry. */
export interface Backoff {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** How long to wait after so many failures in a row, from 1: twice as long after each. In milliseconds. */
export function backoffMs(failures: number, { firstMs, longestMs }: Backoff): number {
  return Math.min(firstMs * 2 ** (failures - 1), longestMs);
}

/** Somebody sleeps until they are woken up, or for a time. A call while nobody sleeps is remembered for the next sleep. */
export class WakeUp {
  #isCalled = false;
  #end: (() => void) | undefined;

  call(): void {
    this.#isCalled = true;
    this.#end?.();
  }

  /** Sleeps for `delayMs` milliseconds at most. */
  sleep(delayMs: number, { keepsAlive = true }: Pick<PauseOptions, 'keepsAlive'> = {}): Promise<void> {
    return new Promise(resolve => {
      const end = (): void => {
        clearTimeout(timer);
        this.#end = undefined;
        this.#isCalled = false;
        resolve();
      };
      const timer = startTimer(end, delayMs, keepsAlive);
      if (this.#isCalled) end();
      else this.#end = end;
    });
  }
}
