import { within } from '../../timing/deadline.ts';

/**
 * One call of `send` or `deliver`, which can be aborted by its caller or by closing the dispatcher. It waits for one
 * thing at a time: its turn, its secrets, an answer, or the time of the next attempt.
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

  /** Calls `stop` on an abort, even an earlier one, until `waitFor` is called again. */
  waitFor(stop: (() => void) | undefined): void {
    this.#stopWaiting = stop;
    if (this.#aborted) stop?.();
  }

  /** Settles like `promise`, unless the call is aborted or the time runs out first. */
  async within<T>(promise: Promise<T>, timeoutMs: number): Promise<T | 'aborted' | 'timeout'> {
    const aborted = new Promise<'aborted'>(resolve => this.waitFor(() => resolve('aborted')));
    try {
      return await within(timeoutMs, Promise.race([promise, aborted]), () => 'timeout' as const);
    } finally {
      this.waitFor(undefined);
    }
  }
}

/** Thrown by a closed dispatcher, which accepts no more calls. */
class ClosedError extends Error {
  override readonly name = 'ClosedError';
  readonly code = 'closed';
}

/** The calls in flight of one dispatcher. */
export class CallRegistry {
  readonly #running = new Map<Call, Promise<unknown>>();
  #closed = false;

  /** Runs a call that `signal` can abort. Rejects after `close`. */
  async run<T>(work: (call: Call) => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    if (this.#closed) throw new ClosedError('The dispatcher is closed.');
    const call = new Call();
    const abort = (): void => call.abort();
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
    const running = work(call);
    this.#running.set(call, running);
    try {
      return await running;
    } finally {
      this.#running.delete(call);
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Accepts no more calls, waits for those that run, and aborts them after `timeoutMs`. */
  async close(timeoutMs: number): Promise<void> {
    this.#closed = true;
    const timer = setTimeout(() => {
      for (const call of this.#running.keys()) call.abort();
    }, timeoutMs);
    await Promise.allSettled(this.#running.values());
    clearTimeout(timer);
  }
}
