export interface TimeZone {
  /** The platform's own spelling, or `GMT+02:00` for a fixed offset. */
  readonly id: string;
  /** The constant offset of local time from UTC; undefined if it depends on the instant. */
  readonly fixedOffsetMs: number | undefined;
  /** The offset of local time from UTC at an instant, in milliseconds. */
  readonly offsetAtMs: (epochMs: number) => number;
}

/** The last instant that a `Date` can hold; the first is its negative. */
export const lastInstantMs = 8.64e15;

/** A zone with a constant offset from UTC. */
export function fixedZone(id: string, offsetMs: number): TimeZone {
  return { id, fixedOffsetMs: offsetMs, offsetAtMs: () => offsetMs };
}

export const utc: TimeZone = fixedZone('UTC', 0);
