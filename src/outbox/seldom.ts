/** How long nothing more is told, in milliseconds. */
const quietMs = 10 * 60_000;

/**
 * Hands the first of what it is told on, and then one every ten minutes: what one message meets, thousands meet, again and
 * again.
 */
export function createSeldom<T>(tell: (what: T) => void): (what: T) => void {
  let quietUntil = Number.NEGATIVE_INFINITY;
  return what => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + quietMs;
    tell(what);
  };
}
