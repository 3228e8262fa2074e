import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { type ApiError, apiErrorOf } from '../api/api-error.ts';

/** Something that a screen shows and the server has. While it is fetched again, and where that fails, the last is shown. */
export class Loaded<T> implements ReactiveController {
  value: T | undefined;
  /** Why it could not be fetched the last time. */
  problem: ApiError | undefined;
  isLoading = false;
  readonly #host: ReactiveControllerHost;
  readonly #load: (signal: AbortSignal) => Promise<T>;
  #fetching: AbortController | undefined;

  constructor(host: ReactiveControllerHost, load: (signal: AbortSignal) => Promise<T>) {
    this.#host = host;
    this.#load = load;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#fetching?.abort();
  }

  /** Fetches it, in place of a fetch that has not ended. */
  async reload(): Promise<void> {
    this.#fetching?.abort();
    const fetching = new AbortController();
    this.#fetching = fetching;
    this.isLoading = true;
    this.#host.requestUpdate();
    try {
      const value = await this.#load(fetching.signal);
      if (this.#fetching !== fetching) return;
      this.value = value;
      this.problem = undefined;
    } catch (error) {
      if (this.#fetching !== fetching || fetching.signal.aborted) return;
      this.problem = apiErrorOf(error);
    }
    this.isLoading = false;
    this.#host.requestUpdate();
  }

  /** Forgets what there is: something else is shown from now on. */
  async restart(): Promise<void> {
    this.value = undefined;
    this.problem = undefined;
    await this.reload();
  }
}
