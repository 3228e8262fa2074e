import { didYouMean } from '../../diagnostics/fixes/did-you-mean.ts';
import { expected, wholeNumber } from '../../http/define-options.ts';
import { processVariables } from '../../template/resolve/variables.ts';

/** What a process can tell of. */
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

/**
 * The event that a webhook reports, as a frozen plain object (specification, section 6).
 *
 * @throws {TypeError} for an unknown event, a profile that is not text, a count that is not a whole number from 0 up,
 * or a date that is not a valid `Date`.
 */
export function createProcessEvent(facts: ProcessEventFacts, { now = Date.now }: Clock = {}): ProcessEvent {
  if (typeof facts !== 'object' || facts === null) {
    throw expected('facts', 'an object with at least `event` and `profile`');
  }
  const { event, profile, errorCount = 0, recordsProcessed = 0, date = new Date(now()) } = facts;
  assertEventName(event);
  if (typeof profile !== 'string') throw expected('profile', 'text');
  readCount(errorCount, 'errorCount');
  readCount(recordsProcessed, 'recordsProcessed');
  if (!(date instanceof Date) || Number.isNaN(date.getTime())) throw expected('date', 'a valid `Date`');
  // A copy, so that the event stays what it is when the caller changes its own date.
  const when = new Date(date);
  return Object.freeze({
    event,
    isError: event === 'Errored',
    errorCount,
    recordsProcessed,
    profile,
    date: when,
  });
}

const readCount = wholeNumber(0);

function assertEventName(event: unknown): asserts event is EventName {
  if (eventNames.some(name => name === event)) return;
  const meant = typeof event === 'string' ? didYouMean(event, eventNames) : undefined;
  const known = eventNames.map(name => `'${name}'`).join(', ');
  throw expected('event', `one of ${known}${meant ? `; did you mean '${meant}'?` : ''}`);
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
