import type { AnyCatalogue } from '../../webhook/events/event-catalogue.ts';
import { recordOf } from '../record-of.ts';
import type { FoundProblem } from './found-problem.ts';

/** "when `isError` is true and `event` is `Errored`", as the proof says on which path something happens. */
const conditions = /`([^`]+)` is (?:(true|false)|`([^`]*)`)/g;

/**
 * The events that a problem was found for, in the words that people know: those that are on, and whose constants do not
 * contradict the condition under which it was found. None where that are all of them.
 */
export function concernedEvents(
  { facts }: FoundProblem,
  { events }: AnyCatalogue,
  enabled: readonly string[],
): readonly string[] {
  const { when } = recordOf(facts);
  if (typeof when !== 'string') return [];
  const asked = Array.from(when.matchAll(conditions), ([, name = '', truth, text]) => ({
    name,
    value: truth === undefined ? text : truth === 'true',
  }));
  const concerned = enabled.filter(event => {
    const known: Readonly<Record<string, unknown>> = { ...events[event]?.constants, event };
    return asked.every(({ name, value }) => !Object.hasOwn(known, name) || known[name] === value);
  });
  return concerned.length === enabled.length ? [] : concerned.map(name => events[name]?.title ?? name);
}
