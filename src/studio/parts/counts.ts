const numbers = new Intl.NumberFormat('en');

/** `12,500` */
export function formatCount(count: number): string {
  return numbers.format(count);
}

/** Up to five round numbers from 0 on; the last one is at least `most`. */
export function gridLines(most: number): readonly number[] {
  const highest = Math.max(most, 4);
  const power = 10 ** Math.floor(Math.log10(highest / 4));
  const step = power * ([1, 2, 5].find(factor => factor * power * 4 >= highest) ?? 10);
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, line) => line * step);
}

/** `1 delivery`, `2 deliveries` */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
