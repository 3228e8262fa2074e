import { Problem } from '../../api/problem.ts';
import { type Caller, countedAs } from '../../api/role.ts';
import { busyRetrySeconds } from '../problem-of.ts';

/** What part of a queue all who are limited to a profile have together, so that the others never find it full of theirs. */
const share = 1 / 4;

/** Counts the requests under way of those who are limited to profiles. */
export class Shares {
  readonly #max: number;
  readonly #underWay = new Map<string, number>();

  constructor(maxQueued: number) {
    this.#max = Math.max(1, Math.floor(maxQueued * share));
  }

  /** @throws {Problem} 503 where the caller's profile has as many under way as it may. */
  async within<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    if (caller.profiles === undefined) return work();
    const key = countedAs(caller);
    const before = this.#underWay.get(key) ?? 0;
    if (before >= this.#max) throw full();
    this.#underWay.set(key, before + 1);
    try {
      return await work();
    } finally {
      const left = (this.#underWay.get(key) ?? 1) - 1;
      if (left > 0) this.#underWay.set(key, left);
      else this.#underWay.delete(key);
    }
  }
}

function full(): Problem {
  const detail = 'Too many requests of this profile wait to be stored: send it again later.';
  return new Problem(503, 'too-many-reports', detail, { 'retry-after': String(busyRetrySeconds) });
}
