import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Renders a screen again from time to time, so that `2 min ago` stays true. */
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
