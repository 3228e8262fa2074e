import { expect, it } from 'vitest';
import { crashOnPglite } from './crash-on-pglite.ts';
import { crashOnPostgres } from './crash-on-postgres.ts';

const count = 2000;
const expected = {
  states: { delivered: count - count / 100, failed: count / 100 },
  wrong: [],
  exhausted: [],
  changed: [],
  disordered: [],
};

it.each([
  ['workers on PostgreSQL are killed each second and the database restarts twice', crashOnPostgres],
  ['the one process on PGlite is killed again and again', crashOnPglite],
])('loses nothing when %s', async (_, crash) => {
  const { report, maxRepeats, droppedDays } = await crash(count);
  expect(report).toMatchObject(expected);
  expect(report.repeats).toBeLessThan(maxRepeats);
  // Only on PostgreSQL are days dropped meanwhile.
  expect(droppedDays).not.toBe(0);
});
