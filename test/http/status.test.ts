import { expect, it } from 'vitest';
import { isSuccessStatus } from '../../src/http/status.ts';

it.each([
  [199, false],
  [200, true],
  [299, true],
  [300, false],
])('tells whether %i means success', (status, isSuccess) => {
  expect(isSuccessStatus(status)).toBe(isSuccess);
});
