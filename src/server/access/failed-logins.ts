/** As many wrong passwords as one address may send within `failureWindowMs`. */
export const mostFailures = 10;
/** A minute. */
export const failureWindowMs = 60_000;

/** Addresses that are remembered; beyond it the one that failed longest ago is forgotten. */
const mostAddresses = 10_000;

/**
 * Counts wrong passwords by the address that they come from. Those from an address that is not known are not counted: all such
 * callers would be locked out for one of them.
 */
export class FailedLogins {
  readonly #now: () => number;
  /** When each address failed, the last ten times; in the order in which they failed last. */
  readonly #failures = new Map<string, readonly number[]>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** How long an address has to wait before it may try again, in milliseconds; 0 if it may. */
  waitMs(address: string | undefined): number {
    if (address === undefined) return 0;
    const now = this.#now();
    const recent = (this.#failures.get(address) ?? []).filter(time => now - time < failureWindowMs);
    const [first] = recent;
    return recent.length < mostFailures || first === undefined ? 0 : first + failureWindowMs - now;
  }

  add(address: string | undefined): void {
    if (address === undefined) return;
    const times = [...(this.#failures.get(address) ?? []), this.#now()].slice(-mostFailures);
    this.#failures.delete(address);
    this.#failures.set(address, times);
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > mostAddresses && oldest !== undefined) this.#failures.delete(oldest);
  }
}
