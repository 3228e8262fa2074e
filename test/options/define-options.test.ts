import { describe, expect, it } from 'vitest';
import { headerText } from '../../src/http/field-syntax.ts';
import {
  aFunction,
  aListOf,
  type Check,
  checkThat,
  defineOptions,
  InvalidArgument,
  listener,
  maxTimerMs,
  milliseconds,
  objectWith,
  oneOf,
  optional,
  required,
  wholeNumber,
} from '../../src/options/define-options.ts';

interface Settings {
  readonly timeoutMs: number;
  readonly userAgent: string | undefined;
  readonly names: readonly string[];
  readonly tls: { readonly depth: number };
}

const isText = (value: unknown): value is string => typeof value === 'string';
const text = checkThat('text', isText);

const readOptions = defineOptions<Settings>({
  timeoutMs: optional(milliseconds(1), 15_000),
  userAgent: optional(headerText),
  names: aListOf(text),
  tls: optional(defineOptions<Settings['tls']>({ depth: optional(wholeNumber(1, 3), 2) }), { depth: 2 }),
});

describe('options', () => {
  it('have their defaults where they are absent or undefined', () => {
    const read = { timeoutMs: 15_000, userAgent: undefined, names: [], tls: { depth: 2 } };
    expect(readOptions({ names: [] })).toEqual(read);
    expect(readOptions({ names: [], timeoutMs: undefined, tls: { depth: undefined } })).toEqual(read);
  });

  it('keep frozen copies of lists', () => {
    const names = ['a'];
    const read = readOptions({ names });
    names.push('b');
    expect(read.names).toEqual(['a']);
    expect(read.names).toSatisfy(Object.isFrozen);
  });

  it('tell all mistakes, with their names', () => {
    const readAll = (given: unknown) => {
      try {
        return readOptions(given);
      } catch (error) {
        return error instanceof InvalidArgument ? error : undefined;
      }
    };
    const error = readAll({ names: ['a', 7, 8], 'time: out': 1, timeoutMs: 0, tls: { depth: 4 } });
    expect(error).toMatchObject({
      message: 'options.time: out: there is no such option',
      mistakes: [
        { name: 'options.time: out', fault: 'there is no such option' },
        { name: 'options.timeoutMs', fault: 'expected a whole number of milliseconds from 1 to 2147483647' },
        { name: 'options.names[1]', fault: 'expected text' },
        { name: 'options.names[2]', fault: 'expected text' },
        { name: 'options.tls.depth', fault: 'expected a whole number from 1 to 3' },
      ],
    });
    expect(readAll({ names: new Array(1000) })).toMatchObject({ mistakes: { length: 100 } });
  });

  it.each([
    [null, 'options: expected an object'],
    [[], 'options: expected an object'],
    ['hush', 'options: expected an object'],
    [undefined, 'options.names: expected a list'],
    [{ names: 'hush' }, 'options.names: expected a list'],
    [{ names: ['a', 7] }, 'options.names[1]: expected text'],
    [{ names: new Array(1) }, 'options.names[0]: expected text'],
    [{ names: [], userAgent: 'hush\r\n' }, 'options.userAgent: expected text that a header can carry'],
    [{ names: [], tls: { depth: 4 } }, 'options.tls.depth: expected a whole number from 1 to 3'],
    [{ names: [], tls: { dept: 1 } }, 'options.tls.dept: there is no such option; did you mean `depth`?'],
    [{ timeoutMS: 1 }, 'options.timeoutMS: there is no such option; did you mean `timeoutMs`?'],
    [{ toString: 1 }, 'options.toString: there is no such option'],
  ])('that cannot be used, as in %j, are named, and not quoted', (given, message) => {
    expect(errorOf(() => readOptions(given))).toMatchObject({ code: 'invalid-argument', message });
  });

  it('that must be there say what to pass', () => {
    const readStore = defineOptions({ store: required('a store', objectWith('add')) });
    expect(errorOf(() => readStore({})).message).toBe('options.store: is missing; pass a store');
    expect(errorOf(() => readStore({ store: 1 })).message).toBe(
      'options.store: expected an object with the functions add',
    );
  });

  it('that were shortened are recognized, from three letters on', () => {
    const readUser = defineOptions({ username: optional(text) });
    const unknown = 'there is no such option';
    expect(errorOf(() => readUser({ user: 'ada' })).message).toBe(
      `options.user: ${unknown}; did you mean \`username\`?`,
    );
    expect(errorOf(() => readUser({ us: 'ada' })).message).toBe(`options.us: ${unknown}`);
  });

  it('may be read under another name', () => {
    expect(errorOf(() => readOptions({}, 'limits')).message).toBe('limits.names: expected a list');
  });
});

describe('a check', () => {
  const checks: readonly (readonly [string, Check<unknown>, right: unknown[], wrong: unknown[]])[] = [
    ['wholeNumber(0)', wholeNumber(0), [0, Number.MAX_SAFE_INTEGER], [-1, 0.5, 2 ** 53, Number.NaN, '0', 0n]],
    [
      'milliseconds(1)',
      milliseconds(1),
      [1, maxTimerMs],
      [0, -1, 1.5, 2 ** 31, Number.POSITIVE_INFINITY, Number.NaN, '1'],
    ],
    ['headerText', headerText, ['a b', 'é'], ['', 'a\n', '\u20ac', 7, null]],
    ['oneOf', oneOf('a', 'b'), ['a', 'b'], ['c', '', null, undefined]],
    ['aFunction', aFunction(), [() => {}], [{}, null, undefined]],
    ['objectWith()', objectWith(), [{}], [null, [], 'a', undefined]],
    [
      'objectWith(add)',
      objectWith<{ add: () => void }>('add'),
      [{ add: () => {} }, new Set()],
      [{}, { add: 1 }, null],
    ],
  ];
  it.each(checks)('%s takes what it says and nothing else', (_, check, right, wrong) => {
    for (const value of right) expect(check(value, 'it')).toBe(value);
    for (const value of wrong) expect(errorOf(() => check(value, 'it')).message).toMatch(/^it: expected /);
  });

  it('says what it expects', () => {
    expect(errorOf(() => oneOf('a', 'b')('c', 'it')).message).toBe(
      'it: expected "a" or "b"; did you mean "a"?',
    );
    expect(errorOf(() => milliseconds(0)(-1, 'it')).message).toBe(
      'it: expected a whole number of milliseconds from 0 to 2147483647',
    );
  });
});

describe('a listener', () => {
  it.each([
    ['throws', () => throwing()],
    ['rejects', async () => throwing()],
  ])('that %s changes nothing, and that it did is heard once', async (_, tell) => {
    let heard = 0;
    const told: unknown[] = [];
    const listen = listener<[number]>(() => heard++)(async (...given: number[]) => {
      told.push(...given);
      return tell();
    }, 'it');
    expect(listen(7)).toBeUndefined();
    await expect.poll(() => heard).toBe(1);
    expect(told).toEqual([7]);
  });

  it('is a function', () => {
    expect(errorOf(() => listener()({}, 'options.onError')).message).toBe(
      'options.onError: expected a function',
    );
  });
});

function throwing(): never {
  throw new Error('hush');
}

function errorOf(work: () => unknown): InvalidArgument {
  try {
    work();
  } catch (error) {
    if (error instanceof InvalidArgument) return error;
  }
  throw new Error('nothing was thrown');
}
