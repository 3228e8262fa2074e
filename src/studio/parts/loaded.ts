import type { ReactiveControllerHost } from 'lit';
import type { ApiError } from '../api/api-error.ts';
import { Fetching } from './fetching.ts';

/** Something that a screen shows and the server has. While it is fetched again, and where that fails, the last is shown. */
export class Loaded<T> {
  value: T | undefined;
  readonly #fetching: Fetching;
  readonly #load: (signal: AbortSignal) => Promise<T>;

  constructor(host: ReactiveControllerHost, load: (signal: AbortSignal) => Promise<T>) {
    this.#fetching = new Fetching(host);
    this.#load = load;
  }

  /** Why it could not be fetched the last time. */
  get problem(): ApiError | undefined {
    return this.#fetching.problem;
  }

  /** Fetches it, in place of a fetch that has not ended. */
  reload(): Promise<void> {
    return this.#fetching.fetch(this.#load, value => {
      this.value = value;
    });
  }

  /** Forgets what there is: something else is shown from now on. */
  restart(): Promise<void> {
    this.value = undefined;
    this.#fetching.problem = undefined;
    return this.reload();
  }
}
