const numbers = new Intl.NumberFormat('en');

/** `12,500` */
export function formatCount(count: number): string {
  return numbers.format(count);
}

/** `1 delivery`, `2 deliveries` */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
