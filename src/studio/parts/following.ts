import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Change, ChangeStream } from '../api/change-stream.ts';

interface Follower extends ReactiveControllerHost {
  readonly studio: { readonly changes: ChangeStream };
}

export interface FollowingOptions {
  /** Whether a change concerns what is shown, which is fetched again then. It may show the change at once. */
  readonly concerns: (change: Change) => boolean;
  readonly refresh: () => Promise<void>;
  /** How long it rests at least before it is fetched again, however much happens. Default 700 ms. */
  readonly restMs?: number;
}

/** Keeps a screen up to date as long as it is shown. */
export class Following implements ReactiveController {
  readonly #host: Follower;
  readonly #options: FollowingOptions;
  #unwatch = (): void => {};
  /** Set while it rests, and while something is fetched: a slow answer is not given up for the next. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isWanted = false;

  constructor(host: Follower, options: FollowingOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  hostConnected(): void {
    const { concerns, refresh } = this.#options;
    this.#unwatch = this.#host.studio.changes.watch(
      change => {
        if (concerns(change)) this.soon();
      },
      () => void refresh(),
    );
  }

  hostDisconnected(): void {
    this.#unwatch();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isWanted = false;
  }

  /** Fetches it again, once what happens now has happened. */
  soon(): void {
    this.#isWanted = true;
    this.#timer ??= setTimeout(() => void this.#refresh(), this.#options.restMs ?? 700);
  }

  async #refresh(): Promise<void> {
    this.#isWanted = false;
    await this.#options.refresh();
    this.#timer = undefined;
    if (this.#isWanted) this.soon();
  }
}
