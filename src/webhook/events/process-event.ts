import {
  aFunction,
  aText,
  checkThat,
  defineOptions,
  oneOf,
  optional,
  wholeNumber,
} from '../../http/define-options.ts';
import { processVariables } from '../../template/resolve/variables.ts';

export type EventName = (typeof processVariables.event)[number];

/** All events, in the order in which a process raises them. */
export const eventNames: readonly EventName[] = processVariables.event;

/** What happened to a process: the values of the variables of every template of a webhook. */
export interface ProcessEvent {
  readonly event: EventName;
  /** True if and only if the event is `Errored`. */
  readonly isError: boolean;
  /** The number of objects with errors. */
  readonly errorCount: number;
  /** Records inserted plus updated, over all objects. */
  readonly recordsProcessed: number;
  readonly profile: string;
  /** When it happened; the same for every attempt to deliver it. */
  readonly date: Date;
}

/** What is known of an event; the rest follows from it. */
export interface ProcessEventFacts {
  readonly event: EventName;
  readonly profile: string;
  /** Default: 0. */
  readonly errorCount?: number | undefined;
  /** Default: 0. */
  readonly recordsProcessed?: number | undefined;
  /** Default: now, by the clock. */
  readonly date?: Date | undefined;
}

/** Tells the time where an event or a preview names none. */
export interface Clock {
  /** In milliseconds since 1970-01-01T00:00Z. Default: the system's clock. */
  readonly now?: () => number;
}

const readFacts = defineOptions<ProcessEventFacts>({
  event: oneOf(...processVariables.event),
  profile: aText,
  errorCount: optional(wholeNumber(0), 0),
  recordsProcessed: optional(wholeNumber(0), 0),
  date: optional(checkThat('a valid `Date`: when the event happened', isValidDate)),
});

export const readClock: (given: unknown) => Required<Clock> = defineOptions<Required<Clock>>({
  now: optional(aFunction<() => number>(), Date.now),
});

/**
 * The event that a webhook reports, as a frozen plain object.
 *
 * @throws {TypeError} for an unknown event, a profile that is not text, a count that is not a whole number from 0 up,
 * a date that is not a valid `Date`, and anything that is no fact of an event.
 */
export function createProcessEvent(facts: ProcessEventFacts, clock?: Clock): ProcessEvent {
  const { now } = readClock(clock);
  const { event, profile, errorCount = 0, recordsProcessed = 0, date } = readFacts(facts, 'facts');
  return Object.freeze({
    event,
    isError: event === 'Errored',
    errorCount,
    recordsProcessed,
    profile,
    // A copy, so that the event stays what it is when the caller changes its own date.
    date: new Date(date ?? now()),
  });
}

function isValidDate(value: unknown): value is Date {
  return value instanceof Date && !Number.isNaN(value.getTime());
}

/** What a made-up event counts: nothing when a process starts, and some errors when it fails. */
export const sampleCounts = {
  Started: { errorCount: 0, recordsProcessed: 0 },
  Completed: { errorCount: 0, recordsProcessed: 1250 },
  Errored: { errorCount: 3, recordsProcessed: 1180 },
} as const satisfies Record<EventName, Pick<ProcessEvent, 'errorCount' | 'recordsProcessed'>>;

/** An event for previews and for Test Connection. */
export function sampleEvent(event: EventName, profile: string, date: Date): ProcessEvent {
  return createProcessEvent({ event, profile, date, ...sampleCounts[event] });
}
