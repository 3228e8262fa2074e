const dayMs = 86_400_000;

/** Instants that a `Date` can hold. */
const lastInstantMs = 8.64e15;

/** Days that are remembered; when there are more, all are forgotten. */
const capacity = 2048;

/** What holds during one UTC day: `before`, and from `changesAtMs` on `after`. */
interface Day<T> {
  readonly before: T;
  readonly changesAtMs: number;
  readonly after: T;
}

/**
 * Remembers a costly function of the instant that is constant but for rare steps: a zone's offset or its name. A UTC
 * day is asked for at both ends; where they differ, halving finds the millisecond of the step. In the IANA database
 * no two steps of a zone are closer than 3.98 days, so a day holds one at most.
 */
export function rememberSteps<T extends string | number>(
  valueAt: (epochMs: number) => T,
): (epochMs: number) => T {
  const days = new Map<number, Day<T>>();
  let lastIndex = Number.NaN;
  let last: Day<T> | undefined;
  return epochMs => {
    const index = Math.floor(epochMs / dayMs);
    if (last === undefined || index !== lastIndex) {
      last = days.get(index) ?? measureDay(index, valueAt);
      lastIndex = index;
      if (days.size >= capacity) days.clear();
      days.set(index, last);
    }
    return epochMs < last.changesAtMs ? last.before : last.after;
  };
}

function measureDay<T>(index: number, valueAt: (epochMs: number) => T): Day<T> {
  let low = index * dayMs;
  let high = Math.min(low + dayMs, lastInstantMs);
  const before = valueAt(low);
  const after = valueAt(high);
  if (before === after) return { before, changesAtMs: Number.POSITIVE_INFINITY, after };
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (valueAt(middle) === before) low = middle;
    else high = middle;
  }
  return { before, changesAtMs: high, after };
}
