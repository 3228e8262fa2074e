import { expect, it } from 'vitest';
import { pages } from './pages.ts';
import { examples, opensDatabase, testExamples } from './run-examples.ts';

testExamples(examples.filter(example => !opensDatabase(example)));

it('every example says what it prints', () => {
  expect(examples.length).toBeGreaterThan(pages.length);
  expect(examples.filter(({ output }) => output === '').map(({ at }) => at)).toEqual([]);
});
