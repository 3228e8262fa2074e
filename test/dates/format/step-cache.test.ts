import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rememberSteps } from '../../../src/dates/format/step-cache.ts';

const dayMs = 86_400_000;

it('a remembered function is the function itself, wherever its steps are', () => {
  const steps = fc.uniqueArray(fc.integer({ min: -1000, max: 1000 }), {
    selector: day => Math.floor(day / 4),
    maxLength: 50,
  });
  fc.assert(
    fc.property(
      steps,
      fc.nat(dayMs - 1),
      fc.array(fc.integer({ min: -1000 * dayMs, max: 1000 * dayMs })),
      (days, at, asked) => {
        // One step in each four days at most, as far apart as a day.
        const stepsMs = days.map(day => Math.floor(day / 4) * 4 * dayMs + at);
        const valueAt = (epochMs: number) => stepsMs.filter(step => step <= epochMs).length;
        const remembered = rememberSteps(valueAt);
        for (const epochMs of [...asked, ...stepsMs.flatMap(step => [step - 1, step])]) {
          expect(remembered(epochMs)).toBe(valueAt(epochMs));
        }
      },
    ),
  );
});

it('a day is asked for once', () => {
  let questions = 0;
  const remembered = rememberSteps(epochMs => {
    questions++;
    return epochMs > Number.POSITIVE_INFINITY ? 1 : 0;
  });
  for (let epochMs = 0; epochMs < dayMs; epochMs += 60_000) remembered(epochMs);
  expect(questions).toBe(2);
});

it('days beyond the capacity are measured again, not mixed up', () => {
  const remembered = rememberSteps(epochMs => Math.floor(epochMs / (10 * dayMs)));
  for (let round = 0; round < 2; round++) {
    for (let day = 0; day < 5000; day++) expect(remembered(day * dayMs + 1)).toBe(Math.floor(day / 10));
  }
});

it('the first and the last instant of a `Date` are within reach', () => {
  const remembered = rememberSteps(epochMs => new Date(epochMs).toISOString().slice(0, 4));
  expect(remembered(8.64e15)).toBe('+275');
  expect(remembered(-8.64e15)).toBe('-271');
});
