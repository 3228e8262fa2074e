/** The time between two reports, in milliseconds. */
const quietMs = 10 * 60_000;

/**
 * Passes on only the first value, and then one every ten minutes: trouble that one message meets, thousands meet again
 * and again.
 */
export function createThrottle<T>(tell: (what: T) => void): (what: T) => void {
  let quietUntil = Number.NEGATIVE_INFINITY;
  return what => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + quietMs;
    tell(what);
  };
}
