/** In milliseconds, to a hundredth. */
export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** None of no values is `null`. */
export function percentilesOf(valuesMs: readonly number[]): Percentiles | null {
  if (valuesMs.length === 0) return null;
  const sorted = valuesMs.toSorted((one, other) => one - other);
  const at = (share: number): number =>
    Number((sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(2));
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
