const numbers = new Intl.NumberFormat('en');

/** `12,500` */
export function formatCount(count: number): string {
  return numbers.format(count);
}

/** The API counts no more messages of a list than these. */
const maxCounted = 10_000;

/** Whether there may be more than were counted. */
export function isUncounted(count: number): boolean {
  return count >= maxCounted;
}

/** `12`; `10,000+` where more are not counted. */
export function formatFound(count: number, format = formatCount): string {
  return `${format(count)}${isUncounted(count) ? '+' : ''}`;
}

/** Up to five round numbers from 0 on; the last one is at least `most`. */
export function gridLines(most: number): readonly number[] {
  const highest = Math.max(most, 4);
  const power = 10 ** Math.floor(Math.log10(highest / 4));
  const step = power * ([1, 2, 5].find(factor => factor * power * 4 >= highest) ?? 10);
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, line) => line * step);
}

/** `1 message`, `2 messages` */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
