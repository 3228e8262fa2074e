import { expect, expectTypeOf, it } from 'vitest';
import {
  createProcessEvent,
  type EventName,
  type ProcessEvent,
} from '../../../src/webhook/events/process-event.ts';

const date = new Date('2026-03-04T05:06:07Z');

it.each([
  ['Started', false],
  ['Completed', false],
  ['Errored', true],
] as const)('the event %s is an error: %s', (event, isError) => {
  expect(createProcessEvent({ event, profile: 'p', date })).toEqual({
    event,
    isError,
    errorCount: 0,
    recordsProcessed: 0,
    profile: 'p',
    date,
  });
});

it('an event keeps what it is given, frozen, with a date of its own', () => {
  const given = new Date(date);
  const event = createProcessEvent({
    event: 'Errored',
    profile: 'p',
    errorCount: 2,
    recordsProcessed: 9,
    date: given,
  });
  given.setTime(0);
  expect(event).toMatchObject({ errorCount: 2, recordsProcessed: 9, date });
  expect(Object.isFrozen(event)).toBe(true);
  expect(Object.getPrototypeOf(event)).toBe(Object.prototype);
});

it('an event without a date happens now, by the clock that it is given or the system has', () => {
  expect(createProcessEvent({ event: 'Started', profile: 'p' }, { now: () => date.getTime() }).date).toEqual(
    date,
  );
  expect(createProcessEvent({ event: 'Started', profile: 'p' }).date.getTime()).toBeGreaterThan(
    date.getTime(),
  );
});

it.each<[facts: unknown, message: RegExp]>([
  [undefined, /^facts\.event: expected/],
  [null, /^facts: expected an object$/],
  [{ event: 'started', profile: 'p' }, /^facts\.event: expected .*did you mean "Started"\?/],
  [{ event: 'Exploded!', profile: 'p' }, /"Started" or "Completed" or "Errored"$/],
  [{ profile: 'p' }, /^facts\.event/],
  [{ event: 'Started' }, /^facts\.profile: expected text$/],
  [{ event: 'Started', profile: 5 }, /^facts\.profile: expected text$/],
  [{ event: 'Started', profile: 'p', errorCount: -1 }, /^facts\.errorCount: expected a whole number from 0$/],
  [{ event: 'Started', profile: 'p', errorCount: '1' }, /^facts\.errorCount/],
  [{ event: 'Started', profile: 'p', recordsProcessed: 1.5 }, /^facts\.recordsProcessed/],
  [{ event: 'Started', profile: 'p', recordsProcessed: Number.NaN }, /^facts\.recordsProcessed/],
  [{ event: 'Started', profile: 'p', date: new Date(Number.NaN) }, /^facts\.date: expected a valid `Date`/],
  [{ event: 'Started', profile: 'p', date: '2026-01-01' }, /^facts\.date/],
  [{ event: 'Started', profile: 'p', errors: 3 }, /^facts\.errors: there is no such option/],
  [{ event: 'Started', profile: 'p', errorCuont: 3 }, /did you mean `errorCount`\?$/],
])('%j is no event, and the error says why', (facts, message) => {
  // What JavaScript callers hand in has any type.
  const make = () => createProcessEvent(facts as ProcessEvent);
  expect(make).toThrow(TypeError);
  expect(make).toThrow(message);
});

it('the names of events are a closed set to TypeScript', () => {
  expectTypeOf<EventName>().toEqualTypeOf<'Started' | 'Completed' | 'Errored'>();
  expectTypeOf<ProcessEvent['isError']>().toEqualTypeOf<boolean>();
});
