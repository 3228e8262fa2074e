/**
 * An embedder's listener that cannot change what it is told of: what it throws, at once or later as a rejected
 * promise, is dropped, since it may quote anything; `onThrow` hears that it happened.
 */
export function shielded<T extends readonly unknown[]>(
  listener: (...told: T) => unknown,
  onThrow: () => void = () => {},
): (...told: T) => void {
  return (...told) => {
    try {
      const answer = listener(...told);
      if (answer !== undefined) Promise.resolve(answer).catch(onThrow);
    } catch {
      onThrow();
    }
  };
}
