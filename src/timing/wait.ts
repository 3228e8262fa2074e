export interface PauseOptions {
  /** Ends the pause at once, without an error: the caller checks the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Whether a Node process stays alive for this pause alone. Default true. */
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

/** Starts a timer. In a browser, which has no process to keep alive, it is a plain timer. */
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
  // It was created by `setTimeout`.
  return timer as ReturnType<typeof setTimeout>;
}

/** Milliseconds before a first and a longest retry. */
export interface Backoff {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** The wait after so many failures in a row, from 1, in milliseconds: doubled after each. */
export function backoffMs(failures: number, { firstMs, longestMs }: Backoff): number {
  return Math.min(firstMs * 2 ** (failures - 1), longestMs);
}

/**
 * Lets somebody sleep until they are woken up, or for a time. A call while nobody sleeps ends the next sleep at once.
 */
export class WakeUp {
  #isCalled = false;
  #end: (() => void) | undefined;

  call(): void {
    this.#isCalled = true;
    this.#end?.();
  }

  /** Sleeps for at most `delayMs` milliseconds. */
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
