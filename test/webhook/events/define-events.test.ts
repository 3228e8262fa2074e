import { describe, expect, expectTypeOf, it } from 'vitest';
import { InvalidArgument } from '../../../src/options/define-options.ts';
import { listOf, optional } from '../../../src/template/resolve/variables.ts';
import { defineEvents } from '../../../src/webhook/events/define-events.ts';
import { processEvents } from '../../../src/webhook/events/process-events.ts';
import { orders } from './orders.ts';

const date = new Date('2026-03-04T05:06:07Z');
const clock = { now: () => date.getTime() };

/** Calls a function the way JavaScript can: with arguments of any type. */
function loosely<Given extends readonly unknown[]>(call: (...given: Given) => unknown) {
  return call as (...given: readonly unknown[]) => unknown;
}

describe('a catalogue', () => {
  it('names its events in their order, with the variables of each, event and date among them', () => {
    expect(orders.names).toEqual(['order.placed', 'order.paid', 'order.cancelled']);
    expect(orders.events['order.cancelled']).toEqual({
      title: 'An order was cancelled',
      description: undefined,
      variables: {
        event: ['order.placed', 'order.paid', 'order.cancelled'],
        date: 'date',
        order: optional({ id: 'number', customer: optional('string'), total: optional('number') }),
        isTest: optional('boolean'),
        reason: optional('string'),
      },
      constants: { isTest: false },
    });
    expect(orders.events['order.paid'].description).toBe('The money has arrived.');
  });

  it('stays what it is when its definition changes', () => {
    const variables: { id: 'number'; more?: 'string' } = { id: 'number' };
    const catalogue = defineEvents({ events: { a: { title: 'A', variables } } });
    variables.more = 'string';
    expect(Object.keys(catalogue.events.a.variables)).toEqual(['event', 'date', 'id']);
    for (const part of [catalogue, catalogue.names, catalogue.events, catalogue.events.a])
      expect(Object.isFrozen(part)).toBe(true);
  });

  it.each<[definition: unknown, message: string]>([
    [undefined, 'catalogue.events: expected an object with a definition for each name of an event'],
    [null, 'catalogue: expected an object'],
    [{ events: [] }, 'catalogue.events: expected an object with a definition'],
    [{ events: {} }, 'catalogue.events: expected at least one event'],
    [{ evnts: {} }, 'catalogue.evnts: there is no such option; did you mean `events`?'],
    [{ events: { a: {} } }, 'catalogue.events.a.title: expected text'],
    [{ events: { a: { title: 'A', varables: {} } } }, 'did you mean `variables`?'],
    [{ events: { '1': { title: 'A' } } }, 'catalogue.events.1: expected a name that begins with a letter'],
    [{ events: { 'a b': { title: 'A' } } }, 'catalogue.events.a b: expected a name'],
    [
      { events: { a: { title: 'A', variables: { x: 'strin' } } } },
      'catalogue.events.a.variables.x: expected',
    ],
    [
      { variables: { event: 'string' }, events: { a: { title: 'A' } } },
      'catalogue.variables.event: every event',
    ],
    [
      { events: { a: { title: 'A', variables: { date: 'date' } } } },
      'catalogue.events.a.variables.date: every',
    ],
    [
      { variables: { x: 'string' }, events: { a: { title: 'A', variables: { x: 'string' } } } },
      'catalogue.events.a.variables.x: every event of the catalogue has this variable',
    ],
    [
      { events: { a: { title: 'A', constants: { x: 1 } } } },
      'catalogue.events.a.constants.x: there is no such',
    ],
    [
      { events: { a: { title: 'A', variables: { x: 'number' }, constants: { x: 'one' } } } },
      'catalogue.events.a.constants.x: expected a number',
    ],
    [
      { events: { a: { title: 'A', variables: { x: 'number' }, sample: { x: 'one' } } } },
      'catalogue.events.a.sample.x: expected a number',
    ],
    [
      { events: { a: { title: 'A', variables: { isOver: 'boolean' }, constants: { isOvr: true } } } },
      'catalogue.events.a.constants.isOvr: there is no such variable in `variables`; did you mean `isOver`?',
    ],
    [{ events: { a: { title: 'A', sample: [] } } }, 'catalogue.events.a.sample: expected an object'],
    [
      { events: { a: { title: 'A', variables: { x: 'number' }, sample: () => ({ y: 1 }) } } },
      'catalogue.events.a.sample.y: there is no such variable',
    ],
  ])('cannot be made of %j', (definition, message) => {
    const define = () => loosely(defineEvents)(definition);
    expect(define).toThrow(InvalidArgument);
    expect(define).toThrow(message);
  });
});

describe('an event', () => {
  it('is what it was given, frozen, with its constants and a date of its own', () => {
    const given = new Date(date);
    const paidAt = new Date(date);
    const event = orders.create('order.paid', {
      order: { id: 7, customer: 'Ada', total: null },
      paidWith: 'card',
      paidAt,
      date: given,
    });
    given.setTime(0);
    paidAt.setTime(0);
    expect(event).toEqual({
      event: 'order.paid',
      order: { id: 7, customer: 'Ada' },
      paidWith: 'card',
      paidAt: date,
      date,
    });
    expect(Object.isFrozen(event)).toBe(true);
    expect(Object.getPrototypeOf(event)).toBe(Object.prototype);
    expect(orders.create('order.cancelled', { date })).toEqual({
      event: 'order.cancelled',
      isTest: false,
      date,
    });
  });

  it('takes a fact that equals its constant, and no other', () => {
    const constants = { at: new Date(0), tags: ['a'], by: { id: 1n } };
    const events = defineEvents({
      variables: { at: 'date', tags: listOf('string'), by: { id: 'number' } },
      events: { e: { title: 'E', constants } },
    });
    const equal = { at: new Date(0), tags: ['a'], by: { id: 1n } };
    expect(events.create('e', { ...equal, date })).toEqual({ event: 'e', ...constants, date });
    for (const other of [{ at: new Date(1) }, { tags: ['a', 'a'] }, { by: { id: 2n } }, { by: {} }])
      expect(() => events.create('e', other as object)).toThrow(InvalidArgument);
  });

  it('takes dates as they are written elsewhere, too', () => {
    const event = orders.create('order.paid', { paidAt: '2026-03-04T06:06:07+01:00', date: date.getTime() });
    expect(event).toEqual({ event: 'order.paid', paidAt: date, date });
  });

  it('without a date happens now, by the clock that it is given or the system has', () => {
    expect(orders.create('order.placed', {}, clock).date).toEqual(date);
    expect(orders.create('order.placed').date.getTime()).toBeGreaterThan(date.getTime());
  });

  it.each<[name: unknown, facts: unknown, message: string]>([
    [
      'order.pad',
      {},
      'name: expected "order.placed" or "order.paid" or "order.cancelled"; did you mean "order.paid"?',
    ],
    ['toString', {}, 'name: expected'],
    ['order.paid', null, 'facts: expected an object'],
    [
      'order.paid',
      { order: { customer: 'Ada' } },
      'facts.order.id: is missing; pass a value, or make it optional in the catalogue',
    ],
    [
      'order.paid',
      { paidwith: 'card' },
      'facts.paidwith: there is no such variable; did you mean `paidWith`?',
    ],
    ['order.paid', { paidWith: 'cash' }, 'facts.paidWith: expected "card" or "invoice"'],
    ['order.paid', { order: { id: 'x' } }, 'facts.order.id: expected a number'],
    ['order.paid', { order: { id: Number.NaN } }, 'facts.order.id: expected a number'],
    ['order.paid', { order: 7 }, 'facts.order: expected an object'],
    ['order.paid', { isTest: 'yes' }, 'facts.isTest: expected `true` or `false`'],
    ['order.paid', { paidAt: 'today' }, 'facts.paidAt: expected a date'],
    ['order.paid', { date: new Date(Number.NaN) }, 'facts.date: expected a date'],
    ['order.paid', { event: 'order.placed' }, 'facts.event: there is no such variable'],
    ['order.paid', { reason: 'x' }, 'facts.reason: there is no such variable'],
    ['order.cancelled', { isTest: true }, 'facts.isTest: expected false, as in every "order.cancelled"'],
  ])('%s is not made of %j', (name, facts, message) => {
    const create = () => loosely(orders.create)(name, facts);
    expect(create).toThrow(InvalidArgument);
    expect(create).toThrow(message);
  });

  it('may be given the constant that it has anyway', () => {
    expect(orders.create('order.cancelled', { isTest: false, date }).isTest).toBe(false);
  });
});

describe('a sample', () => {
  it('is that of the definition, dated by the clock, which a function is given', () => {
    expect(orders.sample('order.paid', clock)).toEqual({
      event: 'order.paid',
      order: { id: 7, total: 12.5 },
      paidWith: 'card',
      paidAt: date,
      date,
    });
  });

  it('is made up where the definition has none', () => {
    expect(orders.sample('order.cancelled', clock)).toEqual({
      event: 'order.cancelled',
      order: { id: 1, customer: 'customer', total: 1 },
      isTest: false,
      reason: 'reason',
      date,
    });
    const all = defineEvents({
      events: { a: { title: 'A', variables: { at: 'date', how: ['x', 'y'], more: 'json' } } },
    });
    expect(all.sample('a', clock)).toEqual({ event: 'a', at: date, how: 'x', more: {}, date });
  });
});

describe('TypeScript', () => {
  it('refuses what a catalogue does not have', () => {
    const calls = [
      // @ts-expect-error There is no such event.
      () => orders.create('order.pad'),
      // @ts-expect-error Another event has this variable.
      () => orders.create('order.paid', { reason: 'x' }),
      // @ts-expect-error The set is closed.
      () => orders.create('order.paid', { paidWith: 'cash' }),
      // @ts-expect-error The name of an event is not one of its facts.
      () => orders.create('order.paid', { event: 'order.paid' }),
      // @ts-expect-error A constant is what it is.
      () => orders.create('order.cancelled', { isTest: true }),
      // @ts-expect-error Nor do other catalogues have its events.
      () => processEvents.create('order.paid'),
    ];
    for (const call of calls) expect(call).toThrow(InvalidArgument);
  });

  it('takes undefined for each part of a definition, as if it were absent', () => {
    const given = (isThere: boolean) => (isThere ? ({ how: ['x', 'y'] } as const) : undefined);
    const { create, events } = defineEvents({
      variables: given(true),
      events: {
        a: { title: 'A', variables: undefined, constants: undefined, sample: undefined },
        b: { title: 'B', variables: { count: 'number' }, constants: { how: 'x' } },
      },
    });
    expectTypeOf(create('a', { how: 'y' }).how).toEqualTypeOf<'x' | 'y'>();
    expectTypeOf(create('b', { count: 1 }).how).toEqualTypeOf<'x'>();
    expect(Object.keys(events.a.variables)).toEqual(['event', 'date', 'how']);
    const none = defineEvents({ variables: undefined, events: { a: { title: 'A' } } });
    expect(none.create('a').event).toBe('a');
    expect(() => defineEvents({ variables: given(false), events: { a: { title: 'A' } } })).not.toThrow();
  });

  it('knows constants as they are in an event, and that a missing value is not one', () => {
    const { create } = defineEvents({
      variables: { since: 'date', by: { at: 'date', id: 'number' }, days: listOf('date'), how: ['x', 'y'] },
      events: {
        a: {
          title: 'A',
          constants: { since: '2020-01-01T00:00:00Z', by: { at: 0, id: 7 }, days: [0], how: 'x' },
        },
        // @ts-expect-error A constant has a value.
        b: { title: 'B', constants: { how: null } },
      },
    });
    const event = create('a');
    expectTypeOf(event.since).toEqualTypeOf<Date>();
    expectTypeOf(event.by).toEqualTypeOf<{ readonly at: Date; readonly id: 7 }>();
    expectTypeOf(event.days).toEqualTypeOf<readonly [Date]>();
    expectTypeOf(event.how).toEqualTypeOf<'x'>();
    expect([event.since, event.by.at, ...event.days]).toEqual([
      new Date('2020-01-01T00:00:00Z'),
      new Date(0),
      new Date(0),
    ]);
  });

  it('refuses definitions that contradict themselves', () => {
    const definitions = [
      // @ts-expect-error There is no such type.
      () => defineEvents({ events: { a: { title: 'A', variables: { x: 'strin' } } } }),
      // @ts-expect-error A title is missing.
      () => defineEvents({ events: { a: {} } }),
      // @ts-expect-error There is no such part of a definition.
      () => defineEvents({ events: { a: { title: 'A', varables: {} } } }),
      // @ts-expect-error A sample has the types of the variables.
      () => defineEvents({ events: { a: { title: 'A', variables: { x: 'string' }, sample: { x: 5 } } } }),
      // @ts-expect-error So have constants.
      () => defineEvents({ events: { a: { title: 'A', variables: { x: 'string' }, constants: { x: 5 } } } }),
      // @ts-expect-error There is no such variable.
      () => defineEvents({ events: { a: { title: 'A', constants: { x: 1 } } } }),
      // @ts-expect-error Nor has a sample others.
      () => defineEvents({ events: { a: { title: 'A', variables: { x: 'string' }, sample: { y: 'y' } } } }),
      // @ts-expect-error The name of an event is its own.
      () => defineEvents({ events: { a: { title: 'A', constants: { event: 'b' } } } }),
      // @ts-expect-error Every event has a date.
      () => defineEvents({ variables: { date: 'date' }, events: { a: { title: 'A' } } }),
      // @ts-expect-error Every event has a name.
      () => defineEvents({ events: { a: { title: 'A', variables: { event: 'string' } } } }),
    ];
    for (const define of definitions) expect(define).toThrow(InvalidArgument);
  });
});
