import type { WireRequest } from '../wire/request.ts';

/** More are not remembered; the oldest goes first. */
const mostRemembered = 10_000;

/** The URLs that have answered 410: whoever still waits for them need not ask. Forgotten after a while. */
export class GoneUrls {
  readonly #goneMs: number;
  readonly #until = new Map<string, number>();

  constructor(goneMs: number) {
    this.#goneMs = goneMs;
  }

  add(request: WireRequest, now: number): void {
    const key = keyOf(request);
    // Written anew, it is the youngest.
    this.#until.delete(key);
    this.#until.set(key, now + this.#goneMs);
    const [oldest] = this.#until.keys();
    if (this.#until.size > mostRemembered && oldest !== undefined) this.#until.delete(oldest);
  }

  has(request: WireRequest, now: number): boolean {
    if (this.#until.size === 0) return false;
    return (this.#until.get(keyOf(request)) ?? now) > now;
  }
}

function keyOf({ method, origin, path }: WireRequest): string {
  return `${method} ${origin}${path}`;
}
