import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Change, ChangeStream } from '../api/change-stream.ts';

interface Follower extends ReactiveControllerHost {
  readonly studio: { readonly changes: ChangeStream };
}

export interface FollowingOptions {
  /** Whether a change concerns what is shown, which is fetched again then. It may show the change at once. */
  readonly concerns: (change: Change) => boolean;
  readonly refresh: () => void;
}

/** How often something is fetched again at most, in milliseconds, however much happens. */
const restMs = 700;

/** Keeps a screen up to date as long as it is shown. */
export class Following implements ReactiveController {
  readonly #host: Follower;
  readonly #options: FollowingOptions;
  #unwatch = (): void => {};
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: Follower, options: FollowingOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  hostConnected(): void {
    const { concerns, refresh } = this.#options;
    this.#unwatch = this.#host.studio.changes.watch(change => {
      if (concerns(change)) this.soon();
    }, refresh);
  }

  hostDisconnected(): void {
    this.#unwatch();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Fetches it again, once what happens now has happened. */
  soon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#options.refresh();
    }, restMs);
  }
}
