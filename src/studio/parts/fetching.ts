import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { type ApiError, apiErrorOf } from '../api/api-error.ts';

/** What a part of a screen fetches, one at a time: the next takes the place of one that has not ended. */
export class Fetching implements ReactiveController {
  /** Why the last one came to nothing. */
  problem: ApiError | undefined;
  readonly #host: ReactiveControllerHost;
  #current: AbortController | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  get isRunning(): boolean {
    return this.#current !== undefined;
  }

  hostDisconnected(): void {
    this.#current?.abort();
    this.#current = undefined;
  }

  /** Hands what `load` finds to `take`, unless another one has taken its place meanwhile. */
  async fetch<T>(load: (signal: AbortSignal) => Promise<T>, take: (found: T) => void): Promise<void> {
    this.#current?.abort();
    const current = new AbortController();
    this.#current = current;
    this.#host.requestUpdate();
    try {
      const found = await load(current.signal);
      if (this.#current !== current) return;
      take(found);
      this.problem = undefined;
    } catch (error) {
      if (this.#current !== current) return;
      this.problem = apiErrorOf(error);
    }
    this.#current = undefined;
    this.#host.requestUpdate();
  }
}
