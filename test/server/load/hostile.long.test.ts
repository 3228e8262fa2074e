import { expect, it } from 'vitest';
import { hostile } from './hostile.ts';

it('four hostile templates at once on each of two instances hold up nothing else', async () => {
  // What it says of seconds is for machines that do nothing else: `npm run load` judges it.
  const { healthzMs, hostile: asked, processes, memoryMibInThirds } = await hostile(20);
  expect(Object.keys(asked.statuses)).toContain('200');
  for (const status of Object.keys(asked.statuses)) expect(['200', '503', '504']).toContain(status);
  expect(asked.largestBytes).toBeLessThanOrEqual(1024 * 1024);
  // On the event loop, half of them would wait for a whole template.
  expect((healthzMs.beside?.p50 ?? Infinity) * 4).toBeLessThan(asked.ms?.p50 ?? 0);
  expect(processes).toEqual(['running', 'running']);
  for (const [, second = 0, last = 0] of memoryMibInThirds) expect(last).toBeLessThan(second * 1.5 + 1);
});
