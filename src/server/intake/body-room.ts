import { Problem } from '../../api/problem.ts';
import { busyRetrySeconds } from '../problem-of.ts';

/** The room for the bodies of all requests to a route, and of those of one address among them. In bytes. */
export const maxBytes: number = 64 * 1024 * 1024;
export const maxBytesOfOne: number = 16 * 1024 * 1024;

/**
 * The room for the bodies of requests to a route whose callers are trusted least: senders of whom nobody knows yet who they are,
 * or reporters. However many of them dawdle at the same time, they do not fill the memory.
 */
export class BodyRoom {
  #held = 0;
  readonly #heldOf = new Map<string, number>();

  /**
   * Resolves to what `work` resolves to, which takes room for its bytes as they arrive, and has it until it ends. Of addresses
   * that are not known, only all together have a limit.
   *
   * @throws {Problem} 503, from `take`.
   */
  async hold<T>(
    address: string | undefined,
    work: (take: (bytes: number) => void) => Promise<T>,
  ): Promise<T> {
    let held = 0;
    const add = (bytes: number): void => {
      held += bytes;
      this.#held += bytes;
      if (address === undefined) return;
      const ofOne = (this.#heldOf.get(address) ?? 0) + bytes;
      if (ofOne > 0) this.#heldOf.set(address, ofOne);
      else this.#heldOf.delete(address);
    };
    try {
      return await work(bytes => {
        add(bytes);
        const ofOne = address === undefined ? 0 : (this.#heldOf.get(address) ?? 0);
        if (this.#held > maxBytes || ofOne > maxBytesOfOne) throw noRoom();
      });
    } finally {
      add(-held);
    }
  }
}

function noRoom(): Problem {
  const detail = 'Too much arrives at the same time: send it again later.';
  return new Problem(503, 'too-many-reports', detail, { 'retry-after': String(busyRetrySeconds) });
}
