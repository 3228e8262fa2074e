import { readOwnProperty, readParts } from '../read-own-property.ts';
import type { Renamings } from './renamings.ts';
import { type Origin, optionalAlong, type VariableSchema } from './variables.ts';

/** The events that a template is checked for; which of them it is, is one more variable of the proof. */
export interface ServedEvents {
  readonly names: readonly string[];
  /** Also those for which the same templates are checked apart, because the types of their variables differ. */
  readonly together: readonly string[];
  /** Whether the names of the templates have the same types in all events of the catalogue. */
  readonly areTypesAlike: boolean;
  /** All events that are switched on, if their catalogue has others. */
  readonly switchedOn: readonly string[] | undefined;
  /** The constants of every event with a name, and that name as `event`. */
  readonly knownOf: (name: string) => Readonly<Record<string, unknown>>;
  /** The events of the catalogue that have something at a path, of whatever type; JSON has every part. */
  readonly ownersOf: (path: readonly string[]) => readonly string[];
  /** Those of the events that have a path of variables and may have no value there. */
  readonly lackersOf: (path: readonly string[]) => readonly string[];
  readonly variablesOf: (name: string) => VariableSchema;
  /** Former names of their variables. */
  readonly renamings: Renamings;
  /** Variables that a misspelt name may stand for. */
  readonly proposed: VariableSchema;
}

/** For each event, the known value of a path; undefined if the value differs from one event to the next. */
export function knownValues(
  { names, knownOf, ownersOf }: ServedEvents,
  { path, parts = [] }: Pick<Origin, 'path' | 'parts'>,
): readonly ({ readonly value: unknown } | undefined)[] {
  const [first = ''] = path;
  const owners = ownersOf([...path, ...parts]);
  return names.map(name => {
    const known = knownOf(name);
    return Object.hasOwn(known, first) && owners.includes(name)
      ? { value: readParts(readOwnProperty(known, path), parts) }
      : undefined;
  });
}

/** The variables of an event that has something at a path, of those that are switched on if one of them has. */
export function variablesWith(
  { together, ownersOf, variablesOf }: ServedEvents,
  path: readonly string[],
): VariableSchema | undefined {
  const owners = ownersOf(path);
  const owner = owners.find(name => together.includes(name)) ?? owners[0];
  return owner === undefined ? undefined : variablesOf(owner);
}

/** The events of the catalogue that have something at a path, but may lack its value. */
export function optionalFor(
  { ownersOf, variablesOf }: ServedEvents,
  path: readonly string[],
): readonly string[] {
  return ownersOf(path).filter(name => optionalAlong(variablesOf(name), path).length > 0);
}

/** A condition that holds only for the events that have a variable; the shorter of two equivalent ones. */
export function conditionFor(owners: readonly string[], others: readonly string[]): string {
  return owners.length <= others.length
    ? owners.map(name => `event == "${name}"`).join(' || ')
    : others.map(name => `event != "${name}"`).join(' && ');
}
