/**
 * An instant in UTC, as the pattern of ISO 8601 prints it: `2026-03-04T05:06:07Z`. It needs neither the pattern nor its
 * formatter, which few templates load for the dates that their variables are not declared to be.
 *
 * @throws {RangeError} for an instant that no `Date` can hold.
 */
export function isoText(epochMs: number): string {
  const date = new Date(Math.floor(epochMs));
  const year = date.getUTCFullYear();
  // `-03-04T05:06:07.000Z`: only the year has no fixed width, and counts from 1 backwards as well.
  return `${String(year > 0 ? year : 1 - year).padStart(4, '0')}${date.toISOString().slice(-20, -5)}Z`;
}
