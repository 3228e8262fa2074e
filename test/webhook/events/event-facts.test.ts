import { expect, it } from 'vitest';
import { InvalidArgument } from '../../../src/options/define-options.ts';
import { listOf, optional } from '../../../src/template/resolve/variables.ts';
import { defineEvents } from '../../../src/webhook/events/define-events.ts';

const date = new Date('2026-03-04T05:06:07Z');

it('facts are own data: neither getters nor what is inherited becomes part of an event', () => {
  const { create } = defineEvents({
    variables: { secret: optional('string'), by: optional({ id: optional('number') }) },
    events: { a: { title: 'A' } },
  });
  class Facts {
    readonly date = date;
    get secret(): string {
      throw new Error('was read');
    }
  }
  const getter = {
    date,
    get secret(): string {
      throw new Error('was read');
    },
  };
  const inherited = Object.assign(Object.create({ secret: 'inherited' }), { date });
  for (const facts of [inherited, new Facts(), getter])
    expect(create('a', facts)).toEqual({ event: 'a', date });
  expect(create('a', { by: Object.create({ id: 7 }), date })).toEqual({ event: 'a', by: {}, date });
});

it('a variable may have a name that every object has', () => {
  const events = defineEvents({
    variables: {
      constructor: optional('string'),
      toString: optional('json'),
      ['__proto__']: optional('number'),
    },
    events: { a: { title: 'A' } },
  });
  // To TypeScript, even an empty object has some of them.
  const create = events.create as (name: 'a', facts?: object) => object;
  expect(Object.keys(create('a'))).toEqual(['event', 'date']);
  const own: object = { ['__proto__']: 7 };
  const event = create('a', own);
  expect(Object.getPrototypeOf(event)).toBe(Object.prototype);
  expect(Object.entries(event)).toContainEqual(['__proto__', 7]);
  expect(() => create('a', { ['__proto__']: 'x' })).toThrow(InvalidArgument);
});

it('an event shares nothing with the next one, with its definition, or with what it was made of', () => {
  const values = () => ({ at: new Date(0), by: { id: 1 }, tags: ['x'], more: { deep: [{ n: 1 }] } });
  const constants = values();
  const definition = {
    title: 'A',
    variables: { at: 'date', by: { id: 'number' }, tags: listOf('string'), more: 'json' },
  } as const;
  const fixed = defineEvents({ events: { a: { ...definition, constants } } });
  const free = defineEvents({ events: { a: { ...definition, sample: constants } } });
  const given = values();
  const made = free.create('a', given);
  const changed: unknown[] = [
    constants,
    given,
    fixed.create('a'),
    fixed.events.a.constants,
    free.sample('a'),
  ];
  changed.forEach(change);
  expect(fixed.create('a', { date })).toEqual({ event: 'a', date, ...values() });
  expect(free.sample('a', { now: () => date.getTime() })).toEqual({ event: 'a', date, ...values() });
  expect(made).toMatchObject(values());
  expect(() => Object.assign(made.by ?? {}, { id: 2 })).toThrow(TypeError);
});

/** Changes whatever is not frozen in a value. */
function change(value: unknown): void {
  if (value instanceof Date) value.setTime(1);
  if (typeof value !== 'object' || value === null) return;
  Object.values(value).forEach(change);
  Reflect.set(value, 'n', 'changed');
}

it('JSON is kept as it is written, and what cannot be written is not a fact', () => {
  const { create } = defineEvents({ events: { a: { title: 'A', variables: { j: 'json' } } } });
  const j = (value: unknown) => create('a', { j: value }).j;
  expect(j({ at: date, none: undefined })).toEqual({ at: '2026-03-04T05:06:07.000Z' });
  for (const value of ['text', 7n, true, date]) expect(j(value)).toEqual(value);
  const url = new URL('https://example.com/');
  expect(j(url)).toBe(url);
  const round: unknown[] = [];
  round.push(round);
  for (const value of [round, { n: 1n }, () => 1, Symbol('s')])
    expect(() => j(value)).toThrow('facts.j: expected a value that `JSON.stringify` can write');
  expect(() => j(new Date(Number.NaN))).toThrow('facts.j: expected a date');
});

it('an object that throws when it is read is named by its place, without its own error', () => {
  const { create } = defineEvents({
    variables: {
      tags: optional(listOf('string')),
      by: optional({ id: optional('number'), at: optional('date') }),
      more: optional('json'),
      flag: optional('boolean'),
    },
    events: { a: { title: 'A' } },
  });
  const fail = (): never => {
    throw new Error('secret');
  };
  const hostile = new Proxy({}, { ownKeys: fail, getPrototypeOf: fail, get: fail });
  const revoked = Proxy.revocable([], {});
  revoked.revoke();
  const tags = Object.defineProperty(['x'], 0, { get: fail });
  const rows: readonly [facts: object, place: string][] = [
    [hostile, 'facts'],
    [{ by: hostile }, 'facts.by'],
    [{ by: { at: hostile } }, 'facts.by.at'],
    [{ by: { at: Object.create(Date.prototype) } }, 'facts.by.at'],
    [{ tags }, 'facts.tags'],
    [{ tags: revoked.proxy }, 'facts.tags'],
    [{ more: hostile }, 'facts.more'],
  ];
  for (const [facts, place] of rows) {
    const message = `${place}: expected a value that can be read; its object throws an error`;
    expect(() => create('a', facts)).toThrow(new InvalidArgument(message));
  }
});
