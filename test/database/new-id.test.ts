import { expect, it } from 'vitest';
import { newId } from '../../src/database/new-id.ts';

it('ids of one process sort in the order in which they were made, and no two are the same', () => {
  const ids = Array.from({ length: 20_000 }, () => newId('msg_'));
  expect(ids.toSorted((one, other) => (one < other ? -1 : 1))).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(ids.map(({ length }) => length)).size).toBe(1);
});
