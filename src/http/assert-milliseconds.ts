/** Timers count milliseconds in 31 bits; a longer one fires at once. */
export const longestTimerMs: number = 2 ** 31 - 1;

/** @throws {TypeError} naming the value unless it is a whole number that a timer can count, and at least `least`. */
export function assertMilliseconds(value: unknown, name: string, least: number): void {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= longestTimerMs)
    return;
  throw new TypeError(`${name}: expected a whole number of milliseconds from ${least} to ${longestTimerMs}`);
}
