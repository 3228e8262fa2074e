import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../src/output/json/json-value.ts';
import { listedFields, mapParameters, ParameterError } from '../../src/parameters/parameter-mapping.ts';

const order = {
  customer: { name: 'Ada', address: { city: 'London', 'zip/code': 'N1', 'a~b': 1 } },
  lines: [{ sku: 'X1', city: 'Leeds' }, { sku: 'X2' }],
  note: null,
  '': 'empty',
};

function read(reference: string, body: JsonValue = order): JsonValue | undefined {
  const { it } = mapParameters({ it: reference }, body);
  return it;
}

function failure(reference: string, body: JsonValue = order): ParameterError {
  try {
    read(reference, body);
  } catch (error) {
    if (error instanceof ParameterError) return error;
    throw error;
  }
  throw new Error(`${reference} was found`);
}

describe('a reference', () => {
  it.each([
    ['customer/name', 'Ada'],
    ['customer/address/city', 'London'],
    ['customer/address/zip~1code', 'N1'],
    ['customer/address/a~0b', 1],
    ['lines/1/sku', 'X2'],
    ['note', null],
    ['', 'empty'],
    ['value of city', 'London'],
    ['value of <sku>', 'X1'],
    ['value of <name>', 'Ada'],
    ['value of <<odd>>', 3],
  ])('%j is found', (reference, value) => {
    expect(read(reference, { ...order, '<odd>': 3 })).toEqual(value);
  });

  it('a nearer field of the name comes before an earlier one that is deeper', () => {
    expect(read('value of id', { deep: { deeper: { id: 1 } }, near: { id: 2 } })).toBe(2);
  });

  it('a field whose name looks like a placeholder is found as the first of its name', () => {
    expect(read('value of value of city', { 'value of city': 'here' })).toBe('here');
  });

  it.each([
    'lines/length',
    'lines/01',
    'lines/-',
    'lines/-1',
    'lines/2',
    'customer/name/0',
    'note/x',
    'lines/0/',
  ])('%j is missing', reference => {
    expect(() => read(reference)).toThrow(ParameterError);
  });

  it.each([
    '__proto__',
    'constructor',
    'toString',
    'customer/__proto__',
    'value of constructor',
    'lines/map',
  ])('%j reaches nothing that is inherited', reference => {
    expect(() => read(reference)).toThrow(ParameterError);
  });

  it('an own field of a dangerous name is data, and so is a parameter of that name', () => {
    const parameters = mapParameters({ ['__proto__']: '__proto__/x' }, JSON.parse('{"__proto__":{"x":1}}'));
    expect(Object.getOwnPropertyDescriptor(parameters, '__proto__')?.value).toBe(1);
    expect(Object.getPrototypeOf(parameters)).toBe(Object.prototype);
  });

  it.each(['a~b', 'a~', '~2', 'value of ', 'value of <>'])('%j is refused in any mapping', reference => {
    expect(() => read(reference)).toThrow(TypeError);
  });
});

describe('the error of a missing field', () => {
  it('lists what was there, and guesses what was meant', () => {
    const error = failure('customer/address/cty');
    expect(error.missing).toEqual([
      { parameter: 'it', reference: 'customer/address/cty', available: ['city', 'zip/code', 'a~b'] },
    ]);
    expect(error.message).toBe(
      'The parameter `it` needs the field `customer/address/cty`, but found only `city`, `zip/code`, `a~b`. ' +
        'Did you mean `city`?',
    );
  });

  it('lists the fields of the whole body where a name was looked for everywhere', () => {
    expect(failure('value of skus').missing[0]?.available).toEqual(
      expect.arrayContaining(['customer', 'address', 'sku', 'note']),
    );
  });

  it('names every parameter that is missing', () => {
    expect(() => mapParameters({ a: 'x', b: 'note', c: 'y' }, order)).toThrow(/`a`.*`c`/);
  });

  it('lists no more than 20 names, and no long one whole', () => {
    const body = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`${i} ${'n'.repeat(1000)}`, i]));
    const available = failure('x', body).missing[0]?.available ?? [];
    expect(listedFields).toBe(20);
    expect(available).toHaveLength(20);
    expect(available.every(name => name.length <= 101)).toBe(true);
  });

  it('says so where there is no field', () => {
    expect(failure('x', 'text').message).toContain('but there are no fields.');
  });
});

it('a body that is nested deeper than the stack is searched', () => {
  const depth = 300_000;
  const body: JsonValue = JSON.parse(`${'['.repeat(depth)}{"deep":1}${']'.repeat(depth)}`);
  expect(read('value of deep', body)).toBe(1);
});

const name = fc.oneof(
  fc.constantFrom('', 'a', '0', '1', '~', '/', 'a/b', '~1', '__proto__', 'length'),
  fc.string(),
);
const { body: bodies } = fc.letrec<{ body: JsonValue; inner: JsonValue }>(tie => ({
  body: fc.oneof({ maxDepth: 4 }, fc.jsonValue({ maxDepth: 0 }) as fc.Arbitrary<JsonValue>, tie('inner')),
  inner: fc.oneof(fc.array(tie('body'), { maxLength: 3 }), fc.dictionary(name, tie('body'), { maxKeys: 4 })),
}));

/** Every JSON Pointer into a value but the empty one (RFC 6901), and what it points to. */
function* pointers(value: JsonValue, prefix = ''): Iterable<readonly [string, JsonValue]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [field, inner] of Object.entries(value)) {
    const pointer = `${prefix}/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    yield [pointer, inner];
    yield* pointers(inner, pointer);
  }
}

it('a path is a JSON Pointer without its first slash: each one into a body finds what it points to', () => {
  fc.assert(
    fc.property(bodies, body => {
      for (const [pointer, value] of pointers(body)) {
        if (!pointer.startsWith('/value of ')) expect(read(pointer.slice(1), body)).toBe(value);
      }
    }),
  );
});

it('a path that is not a JSON Pointer into a body finds nothing', () => {
  const path = fc.array(name, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(bodies, path, (body, names) => {
      const reference = names.map(part => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
      if (reference.startsWith('value of ')) return;
      const known = new Map(pointers(body));
      if (known.has(`/${reference}`)) expect(read(reference, body)).toBe(known.get(`/${reference}`));
      else expect(() => read(reference, body)).toThrow(ParameterError);
    }),
  );
});

it('`value of` finds a field exactly where some object has it, and one of least depth', () => {
  fc.assert(
    fc.property(bodies, name, (body, field) => {
      fc.pre(field.trim() === field && field !== '' && !/^<.*>$/s.test(field));
      const escaped = field.replaceAll('~', '~0').replaceAll('/', '~1');
      const found = [...pointers(body)].filter(([pointer]) => isField(body, pointer, escaped));
      if (found.length === 0) {
        expect(() => read(`value of ${field}`, body)).toThrow(ParameterError);
        return;
      }
      const least = Math.min(...found.map(([pointer]) => pointer.split('/').length));
      const nearest = found
        .filter(([pointer]) => pointer.split('/').length === least)
        .map(([, value]) => value);
      expect(nearest).toContain(read(`value of ${field}`, body));
    }),
  );
});

/** Whether the pointer ends in that field of an object, not in an element of a list. */
function isField(body: JsonValue, pointer: string, escaped: string): boolean {
  if (!pointer.endsWith(`/${escaped}`)) return false;
  const parent = pointer.slice(0, -escaped.length - 1);
  const holder = parent === '' ? body : new Map(pointers(body)).get(parent);
  return !Array.isArray(holder);
}

it('a mapping that is absent is a clear error', () => {
  // A caller without types can pass anything.
  const nothing = undefined as unknown as Parameters<typeof mapParameters>[0];
  expect(() => mapParameters(nothing, null)).toThrow('parameters: expected an object');
});
