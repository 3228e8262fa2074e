import { expect, it } from 'vitest';
import { InvalidArgument } from '../../../src/http/define-options.ts';
import { listOf } from '../../../src/template/resolve/variables.ts';
import { defineEvents } from '../../../src/webhook/events/define-events.ts';

const date = new Date('2026-03-04T05:06:07Z');

it('facts are own data: neither getters nor what is inherited becomes part of an event', () => {
  const { create } = defineEvents({
    variables: { secret: 'string', by: { id: 'number' } },
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
    variables: { constructor: 'string', toString: 'json', ['__proto__']: 'number' },
    events: { a: { title: 'A' } },
  });
  expect(Object.keys(events.create('a'))).toEqual(['event', 'date']);
  const own = { ['__proto__']: 7 };
  const event = events.create('a', own);
  expect(Object.getPrototypeOf(event)).toBe(Object.prototype);
  expect(Object.entries(event)).toContainEqual(['__proto__', 7]);
  expect(() => events.create('a', { ['__proto__']: 'x' } as object)).toThrow(InvalidArgument);
});
