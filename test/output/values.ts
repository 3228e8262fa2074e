import fc from 'fast-check';
import { anyString } from '../any-string.ts';
import type { Value } from './run-output.ts';

export const anyValue: fc.Arbitrary<Value> = fc.oneof(
  { weight: 4, arbitrary: anyString },
  fc.double(),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, -0, 1e21, 1e-7),
  fc.bigInt(),
  fc.boolean(),
  fc.constant(undefined),
  fc.json().map(json => ({ json })),
);
