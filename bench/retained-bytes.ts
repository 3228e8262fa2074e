/**
 * The bytes of heap that one result keeps alive: many are made, and the heap is measured before and after. As many are
 * made beforehand, so that caches and compiled code, which the first ones leave behind, do not count.
 */
export function retainedBytes(make: () => unknown, count: number): number {
  const collect = globalThis.gc;
  if (!collect) throw new Error('Memory is measured with `node --expose-gc`.');
  for (let warm = 0; warm < count; warm++) make();
  const kept: unknown[] = new Array(count).fill(undefined);
  collect();
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < count; index++) kept[index] = make();
  collect();
  collect();
  const bytes = (process.memoryUsage().heapUsed - before) / count;
  kept.length = 0;
  return bytes;
}
