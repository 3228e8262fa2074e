import type { VariableSchema } from '../../template/resolve/variables.ts';
import type { AnyCatalogue } from './event-catalogue.ts';

/** Events for which templates mean the same. */
export interface EventGroup {
  readonly names: readonly string[];
  /** What all of them have. */
  readonly variables: VariableSchema;
}

/**
 * Puts events together whose variables are equal as far as these texts may name them, so that each text is checked once
 * for all of them. Whatever looks like a name counts as one.
 */
export function groupEvents(
  { events }: AnyCatalogue,
  names: readonly string[],
  texts: readonly string[],
): readonly EventGroup[] {
  const words = new Set(texts.flatMap(text => text.match(/[A-Za-z_]\w*/g) ?? []));
  const groups = new Map<string, { names: string[]; variables: VariableSchema }>();
  for (const name of names) {
    const variables = events[name]?.variables ?? {};
    const named = Object.entries(variables).filter(([variable]) => words.has(variable));
    const key = JSON.stringify(named.toSorted(([a], [b]) => (a < b ? -1 : 1)));
    const group = groups.get(key);
    if (!group) groups.set(key, { names: [name], variables });
    else {
      group.names.push(name);
      group.variables = commonTo(group.variables, variables);
    }
  }
  return [...groups.values()];
}

function commonTo(variables: VariableSchema, others: VariableSchema): VariableSchema {
  return Object.fromEntries(
    Object.entries(variables).filter(
      ([name, type]) => Object.hasOwn(others, name) && JSON.stringify(type) === JSON.stringify(others[name]),
    ),
  );
}
