import { createHash } from 'node:crypto';
import type { WireRequest } from '../wire/request.ts';

/** More are not remembered; the oldest goes first. */
const mostRemembered = 10_000;

/**
 * The URLs that have answered 410: whoever still waits for them with the same headers need not ask. Headers can say who
 * asks, and many customers can share a URL. Forgotten after a while.
 */
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

/** Hashed, because headers can be long, and secret. */
function keyOf({ method, origin, path, headers }: WireRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([method, origin, path, headers]))
    .digest('base64');
}
