import { expect, it } from 'vitest';
import { ago, formatDuration, until } from '../../src/studio/parts/time.ts';

const now = Date.parse('2026-11-26T12:00:00Z');

/** What is shown of a time so many seconds from now, without its tooltip. */
function said(show: typeof until, seconds: number): unknown {
  const shown = show(new Date(now + seconds * 1000).toISOString(), now);
  return typeof shown === 'string' ? shown : shown.values.at(-1);
}

it.each([
  [0.4, 'just now'],
  [-4.9, 'just now'],
  [-5, '5 s ago'],
  [-59.9, '59 s ago'],
  [-60, '1 min ago'],
  [-274, '4 min ago'],
  [-3599, '59 min ago'],
  [-7199, '1 h ago'],
  [-86_399, '23 h ago'],
  [-2 * 86_400 + 1, '1 day ago'],
  [-7 * 86_400, '7 days ago'],
  [-8 * 86_400, '18 Nov 2026'],
])('%d s from now is "%s", of which all has passed', (seconds, words) => {
  expect(said(ago, seconds)).toBe(words);
});

it('agrees with the duration of what began then and goes on', () => {
  expect([said(ago, -274), formatDuration(274_000)]).toEqual(['4 min ago', '4 min 34 s']);
});

it.each([
  [-1, 'due now'],
  [4, 'in a moment'],
  [7.4, 'in 7 s'],
  [274, 'in 5 min'],
  [3599, 'in 1 h'],
  [86_399, 'in 1 day'],
])('what comes in %d s comes "%s", to the nearest', (seconds, words) => {
  expect(said(until, seconds)).toBe(words);
});
