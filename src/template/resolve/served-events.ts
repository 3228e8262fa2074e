import { readOwnProperty } from '../read-own-property.ts';
import type { VariableSchema } from './variables.ts';

/** The events that a template is checked for. Which of them it is, is one more variable of the proof. */
export interface ServedEvents {
  readonly names: readonly string[];
  /** All that are switched on, where their catalogue has others. */
  readonly switchedOn: readonly string[] | undefined;
  /** What every event of a name has: its constants, and that name as `event`. */
  readonly knownOf: (name: string) => Readonly<Record<string, unknown>>;
  /** The events of their catalogue that have a variable of the type that it has here. */
  readonly ownersOf: (variable: string) => readonly string[];
  /** The variables that a misspelt name may mean. */
  readonly proposed: VariableSchema;
}

/** For each of the events what is known of a path beforehand; nothing of one whose value is another each time. */
export function knownValues(
  { names, knownOf }: ServedEvents,
  path: readonly string[],
): readonly ({ readonly value: unknown } | undefined)[] {
  const [first = ''] = path;
  return names.map(name => {
    const known = knownOf(name);
    return Object.hasOwn(known, first) ? { value: readOwnProperty(known, path) } : undefined;
  });
}

/** The condition that lets those events through alone which have a variable; the shorter of two that do. */
export function conditionFor(owners: readonly string[], others: readonly string[]): string {
  return owners.length <= others.length
    ? owners.map(name => `event == "${name}"`).join(' || ')
    : others.map(name => `event != "${name}"`).join(' && ');
}
