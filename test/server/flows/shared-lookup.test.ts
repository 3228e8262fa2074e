import { expect, it } from 'vitest';
import { createSharedLookup } from '../../../src/server/flows/shared-lookup.ts';

interface Question {
  readonly key: string;
  readonly answer: (found: number) => void;
  readonly fail: (error: Error) => void;
}

/** A lookup whose answers the test gives, in the order of the questions. */
function heldLookup() {
  const asked: Question[] = [];
  const find = createSharedLookup(
    (key: string) =>
      new Promise<number>((answer, fail) => {
        asked.push({ key, answer, fail });
      }),
    key => key,
  );
  return { asked, find };
}

it('those who ask while a lookup runs share the next one, and are told nothing older than their question', async () => {
  const { asked, find } = heldLookup();
  const first = find('a');
  const later = Array.from({ length: 1000 }, () => find('a'));
  expect(asked).toHaveLength(1);
  asked[0]?.answer(1);
  expect(await first).toBe(1);
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.answer(2);
  expect(new Set(await Promise.all(later))).toEqual(new Set([2]));
  void find('a');
  expect(asked).toHaveLength(3);
});

it('lookups of different keys do not wait for each other, and one that fails fails alone', async () => {
  const { asked, find } = heldLookup();
  const failing = find('a');
  const other = find('b');
  const next = find('a');
  expect(asked.map(({ key }) => key)).toEqual(['a', 'b']);
  asked[0]?.fail(new Error('no answer'));
  await expect(failing).rejects.toThrow('no answer');
  await expect.poll(() => asked.length).toBe(3);
  asked[2]?.answer(3);
  asked[1]?.answer(2);
  expect([await next, await other]).toEqual([3, 2]);
});
