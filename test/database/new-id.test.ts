import { expect, it, onTestFinished, vi } from 'vitest';
import { newId } from '../../src/database/new-id.ts';

const version7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

it('ids of one process sort in the order in which they were made, and no two are the same', () => {
  const ids = Array.from({ length: 20_000 }, newId);
  expect(ids.toSorted((one, other) => (one < other ? -1 : 1))).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(version7);
});

it('an id begins with its time, and keeps its order where the clock stands still or jumps back a little', () => {
  let now = Date.parse('2026-11-28T18:00:00Z') + 3_600_000_000;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const first = newId();
  expect(Number.parseInt(first.replaceAll('-', '').slice(0, 12), 16)).toBe(now);
  const ids = [first, ...Array.from({ length: 10_000 }, newId)];
  now -= 500;
  ids.push(...Array.from({ length: 10_000 }, newId));
  now += 1000;
  ids.push(newId());
  expect(ids.toSorted((one, other) => (one < other ? -1 : 1))).toEqual(ids);
  // A clock that was an hour ahead must not hold up the time of ids for an hour.
  now -= 3_600_000;
  expect(Number.parseInt(newId().replaceAll('-', '').slice(0, 12), 16)).toBe(now);
});
