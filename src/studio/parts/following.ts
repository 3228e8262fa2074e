import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { newestAfterCurrent } from '../../timing/newest-after-current.ts';
import type { Change, ChangeStream } from '../api/change-stream.ts';

interface Follower extends ReactiveControllerHost {
  readonly studio: { readonly changes: ChangeStream };
}

interface FollowingOptions {
  /** Whether a change affects the screen, so that it has to be fetched again. The change may also be shown at once. */
  readonly concerns: (change: Change) => boolean;
  readonly refresh: () => Promise<void>;
  /** Fetches again after changes that nobody told the page of. Default: as after others. */
  readonly recover?: () => Promise<void>;
  /** The minimum time between two fetches. Default 700 ms. */
  readonly restMs?: number;
}

/** Keeps a screen up to date while it is shown. */
export class Following implements ReactiveController {
  readonly #host: Follower;
  readonly #options: FollowingOptions;
  #unwatch = (): void => {};
  readonly #refresh = newestAfterCurrent(async () => {
    if (!this.#isShown) return;
    const { refresh, recover = refresh } = this.#options;
    const hasGap = this.#hasGap;
    this.#hasGap = false;
    await (hasGap ? recover : refresh)();
  });
  #isShown = false;
  /** Whether there were changes that the page was not told of. */
  #hasGap = false;
  /** Set during the pause between fetches. */
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: Follower, options: FollowingOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  hostConnected(): void {
    this.#isShown = true;
    const { concerns } = this.#options;
    this.#unwatch = this.#host.studio.changes.watch(
      change => {
        if (change.kind === 'reload') this.#hasGap = true;
        if (change.kind === 'reload' || concerns(change)) this.soon();
      },
      () => {
        this.#hasGap = true;
        void this.#refresh();
      },
    );
  }

  hostDisconnected(): void {
    this.#unwatch();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#hasGap = false;
    this.#isShown = false;
  }

  /** Fetches again after a pause, in which more may happen. A fetch in progress is not aborted. */
  soon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#refresh();
    }, this.#options.restMs ?? 700);
  }
}

/** Re-renders a screen from time to time, so that `2 min ago` stays true. */
export class Ticking implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #everyMs: number;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(host: ReactiveControllerHost, everyMs = 10_000) {
    this.#host = host;
    this.#everyMs = everyMs;
    host.addController(this);
  }

  hostConnected(): void {
    this.#timer = setInterval(() => document.hidden || this.#host.requestUpdate(), this.#everyMs);
  }

  hostDisconnected(): void {
    clearInterval(this.#timer);
  }
}
