/** A zone that is known. */
export interface TimeZone {
  /** The platform's own spelling, or `GMT+02:00` for a fixed offset. */
  readonly id: string;
  /** The offset that is added to UTC to get local time; undefined for zones whose offset depends on the instant. */
  readonly fixedOffsetMs: number | undefined;
  /** The offset that is added to UTC at an instant to get local time, in milliseconds. */
  readonly offsetAtMs: (epochMs: number) => number;
}

/** The last instant that a `Date` can hold; the first is its negative. */
export const lastInstantMs = 8.64e15;

/** A zone whose clocks are always ahead of UTC by the same time. */
export function fixedZone(id: string, offsetMs: number): TimeZone {
  return { id, fixedOffsetMs: offsetMs, offsetAtMs: () => offsetMs };
}

export const utc: TimeZone = fixedZone('UTC', 0);
