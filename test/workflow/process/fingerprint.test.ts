import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isJsonObject, type JsonValue } from '../../../src/http/json-value.ts';
import { fingerprint } from '../../../src/workflow/process/fingerprint.ts';

const values = fc.jsonValue() as fc.Arbitrary<JsonValue>;

function reordered(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(reordered);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, field]) => [name, reordered(field)] as const)
      .reverse(),
  );
}

it('the order of fields does not count', () => {
  fc.assert(
    fc.property(values, value => {
      expect(fingerprint(reordered(value))).toBe(fingerprint(value));
    }),
  );
});

it('values that differ have different fingerprints', () => {
  fc.assert(
    fc.property(values, values, (a, b) => {
      const isEqual = JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
      expect(fingerprint(a) === fingerprint(b)).toBe(isEqual);
    }),
  );
});

it.each([
  [['a', 'b'], ['a,b']],
  [{ a: '1' }, { a: 1 }],
  [[[], []], [[[]]]],
  [{ 'a:1': 2 }, { a: '1:2' }],
  [{}, []],
  [null, 'null'],
])('%j and %j differ', (a, b) => {
  expect(fingerprint(a)).not.toBe(fingerprint(b));
});

it('what is nested deeper than the stack has a fingerprint', () => {
  const depth = 300_000;
  expect(fingerprint(JSON.parse('['.repeat(depth) + ']'.repeat(depth)))).toMatch(/^[\w-]{43}$/);
});

function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, sorted(field)] as const);
  return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
}
