import { Call } from './call.ts';

/** The dispatcher is closed, and takes no more calls. */
class ClosedError extends Error {
  override readonly name = 'ClosedError';
  readonly code = 'closed';
}

/** The calls in flight of one dispatcher, from its first to its end. */
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

  /** Takes no more calls, waits for those that run, and aborts them after `timeoutMs`. */
  async close(timeoutMs: number): Promise<void> {
    this.#closed = true;
    const timer = setTimeout(() => {
      for (const call of this.#running.keys()) call.abort();
    }, timeoutMs);
    await Promise.allSettled(this.#running.values());
    clearTimeout(timer);
  }
}
