import { readOwnProperty, readParts } from '../read-own-property.ts';
import type { Origin, VariableSchema } from './variables.ts';

/** The events that a template is checked for; which of them it is, is one more variable of the proof. */
export interface ServedEvents {
  readonly names: readonly string[];
  /** Also those for which the same templates are checked apart, because the types of their variables differ. */
  readonly together: readonly string[];
  /** Whether the names of the templates have the same types in all events of the catalogue. */
  readonly areTypesAlike: boolean;
  /** All events that are switched on, if their catalogue has others. */
  readonly switchedOn: readonly string[] | undefined;
  /** The variables of the catalogue, each of which is optional here if it is for any event. */
  readonly everywhere: VariableSchema;
  /** The constants of every event with a name, and that name as `event`. */
  readonly knownOf: (name: string) => Readonly<Record<string, unknown>>;
  /** The events of the catalogue that have a variable, of whatever type. */
  readonly ownersOf: (variable: string) => readonly string[];
  /** Variables that a misspelt name may stand for. */
  readonly proposed: VariableSchema;
}

/** For each event, the known value of a path; undefined if the value differs from one event to the next. */
export function knownValues(
  { names, knownOf }: ServedEvents,
  { path, parts }: Pick<Origin, 'path' | 'parts'>,
): readonly ({ readonly value: unknown } | undefined)[] {
  const [first = ''] = path;
  return names.map(name => {
    const known = knownOf(name);
    return Object.hasOwn(known, first)
      ? { value: readParts(readOwnProperty(known, path), parts) }
      : undefined;
  });
}

/** A condition that holds only for the events that have a variable; the shorter of two equivalent ones. */
export function conditionFor(owners: readonly string[], others: readonly string[]): string {
  return owners.length <= others.length
    ? owners.map(name => `event == "${name}"`).join(' || ')
    : others.map(name => `event != "${name}"`).join(' && ');
}
